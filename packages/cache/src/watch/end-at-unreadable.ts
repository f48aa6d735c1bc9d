/** The end of a watch that meets an unreadable value. */
import { isUnreadableVersion } from '../objects/live-version.ts';
import { unreadableFailure } from '../read/read-outcome.ts';
import type { CachedResource } from '../resources/resource.ts';
import type { WatchedChange } from './classify-event.ts';
import type { WatchEnd } from './watch-request.ts';

/**
 * While the key cannot be read, a list fails as well, and the watch ends with that reason. Once it
 * can be read or is deleted, a list works and is the only way to learn the state: no events can
 * describe the history in which it could not be read, so that counts as compacted.
 */
export function endAtUnreadable({ tree }: CachedResource, { key, revision }: WatchedChange): WatchEnd {
  const newest = tree.find(key);
  return isUnreadableVersion(newest)
    ? { reason: 'unreadable', unreadable: unreadableFailure(newest) }
    : { reason: 'compacted', revision };
}
