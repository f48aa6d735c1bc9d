/**
 * The definition of a custom resource that an object is created of: it must be the one that the declaration was made of,
 * and must not be terminating. Memory is asked first; a create also compares the revision of what was found here, so
 * that an object never outlives its definition and is never made by an old one: see `write/create-stored.ts`.
 */
import type { ObjectVersion } from '@keelson/cache';
import { headOfOrThrow, isTerminating } from '@keelson/informers';
import { failure, tooManyRequests, verbNotSupported, type GroupResource } from '@keelson/meta';
import type { CustomOrigin } from '@keelson/schema';
import { when, type MaybePromise } from '@keelson/telemetry';

import type { Outcome } from '../contract.ts';
import { done, refused } from '../outcome.ts';
import { foundOrThrow } from '../unreadable.ts';
import type { Store } from './stores.ts';

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
  { uid, generation }: CustomOrigin,
  of: GroupResource,
): Outcome<ObjectVersion> {
  const head = found && headOfOrThrow(found);
  if (found === undefined || head?.uid !== uid || head.generation !== generation) {
    const { group, resource } = of;
    const why = `the definition of ${resource}.${group} has just changed, please try again`;
    return refused(tooManyRequests(why, 1));
  }
  if (!isTerminating(found)) return done(found);
  const { details = {} } = verbNotSupported(of, 'create');
  const why = 'create not allowed while custom resource definition is terminating';
  return refused(failure('MethodNotAllowed', why, details));
}
