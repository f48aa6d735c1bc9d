/**
 * The namespace that an object is created in: it must exist and must not be terminating.
 * Memory is asked first. It may lag, which is why a create also compares the revision of
 * what was found here: see `write/create-stored.ts`.
 */
import type { ObjectVersion } from '@keelson/cache';
import { isTerminating } from '@keelson/informers';
import { failure, forbidden, notFound } from '@keelson/meta';
import type { GroupResource, Status, StatusDetails } from '@keelson/meta';
import { when, type MaybePromise } from '@keelson/telemetry';

import type { Outcome } from '../contract.ts';
import { groupResourceOf } from '../objects/form.ts';
import { done, refused } from '../outcome.ts';
import type { Store } from '../resources/stores.ts';
import { foundOrThrow } from '../unreadable.ts';

/**
 * Freshness: one that is there and not terminating may be as old as memory; anything else
 * is most recent, so that what has been made since is not refused. Rejects as the store fails,
 * and for a namespace that cannot be read.
 */
export function findTargetNamespace(
  { cache }: Store,
  name = '',
  deadline?: number,
): MaybePromise<ObjectVersion | undefined> {
  const known = cache.peek({ name });
  if (known !== undefined && !isTerminating(known)) return known;
  return when(cache.get({ name }, { kind: 'mostRecent', deadline }), foundOrThrow);
}

/** An object that is to be created, as refusals name it. */
export interface NewObject {
  readonly of: GroupResource;
  readonly name: string;
  readonly namespace: string;
}

/** The namespace that was found, if the object may be created in it. */
export function checkTargetNamespace(
  namespaces: Store,
  found: ObjectVersion | undefined,
  object: NewObject,
): Outcome<ObjectVersion> {
  if (found === undefined) return refused(missingNamespace(namespaces, object.namespace));
  return isTerminating(found) ? refused(beingTerminated(object)) : done(found);
}

export function missingNamespace({ stored }: Store, name: string): Status {
  return notFound(groupResourceOf(stored), name);
}

function beingTerminated({ of, name, namespace }: NewObject): Status {
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
  const { message = '' } = forbidden(of, name, why);
  const cause = { reason: 'NamespaceTerminating' as const, message: `namespace ${namespace} is being terminated` };
  const { group, resource: kind } = of;
  const details: StatusDetails = { name, group, kind, causes: [{ ...cause, field: 'metadata.namespace' }] };
  return failure('Forbidden', message, details);
}
