/** List: the selected objects, at one revision, in pages if asked for. Takes references only. */
import type { ListDone } from '@keelson/cache';
import { continueTokenExpired, expired, type RequestTarget } from '@keelson/meta';

import type { ListAnswer, ListOptions, Outcome } from '../contract.ts';
import { encodeContinueToken } from '../options/continue-token.ts';
import { planList } from '../options/list-plan.ts';
import { done, refused } from '../outcome.ts';
import type { RegistryFeatures } from '../registry-options.ts';
import type { Store } from '../resources/stores.ts';
import { isOutOfReach, statusOfReadFailure } from './read-failure.ts';

export interface ListingSettings extends Pick<RegistryFeatures, 'countsRemaining' | 'listsInPages'> {
  /** Of continue tokens. */
  readonly domain: string;
}

/** Rejects as the store fails. */
export async function listObjects(
  store: Store,
  place: RequestTarget,
  given: ListOptions,
  { domain, listsInPages, countsRemaining }: ListingSettings,
): Promise<Outcome<ListAnswer>> {
  const options = listsInPages ? given : withoutPages(given);
  const planned = planList(place, options, { domain, isUncached: store.stored.expires === true });
  if (!planned.ok) return planned;
  const { selection, at, limit, token } = planned.value;
  // Tokens are relative to the folder of the list, the watch cache's keys to that of the resource.
  const folder = place.namespace === undefined || store.stored.scope === 'Cluster' ? '' : `${place.namespace}/`;
  const after = token === undefined ? undefined : `${folder}${token.after}`;
  const listed = await store.cache.list({ limit, after, ...selection }, at);
  if (!listed.ok) {
    if (token === undefined || !isOutOfReach(listed)) return refused(statusOfReadFailure(listed));
    return refused(
      expired(continueTokenExpired, encodeContinueToken({ revision: undefined, after: token.after }, domain)),
    );
  }
  const { objects, revision, continueAfter, ownBytes } = listed;
  const next =
    continueAfter === undefined
      ? undefined
      : encodeContinueToken({ revision, after: continueAfter.slice(folder.length) }, domain);
  return done({
    objects: store.view === undefined ? objects : await store.view.showAll(objects),
    form: store.form,
    resourceVersion: String(revision),
    continue: next,
    remainingItemCount: remainingIn(listed, countsRemaining),
    ownBytes,
  });
}

function withoutPages(options: ListOptions): ListOptions {
  return { ...options, limit: undefined, continue: undefined };
}

function remainingIn({ continueAfter, remainingCount }: ListDone, isCounted: boolean): number | undefined {
  return isCounted && continueAfter !== undefined ? remainingCount : undefined;
}
