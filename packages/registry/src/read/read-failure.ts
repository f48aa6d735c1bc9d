/** A read that the window cannot answer, as the answer to a client. */
import { expired, listVersionExpired, resourceVersionTooLarge, type Status } from '@keelson/meta';
import type { ReadFailure } from '@keelson/cache';

export function statusOfReadFailure(failure: ReadFailure): Status {
  return failure.reason === 'compacted'
    ? expired(listVersionExpired)
    : resourceVersionTooLarge(String(failure.revision), String(failure.currentRevision));
}
