/**
 * The objects that a new object must not outlive: its namespace, and its definition where it is of a custom resource. The
 * transaction that creates it compares their revisions; where one was changed, the refusal shows it as it stands.
 */
import type { ObjectVersion } from '@keelson/cache';
import { unreadableError } from '@keelson/informers';
import { isUnreadable, type Compare, type Entry, type WriteRefused } from '@keelson/storage';
import { when, type MaybePromise } from '@keelson/telemetry';

import type { Outcome } from '../contract.ts';
import { checkTargetNamespace, findTargetNamespace, type NewObject } from '../namespaces/target-namespace.ts';
import { finishVersion } from '../objects/stored-object.ts';
import { done } from '../outcome.ts';
import { checkTargetDefinition, findTargetDefinition } from '../resources/target-definition.ts';
import type { Store } from '../resources/stores.ts';

export interface CreateGuard {
  /** Finds the object, in memory where it is there. Rejects as the store fails. */
  find(): MaybePromise<void>;
  /** The compare of the next transaction, or why the object may not be created. */
  check(): Outcome<ObjectVersion>;
  /** Takes over the object as a refusal showed it. */
  learn(entry: Entry | undefined): void;
}

export function guardNamespace(namespaces: Store, object: NewObject, deadline: number | undefined): CreateGuard {
  let found: ObjectVersion | undefined;
  return {
    find: () => when(findTargetNamespace(namespaces, object.namespace, deadline), (version) => void (found = version)),
    check: () => checkTargetNamespace(namespaces, found, object),
    learn: (entry) => (found = entry && versionOfOrThrow(entry)),
  };
}

/** `undefined` for what is built in. */
export function guardDefinition(
  definitions: Store | undefined,
  { stored: { custom } }: Store,
  { of }: NewObject,
  deadline: number | undefined,
): CreateGuard | undefined {
  if (custom === undefined || definitions === undefined) return undefined;
  let found: ObjectVersion | undefined;
  return {
    find: () => when(findTargetDefinition(definitions, custom, deadline), (version) => void (found = version)),
    check: () => checkTargetDefinition(found, custom, of),
    learn: (entry) => (found = entry && versionOfOrThrow(entry)),
  };
}

/** All that guard a create, in the order of the compares of its transaction. */
export class CreateGuards {
  readonly #guards: readonly CreateGuard[];

  constructor(guards: readonly CreateGuard[]) {
    this.#guards = guards;
  }

  /** One after the other, in this turn where all are in memory. */
  find(from = 0): MaybePromise<void> {
    const guard = this.#guards[from];
    return guard && when(guard.find(), () => this.find(from + 1));
  }

  check(): Outcome<readonly Compare[]> {
    const compares: Compare[] = [];
    for (const guard of this.#guards) {
      const checked = guard.check();
      if (!checked.ok) return checked;
      compares.push({ key: checked.value.key, revision: checked.value.revision });
    }
    return done(compares);
  }

  learn({ compared = [] }: WriteRefused): void {
    for (const [index, guard] of this.#guards.entries()) guard.learn(compared[index]);
  }
}

/** All was as expected, so that the transaction was refused for the key itself. */
export function areMet(compares: readonly Compare[], { compared = [] }: WriteRefused): boolean {
  return compares.every(({ revision }, index) => compared[index]?.revision === revision);
}

function versionOfOrThrow({ key, revision, value }: Entry): ObjectVersion {
  if (isUnreadable(value)) throw unreadableError({ key, revision, ...value });
  return finishVersion(key, revision, value);
}
