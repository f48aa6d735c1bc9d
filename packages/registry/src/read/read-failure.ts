/** A read that the window cannot answer, as the answer to a client. */
import { expired, listVersionExpired, resourceVersionTooLarge, type Status } from '@keelson/meta';
import type { ReadFailure } from '@keelson/cache';

export function statusOfReadFailure(failure: ReadFailure): Status {
  return failure.reason === 'compacted'
    ? expired(listVersionExpired)
    : resourceVersionTooLarge(String(failure.revision), String(failure.currentRevision));
}

/**
 * Whether the revision of a page that was handed out cannot be read any more. One that has not come was given by a
 * store that was restored from a backup since.
 */
export function isOutOfReach({ reason }: ReadFailure): boolean {
  switch (reason) {
    case 'compacted':
    case 'futureRevision':
      return true;
  }
}
