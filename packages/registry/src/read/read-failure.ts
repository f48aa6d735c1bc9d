/** Why a read has no answer, as the answer to a client. */
import { expired, listVersionExpired, resourceVersionTooLarge, type Status } from '@keelson/meta';
import type { ReadFailure } from '@keelson/cache';

import { statusOfUnreadable } from '../unreadable.ts';

export function statusOfReadFailure(failure: ReadFailure): Status {
  switch (failure.reason) {
    case 'compacted':
      return expired(listVersionExpired);
    case 'futureRevision':
      return resourceVersionTooLarge(String(failure.revision), String(failure.currentRevision));
    case 'unreadable':
      return statusOfUnreadable(failure);
  }
}

/**
 * Returns true if the revision of an earlier page cannot be read any more. A future revision means that the store
 * was restored from a backup since.
 */
export function isOutOfReach({ reason }: ReadFailure): boolean {
  switch (reason) {
    case 'compacted':
    case 'futureRevision':
      return true;
    case 'unreadable':
      return false;
  }
}
