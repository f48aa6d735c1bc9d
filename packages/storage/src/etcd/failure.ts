/**
 * The one translation of what an etcd client throws. Everything is told by the
 * text: the client's own classes lose the status code.
 */
import { isStorageError, StorageError } from '../errors.ts';
import type { StorageErrorCode } from '../errors.ts';

export interface Failure {
  readonly code: StorageErrorCode;
  /** Another try, perhaps through another member, may go well. */
  readonly isTransient: boolean;
  /** The server surely did nothing. */
  readonly isUnsent: boolean;
  readonly text: string;
  readonly cause: unknown;
}

type Kind = Pick<Failure, 'code' | 'isTransient' | 'isUnsent'>;

const refused = (code: StorageErrorCode): Kind => ({ code, isTransient: false, isUnsent: true });
const away = (isUnsent: boolean): Kind => ({ code: 'unavailable', isTransient: true, isUnsent });

/** The first that matches counts. */
const kinds: readonly (readonly [RegExp, Kind])[] = [
  [/required revision has been compacted/, refused('compacted')],
  [/required revision is a future revision/, refused('futureRevision')],
  [/request is too large|message larger than max/, refused('tooLarge')],
  [/database space exceeded/, refused('outOfSpace')],
  [/lease not found|is expired or revoked/, refused('unavailable')],
  [
    /certificate|altnames|\balert\b|SSL routines|wrong version number/i,
    { ...refused('notTrusted'), isTransient: true },
  ],
  [/permission denied|authentication failed|invalid auth token|user name is empty/, refused('notTrusted')],
  [/etcdserver: (no leader|too many requests|not capable)/, away(true)],
  [
    /No connection established|Channel closed before call started|Name resolution failed|ECONNREFUSED|ENOTFOUND|EHOSTUNREACH/,
    away(true),
  ],
];

export function failureOf(cause: unknown): Failure {
  const text = cause instanceof Error ? cause.message : String(cause);
  const kind = kinds.find(([pattern]) => pattern.test(text))?.[1] ?? away(false);
  return { ...kind, text, cause };
}

export function isLeaseGone(cause: unknown): boolean {
  return cause instanceof Error && /lease not found|is expired or revoked/.test(cause.message);
}

const advice: Partial<Record<StorageErrorCode, string>> = {
  outOfSpace: 'Compact and defragment it, raise its quota, and disarm its alarm.',
  notTrusted:
    'Check --etcd-cafile, --etcd-certfile and --etcd-keyfile, and that the servers carry the names they are called by.',
  unavailable: 'Check --etcd-servers, and that a majority of the members is up.',
};

/** What the caller is told in the end. */
export function errorOf(failure: Failure, applied: 'no' | 'unknown'): StorageError {
  if (isStorageError(failure.cause)) return failure.cause;
  const { code, text, cause } = failure;
  const toDo = advice[code];
  return new StorageError(code, `etcd: ${text}.${toDo === undefined ? '' : ` ${toDo}`}`, { cause, applied });
}
