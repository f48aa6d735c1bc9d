/**
 * Prepares a new object, from the client's form to the stored one. The order is that of the
 * API, as refusals show: plugins, then names, then rules. Rules see the stored version.
 */
import { parseResourceVersion, unexplained, validateNewObject } from '@keelson/meta';
import { applyDefaults, convertObject, toStoredForm } from '@keelson/schema';
import { when, type MaybePromise } from '@keelson/telemetry';

import type { Outcome } from '../contract.ts';
import type { ApiObject } from '../objects/api-object.ts';
import { done, refused } from '../outcome.ts';
import { admitWrite } from './admit-write.ts';
import { allocate } from './allocate.ts';
import { applyGatedAnnotation } from './gated-annotation.ts';
import { refuseLaterValues } from './later-values.ts';
import { own } from './own.ts';
import { fillSystemFields } from './system-fields.ts';
import { dropClusterName } from './tidy-metadata.ts';
import { invalidObject, validateFully } from './validated-write.ts';
import type { Writing } from './writing.ts';

/**
 * Takes over `object`, which is in the version of the place; the result is in the
 * stored one. `isOwned`: its owners are recorded already.
 */
export function prepareCreate(
  writing: Writing,
  object: ApiObject,
  { isOwned = false } = {},
): MaybePromise<Outcome<ApiObject>> {
  const owning = isOwned ? undefined : own(writing, object, undefined);
  return owning === undefined ? admitAndPrepare(writing, object) : owning.then(() => admitAndPrepare(writing, object));
}

function admitAndPrepare(writing: Writing, object: ApiObject): MaybePromise<Outcome<ApiObject>> {
  return when(admitWrite(writing, { operation: 'create', object, old: undefined }), (admitted) =>
    admitted.ok ? prepareAdmitted(writing, admitted.value) : admitted,
  );
}

function prepareAdmitted(writing: Writing, object: ApiObject): MaybePromise<Outcome<ApiObject>> {
  const { parts, place, store } = writing;
  const stored = convertObject(parts.scheme, object, place.resource, store.stored) as ApiObject;
  fillSystemFields(writing, stored);
  dropClusterName(stored, writing.warnings);
  const allocating = allocate(writing, stored, undefined);
  if (allocating === undefined) return prepareAllocated(writing, stored);
  return when(allocating, (allocated) => (allocated.ok ? prepareAllocated(writing, stored) : allocated));
}

function prepareAllocated(writing: Writing, stored: ApiObject): MaybePromise<Outcome<ApiObject>> {
  const { parts, place, store, ruling } = writing;
  ruling.hooks.prepareForCreate?.(stored as never);
  applyGatedAnnotation(store.stored, parts.gates, stored);
  const hasDropped = parts.gates.drop(store.message, stored);
  if (hasDropped && parts.gates.hidesLater) {
    // Rules are those of the latest release: they see what it derives from the other fields, which is dropped again.
    applyDefaults(ruling.message, stored);
    ruling.hooks.prepareForCreate?.(stored as never);
  }
  if (store.stored.hasGeneration === true) stored.metadata.generation = 1;
  const issues = validateNewObject(ruling, stored, parts.gates);
  issues.push(...refuseLaterValues(writing, stored));
  if (issues.length > 0) return invalidObject(writing, stored, issues);
  if (parts.warnsOfObjects) {
    for (const warning of ruling.hooks.warnOnCreate?.(stored as never) ?? []) writing.warnings.add(warning);
  }
  const found = ruling.hooks.validateInTurns?.(stored as never, undefined);
  const write = { operation: 'create', object: stored, old: undefined } as const;
  return when(validateFully(writing, write, found), (outcome) => {
    if (!outcome.ok) return outcome;
    // Hooks and plugins may have added parts with defaults of their own.
    applyDefaults(ruling.message, stored);
    if (hasDropped || parts.gates.hidesLater) parts.gates.drop(store.message, stored);
    return done(toStoredForm(store.stored, place.resource, stored) as ApiObject);
  });
}

/** Objects that are new to the store cannot be at a version of it. */
export function refuseVersion({ metadata }: ApiObject): Outcome<void> {
  const parsed = parseResourceVersion(metadata.resourceVersion ?? '');
  if (!parsed.ok || parsed.version === 0n) return done(undefined);
  return refused(unexplained('resourceVersion should not be set on objects to be created'));
}
