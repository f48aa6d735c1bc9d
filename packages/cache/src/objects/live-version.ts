/** The state of a version: an object that can be served, a key that exists, or neither. */
import { isDeferred } from './deferred-version.ts';
import type { LiveVersion, ReadableVersion, UnreadableVersion, Version } from './object-version.ts';

export function isReadable(version: Version | undefined): version is ReadableVersion {
  return version?.value !== undefined;
}

export function isUnreadableVersion(version: Version | undefined): version is UnreadableVersion {
  return version?.fault !== undefined;
}

export function isLive(version: Version | undefined): version is LiveVersion {
  if (version === undefined) return false;
  return isDeferred(version) || version.value !== undefined || version.fault !== undefined;
}

/**
 * The key's version at a revision, from the head of its chain; `undefined` if it did not
 * exist. Valid only for revisions that the history still covers: see `Resource.floor`.
 */
export function liveAt(head: Version | undefined, revision: number): LiveVersion | undefined {
  let version = head;
  while (version !== undefined && version.revision > revision) version = version.previous;
  return isLive(version) ? version : undefined;
}
