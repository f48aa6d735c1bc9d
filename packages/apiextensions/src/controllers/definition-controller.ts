/**
 * The controller of definitions: grants their names, establishes them, and deletes their objects before they go. Every
 * replica runs it; the one that comes second finds the work done, or loses on the revision.
 */
import { createBackoff, createWorkQueue, startWorkers, type ReconcileResult } from '@keelson/informers';
import { timeText } from '@keelson/registry';

import { isTrue, withCondition } from '../definition/conditions.ts';
import { readDefinition, type CachedDefinition, type Definition } from '../definition/definition.ts';
import { acceptNames } from './accept-names.ts';
import { approvalCondition } from './approval.ts';
import { deleteInstances } from './delete-instances.ts';
import { createNameClaims } from './name-claims.ts';
import type { DefinitionControllerParts } from './parts.ts';
import { conditionsOf, writeStatus, type DefinitionStatus } from './write-status.ts';

export interface DefinitionController {
  /** A definition has come, or has changed. */
  note(cached: CachedDefinition, definition: Definition): void;
  /** It is gone. */
  forget(cached: CachedDefinition): void;
  /** No further definition is worked on. Resolves when none is in work any more. */
  stop(): Promise<void>;
}

const retries = { baseMs: 5, maxMs: 10_000 };

export function startDefinitionController(parts: DefinitionControllerParts): DefinitionController {
  const { scheme, informer, record, logger, now } = parts;
  const claims = createNameClaims(scheme);
  /** Definitions that were not granted all of their names, by group. */
  const conflicted = new Map<string, Set<string>>();
  const queue = createWorkQueue({
    name: 'crd_naming_condition_controller',
    backoff: createBackoff(retries),
    ...(record && { record }),
  });

  /** Names may have become free. */
  const enqueueConflicted = (group: string): void => {
    for (const name of conflicted.get(group) ?? []) queue.add(name);
  };
  const reconcile = async (name: string): Promise<ReconcileResult | undefined> => {
    const cached = informer.get({ name });
    if (cached === undefined) return undefined;
    if (cached.head.deletionTimestamp !== undefined) return deleteInstances(parts, cached);
    const definition = readDefinition(cached);
    const { names, conditions: wanted } = acceptNames(definition, claims);
    noteConflict(
      conflicted,
      definition,
      wanted.some(({ type, status }) => type === 'NamesAccepted' && status === 'False'),
    );
    const approval = approvalCondition(definition);
    const nowText = timeText(now());
    let conditions = conditionsOf(definition);
    for (const state of approval === undefined ? wanted : [...wanted, approval]) {
      conditions = withCondition(conditions, state, nowText);
    }
    const status: DefinitionStatus = { conditions, acceptedNames: names };
    if (!isSame(definition, status)) await writeStatus(parts, cached, withRemovedNames(definition, status));
    return undefined;
  };
  // One at a time: names that are granted have to be known before others are.
  startWorkers({ queue, reconcile, count: 1, name: 'customresourcedefinitions', logger });

  return {
    note: (cached, definition) => {
      const { group } = definition.spec;
      if (claims.set(group, cached.name, definition.status.acceptedNames)) enqueueConflicted(group);
      if (!isSettled(definition)) queue.add(cached.name);
    },
    forget: (cached) => {
      const { name } = cached;
      const group = name.slice(name.indexOf('.') + 1);
      claims.set(group, name, undefined);
      conflicted.get(group)?.delete(name);
      enqueueConflicted(group);
    },
    stop: () => queue.shutDown(),
  };
}

/** Nearly all are, most of the time: they need not be read again. */
function isSettled(definition: Definition): boolean {
  const { metadata, spec, status } = definition;
  if ((metadata.deletionTimestamp ?? null) !== null || approvalCondition(definition) !== undefined) return false;
  const isAccepted = isTrue(definition, 'NamesAccepted') && isTrue(definition, 'Established');
  return isAccepted && JSON.stringify(sorted(spec.names)) === JSON.stringify(sorted(status.acceptedNames));
}

function noteConflict(conflicted: Map<string, Set<string>>, { spec, metadata }: Definition, isConflicted: boolean) {
  const { name = '' } = metadata;
  const names = conflicted.get(spec.group) ?? new Set();
  if (isConflicted) conflicted.set(spec.group, names.add(name));
  else if (names.delete(name) && names.size === 0) conflicted.delete(spec.group);
}

function isSame({ status }: Definition, { conditions, acceptedNames }: DefinitionStatus): boolean {
  return (
    conditions === status.conditions &&
    JSON.stringify(sorted(status.acceptedNames)) === JSON.stringify(sorted(acceptedNames ?? {}))
  );
}

function sorted(names: object): readonly (readonly [string, unknown])[] {
  return Object.entries(names).sort(([a], [b]) => (a < b ? -1 : 1)) as [string, unknown][];
}

/** A merge patch keeps what it does not name. */
function withRemovedNames({ status }: Definition, made: DefinitionStatus): DefinitionStatus {
  const removed = Object.keys(status.acceptedNames).filter((key) => !Object.hasOwn(made.acceptedNames ?? {}, key));
  if (removed.length === 0 || made.acceptedNames === undefined) return made;
  const nulls = Object.fromEntries(removed.map((key) => [key, null]));
  return { ...made, acceptedNames: { ...made.acceptedNames, ...nulls } };
}
