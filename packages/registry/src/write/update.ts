/** Update: replaces an object with the client's. Some kinds are created if they do not exist. */
import { conflict, notFound, parseResourceVersion, unexplained } from '@keelson/meta';
import { when, type MaybePromise } from '@keelson/telemetry';

import type { Outcome, WriteAnswer, WriteRequest } from '../contract.ts';
import type { ApiObject } from '../objects/api-object.ts';
import { bodyFormOf, groupResourceOf } from '../objects/form.ts';
import { readBody } from '../objects/read-body.ts';
import { done, refused } from '../outcome.ts';
import { answerOf, targetOf } from './answer.ts';
import { commit } from './commit.ts';
import type { Change } from './commit.ts';
import type { Current } from './current.ts';
import { matchName, matchNamespace } from './match-place.ts';
import { own } from './own.ts';
import { prepareCreate } from './prepare-create.ts';
import { prepareUpdate } from './prepare-update.ts';
import { dropDuplicateOwners } from './tidy-metadata.ts';
import { inVersionOfPlace } from './version-of-place.ts';
import { withAllocation } from './with-allocation.ts';
import type { Writing } from './writing.ts';

/** Rejects as the store fails. */
export function updateObject(writing: Writing, request: WriteRequest): Promise<Outcome<WriteAnswer>> {
  return withAllocation(writing, (allocating) => updateStored(allocating, request));
}

async function updateStored(writing: Writing, request: WriteRequest): Promise<Outcome<WriteAnswer>> {
  const first = readChanged(writing, request);
  if (!first.ok) return first;
  const { uid = '' } = first.value.metadata;
  let fresh: ApiObject | undefined = first.value;
  const committed = await commit(targetOf(writing), (current) => {
    const matched = matchUid(writing, uid, current);
    if (!matched.ok) return matched;
    // Preparing changes the object, so that every try but the first reads it again.
    const read = fresh === undefined ? readChanged(writing, request) : done(fresh);
    fresh = undefined;
    return read.ok ? change(writing, read.value, current) : read;
  });
  return committed.ok ? done(answerOf(writing, committed.value)) : committed;
}

function readChanged({ parts, place, plan, warnings }: Writing, { body }: WriteRequest): Outcome<ApiObject> {
  const read = readBody(parts, bodyFormOf(place), body, plan.fieldValidation);
  if (!read.ok) return read;
  const { object } = read.value;
  for (const warning of read.value.warnings) warnings.add(warning);
  const inNamespace = matchNamespace(place, object);
  if (!inNamespace.ok) return inNamespace;
  const named = matchName(place, object);
  if (!named.ok) return named;
  dropDuplicateOwners(object, false, warnings);
  return done(object);
}

function change(writing: Writing, object: ApiObject, current: Current | undefined): MaybePromise<Outcome<Change>> {
  const { place, store } = writing;
  if (current !== undefined) {
    const owning = own(writing, object, inVersionOfPlace(writing, current.object));
    if (owning !== undefined) return owning.then(() => prepareUpdate(writing, object, current));
    return prepareUpdate(writing, object, current);
  }
  if (store.stored.canCreateOnUpdate !== true || place.subresource !== undefined) {
    return refused(notFound(groupResourceOf(place.resource), place.name ?? ''));
  }
  // The resourceVersion of a new object is parsed, and compared with nothing.
  const version = parseResourceVersion(object.metadata.resourceVersion ?? '');
  if (!version.ok) return refused(unexplained(version.problem));
  return when(prepareCreate(writing, object), (prepared) =>
    prepared.ok ? done({ kind: 'write', object: prepared.value }) : prepared,
  );
}

/** A precondition on the uid must hold for the stored object. */
export function matchUid({ place, store }: Writing, uid: string, current: Current | undefined): Outcome<void> {
  const found = current?.object.metadata.uid ?? '';
  if (uid === '' || uid === found) return done(undefined);
  const { namespace, name = '' } = place;
  const difference = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${found}`;
  const key = store.keyOf(namespace, name);
  const why = `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${difference}`;
  return refused(conflict(groupResourceOf(place.resource), name, why));
}
