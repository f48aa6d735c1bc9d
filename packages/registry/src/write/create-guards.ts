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

/** Of all that guards a create. */
export interface Compares {
  readonly compare: Compare | undefined;
  readonly alsoCompare: Compare | undefined;
}

/** In the order of the compares of a transaction, which has two at the most. */
export class CreateGuards {
  readonly #first: CreateGuard | undefined;
  readonly #second: CreateGuard | undefined;

  constructor([first, second]: readonly CreateGuard[]) {
    this.#first = first;
    this.#second = second;
  }

  find(): MaybePromise<void> {
    const { find = () => undefined } = this.#second ?? {};
    return this.#first === undefined ? undefined : when(this.#first.find(), find);
  }

  check(): Outcome<Compares> {
    const first = this.#first?.check();
    if (first?.ok === false) return first;
    const second = this.#second?.check();
    if (second?.ok === false) return second;
    return done({ compare: compareWith(first?.value), alsoCompare: compareWith(second?.value) });
  }

  learn({ compared, alsoCompared }: WriteRefused): void {
    this.#first?.learn(compared);
    this.#second?.learn(alsoCompared);
  }
}

function compareWith(found: ObjectVersion | undefined): Compare | undefined {
  return found && { key: found.key, revision: found.revision };
}

/** All was as expected, so that the transaction was refused for the key itself. */
export function areMet({ compare, alsoCompare }: Compares, { compared, alsoCompared }: WriteRefused): boolean {
  return compared?.revision === compare?.revision && alsoCompared?.revision === alsoCompare?.revision;
}

function versionOfOrThrow({ key, revision, value }: Entry): ObjectVersion {
  if (isUnreadable(value)) throw unreadableError({ key, revision, ...value });
  return finishVersion(key, revision, value);
}
