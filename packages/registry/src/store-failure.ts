/** Translates failures of the store, and of conversions, into answers to clients. The one place where they meet. */
import { internalError, invalid, requestEntityTooLarge, serviceUnavailable, timeout, type Status } from '@keelson/meta';
import { createReport } from '@keelson/schema';
import { isStorageError } from '@keelson/storage';
import type { StorageError } from '@keelson/storage';
import { isPromise, type MaybePromise } from '@keelson/telemetry';

import type { Outcome, Refused } from './contract.ts';
import { isConversionError } from './conversion-error.ts';
import { refused } from './outcome.ts';

/** Turns failures of the store and of conversions into refusals; rethrows everything else. */
export async function guardStore<T>(run: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await run();
  } catch (error) {
    return refusalOf(error);
  }
}

/** The same for what may be there at once. */
export function guardRead<T>(outcome: MaybePromise<Outcome<T>>): MaybePromise<Outcome<T>> {
  return isPromise(outcome) ? outcome.catch(refusalOf) : outcome;
}

function refusalOf(error: unknown): Refused {
  if (isConversionError(error)) return refused(error.status);
  const status = isStorageError(error) ? statusOfStoreFailure(error) : undefined;
  if (status === undefined) throw error;
  return refused(status);
}

const retryAfterSeconds = 1;

/** `undefined` for a fault of this server. */
export function statusOfStoreFailure(error: StorageError): Status | undefined {
  switch (error.code) {
    case 'tooLarge':
      return requestEntityTooLarge(error.message);
    case 'invalidKey':
      return nameTooLong();
    case 'unavailable':
      return error.applied === 'unknown'
        ? timeout('the store did not answer: the write may have been made all the same', retryAfterSeconds)
        : serviceUnavailable('the store cannot be reached', retryAfterSeconds);
    case 'notLeading':
      return serviceUnavailable('another replica leads, so that nothing was written', retryAfterSeconds);
    case 'outOfSpace':
      // Without Retry-After, as 1.24 answers with a plain 500: client-go would repeat each write ten times, and nothing
      // but an operator makes room.
      return serviceUnavailable('the store is full');
    case 'closed':
      return serviceUnavailable('the server is stopping', retryAfterSeconds);
    case 'unreadable':
      return internalError(error.message);
    case 'compacted':
    case 'futureRevision':
    case 'invalidArgument':
    case 'historyRestarted':
    case 'damaged':
    case 'directoryInUse':
    case 'directoryNotOurs':
    case 'directoryNotWritable':
    case 'formatTooNew':
    case 'serverTooOld':
    case 'notTrusted':
    case 'watcherFailed':
    case 'invalidBackup':
    case 'notEmpty':
      return undefined;
  }
}

/** The only keys that come from names and that a store does not take. */
function nameTooLong(): Status {
  const report = createReport();
  report.invalid('metadata.name', '', 'the name is too long to be stored');
  return invalid({ group: '', kind: '' }, '', report.issues);
}
