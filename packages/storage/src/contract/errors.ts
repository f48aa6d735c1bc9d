/**
 * The errors of storage, each with a code. A refused write is not among them: that a key
 * has changed is an outcome, and returned as a value.
 */

/** Every code, and its meaning. */
export const storageErrorCodes = {
  compacted: 'The revision asked for is gone. Start again from the current one.',
  futureRevision: 'The revision asked for has not happened yet.',
  tooLarge: 'The value is above the limit for one key.',
  invalidKey: 'The key or prefix is not one that this store keeps.',
  invalidArgument: 'A revision, a limit or a time to live makes no sense.',
  unavailable: 'The store cannot be reached or has no quorum. Try again later.',
  outOfSpace: 'The disk, or the quota of the store, is full.',
  closed: 'The store was closed by this process.',
  notLeading: 'The leadership that the write depends on has ended: nothing was written.',
  historyRestarted: 'The store was restored from a backup or replaced: what was read from it may never have happened.',
  damaged: 'The store holds something that this engine did not write.',
  unreadable: 'A value that is needed cannot be decoded. Reads do not fail with it: they hand out `Unreadable`.',
  directoryInUse: 'Another process has the data directory open.',
  directoryNotOurs: 'The data directory holds something else.',
  directoryNotWritable: 'The data directory cannot be made or written.',
  formatTooNew: 'The data directory was written by a newer version.',
  invalidBackup: 'A backup was cut off or altered, or is none.',
  notEmpty: 'The store that a backup is to be restored into holds something, or is in use.',
  serverTooOld: 'The version of the etcd server is not supported.',
  notTrusted: 'One side refuses the certificate or the identity of the other.',
  watcherFailed: 'The callback of a watch threw.',
} as const;

export type StorageErrorCode = keyof typeof storageErrorCodes;

export interface StorageErrorOptions {
  readonly cause?: unknown;
  readonly applied?: 'no' | 'unknown';
  readonly lastRevision?: number;
  readonly compactedRevision?: number;
}

const brand = Symbol.for('keelson.storage.error');

export class StorageError extends Error {
  readonly code: StorageErrorCode;
  /**
   * The effect of the failed write. `unknown`: the response was lost, so only a read can
   * tell. Always `no` for reads.
   */
  readonly applied: 'no' | 'unknown';
  /** Of `historyRestarted`: the newest revision that was known of the history that has ended. */
  readonly lastRevision: number | undefined;
  /** Of `compacted`, where the store has told: reads at it work, those below it do not. */
  readonly compactedRevision: number | undefined;
  readonly [brand] = true;

  constructor(code: StorageErrorCode, message: string, options: StorageErrorOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.name = 'StorageError';
    this.code = code;
    this.applied = options.applied ?? 'no';
    this.lastRevision = options.lastRevision;
    this.compactedRevision = options.compactedRevision;
  }
}

/** Recognises by brand, so that an error from a second copy of this package counts too. */
export function isStorageError(error: unknown): error is StorageError {
  return typeof error === 'object' && error !== null && brand in error;
}

/** True for a storage error with this code: for callers that handle one code. */
export function hasStorageCode(error: unknown, code: StorageErrorCode): error is StorageError {
  return isStorageError(error) && error.code === code;
}

export function compactedError(revision: number, compactedRevision?: number): StorageError {
  const options = compactedRevision === undefined ? {} : { compactedRevision };
  return new StorageError('compacted', `Revision ${revision} has been compacted.`, options);
}

export function futureRevisionError(revision: number, current?: number): StorageError {
  const now = current === undefined ? '' : `, the store is at ${current}`;
  return new StorageError('futureRevision', `Revision ${revision} has not happened yet${now}.`);
}

export function closedError(): StorageError {
  return new StorageError('closed', 'The store was closed.');
}

/** `seen` is a clause. */
export function historyRestartedError(seen: string, lastRevision: number): StorageError {
  return new StorageError('historyRestarted', `The store has another history than before: ${seen}.`, { lastRevision });
}
