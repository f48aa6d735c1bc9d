/** The messages between the writer of an embedded store and a follower, which is a worker process of the same program. */
import type { Compare } from '../../contract/compare.ts';
import type { Leader } from '../../contract/elections.ts';
import { isStorageError, StorageError, type StorageErrorCode } from '../../contract/errors.ts';
import type { ChangeOptions, StorageWriteOptions, WriteResult } from '../../contract/storage.ts';

export type FollowerCall =
  | {
      readonly call: 'create';
      readonly key: string;
      readonly value: Uint8Array;
      readonly options: StorageWriteOptions;
    }
  | {
      readonly call: 'update';
      readonly key: string;
      readonly value: Uint8Array;
      readonly revision: number;
      readonly options: StorageWriteOptions;
    }
  | { readonly call: 'delete'; readonly key: string; readonly revision: number; readonly options: ChangeOptions }
  | { readonly call: 'compact'; readonly revision: number }
  | {
      readonly call: 'campaign';
      readonly election: string;
      readonly identity: string;
      readonly ttlSeconds: number | undefined;
      readonly replacesNamesake: boolean | undefined;
    }
  | { readonly call: 'leader'; readonly election: string };

/** The results of the calls, by their names. */
export interface CallResults {
  readonly create: WriteResult;
  readonly update: WriteResult;
  readonly delete: WriteResult;
  readonly compact: undefined;
  readonly campaign: Compare;
  readonly leader: Leader | undefined;
}

export type FollowerMessage =
  | { readonly kind: 'call'; readonly id: number; readonly call: FollowerCall }
  /** Ends the campaign or the leadership of that call. */
  | { readonly kind: 'resign'; readonly id: number };

export type WriterMessage =
  | { readonly kind: 'result'; readonly id: number; readonly result: CallResults[FollowerCall['call']] }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: CarriedError }
  /** The leadership that began with that call has ended. */
  | { readonly kind: 'leadershipEnded'; readonly id: number; readonly failure: CarriedError }
  | { readonly kind: 'resigned'; readonly id: number }
  /** The store has advanced. */
  | { readonly kind: 'revision' };

export interface CarriedError {
  readonly code: StorageErrorCode;
  readonly message: string;
  readonly applied: 'no' | 'unknown';
  readonly lastRevision: number | undefined;
  readonly compactedRevision: number | undefined;
}

export function carryError(error: unknown): CarriedError {
  if (isStorageError(error)) {
    const { code, message, applied, lastRevision, compactedRevision } = error;
    return { code, message, applied, lastRevision, compactedRevision };
  }
  const message = error instanceof Error ? error.message : String(error);
  return {
    ...{ code: 'unavailable', message, applied: 'unknown' },
    lastRevision: undefined,
    compactedRevision: undefined,
  };
}

export function uncarryError({ code, message, applied, lastRevision, compactedRevision }: CarriedError): StorageError {
  return new StorageError(code, message, {
    applied,
    ...(lastRevision !== undefined && { lastRevision }),
    ...(compactedRevision !== undefined && { compactedRevision }),
  });
}
