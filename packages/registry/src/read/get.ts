/** Get: one object, as fresh as the request says. Hands out the bytes that the watch cache holds. */
import { badRequest, notFound, type RequestTarget, type Status, unexplained } from '@keelson/meta';
import type { GetOutcome, ReadAt } from '@keelson/cache';
import { when, type MaybePromise } from '@keelson/telemetry';

import type { Answer, GetOptions, Outcome } from '../contract.ts';
import { groupResourceOf } from '../objects/form.ts';
import { readVersion } from '../options/read-version.ts';
import { done, refused } from '../outcome.ts';
import { showIn, type Store, type Stores } from '../resources/stores.ts';
import { checkRead } from '../resources/target-definition.ts';
import { statusOfReadFailure } from './read-failure.ts';

/** Rejects as the store fails. */
export function getObject(
  stores: Stores,
  store: Store,
  place: RequestTarget,
  options: GetOptions,
): MaybePromise<Outcome<Answer>> {
  const version = readVersion(options.resourceVersion);
  if (!version.ok) return refused(wordProblem(store, version.problem));
  const { namespace, name = '' } = place;
  const at: ReadAt =
    version.kind === 'other'
      ? { kind: 'notOlderThan', revision: version.revision }
      : { kind: version.kind === 'zero' ? 'any' : 'mostRecent' };
  return when(store.cache.get({ namespace, name }, at), (got) => {
    const isFromStore = got.ok && got.isFromStore === true;
    return when(answerOf(store, place, got), (outcome) => checkRead(stores, place.resource, isFromStore, outcome));
  });
}

/** Kubernetes reads events from the store itself, whose error is explained. */
function wordProblem({ stored }: Store, problem: string): Status {
  return stored.expires === true ? badRequest(`invalid resource version: ${problem}`) : unexplained(problem);
}

function answerOf(
  store: Store,
  { resource, name = '' }: RequestTarget,
  got: GetOutcome,
): MaybePromise<Outcome<Answer>> {
  if (!got.ok) return refused(statusOfReadFailure(got));
  if (got.object === undefined) return refused(notFound(groupResourceOf(resource), name));
  const { form, view } = store;
  if (view === undefined) return done({ object: got.object, form });
  return when(showIn(store, got.object), (object) => done({ object, form }));
}
