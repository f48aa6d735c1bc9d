/**
 * The definition of a custom resource: it must be the one that the declaration of a request was made of, which a replica
 * that lags cannot know by itself.
 *
 * - A create asks memory, and compares the revision of what was found: see `write/create-stored.ts`. Its definition must
 *   not be terminating either.
 * - What was read from memory is right while the declaration is in the scheme, as both are of one revision.
 * - What the store gave may be newer than the declaration: the definition is read again, most recent.
 */
import type { ObjectVersion } from '@keelson/cache';
import { headOfOrThrow, isTerminating } from '@keelson/informers';
import { failure, tooManyRequests, verbNotSupported, type GroupResource } from '@keelson/meta';
import type { CustomOrigin, Resource } from '@keelson/schema';
import { when, type MaybePromise } from '@keelson/telemetry';

import type { Outcome, Refused } from '../contract.ts';
import { done, refused } from '../outcome.ts';
import { foundOrThrow } from '../unreadable.ts';
import { groupResourceOf } from '../objects/form.ts';
import type { Store, Stores } from './stores.ts';

/** Freshness: as old as memory where it is there, else most recent. Rejects as the store fails. */
export function findTargetDefinition(
  { cache }: Store,
  { definition: name }: CustomOrigin,
  deadline?: number,
): MaybePromise<ObjectVersion | undefined> {
  const known = cache.peek({ name });
  return known ?? when(cache.get({ name }, { kind: 'mostRecent', deadline }), foundOrThrow);
}

/** The definition that was found, if objects may be created by it. */
export function checkTargetDefinition(
  found: ObjectVersion | undefined,
  origin: CustomOrigin,
  of: GroupResource,
): Outcome<ObjectVersion> {
  if (found === undefined || !isOrigin(found, origin)) return justChanged(of);
  if (!isTerminating(found)) return done(found);
  const { details = {} } = verbNotSupported(of, 'create');
  const why = 'create not allowed while custom resource definition is terminating';
  return refused(failure('MethodNotAllowed', why, details));
}

function isOrigin(found: ObjectVersion, { uid, generation }: CustomOrigin): boolean {
  const head = headOfOrThrow(found);
  return head.uid === uid && head.generation === generation;
}

function justChanged({ group, resource }: GroupResource): Refused {
  return refused(tooManyRequests(`the definition of ${resource}.${group} has just changed, please try again`, 1));
}

/**
 * The outcome of a read, unless the definition has changed under it. `isFromStore`: the objects may be newer than what this
 * replica knows. Rejects as the store fails.
 */
export function checkRead<T>(
  stores: Pick<Stores, 'definitions' | 'isDeclared'>,
  resource: Resource,
  isFromStore: boolean,
  outcome: Outcome<T>,
): MaybePromise<Outcome<T>> {
  if (resource.custom === undefined) return outcome;
  if (!stores.isDeclared(resource)) return justChanged(groupResourceOf(resource));
  if (!isFromStore) return outcome;
  return checkOrigin(stores.definitions(), resource).then((checked) => (checked.ok ? outcome : checked));
}

/** Refused unless the definition is the one that the declaration was made of, most recent. Rejects as the store fails. */
export async function checkOrigin(
  definitions: Store | undefined,
  { custom, group, plural }: Resource,
  deadline?: number,
): Promise<Outcome<void>> {
  if (custom === undefined || definitions === undefined) return done(undefined);
  const got = await definitions.cache.get({ name: custom.definition }, { kind: 'mostRecent', deadline });
  const found = foundOrThrow(got);
  return found !== undefined && isOrigin(found, custom) ? done(undefined) : justChanged({ group, resource: plural });
}
