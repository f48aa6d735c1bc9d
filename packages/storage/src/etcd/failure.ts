/**
 * Translates all failures of etcd. A `TransportError` carries whether the request was sent; refusals by etcd, and
 * the errors of the library, are recognized by their text, since the library's classes lose the status code.
 */
import { isEtcdClientError, isTransportError } from '@keelson/etcd-client';

import { isStorageError, StorageError } from '../contract/errors.ts';
import type { StorageErrorCode } from '../contract/errors.ts';

export interface CallFailure {
  readonly code: StorageErrorCode;
  /** Another attempt, perhaps through another member, may succeed. */
  readonly isTransient: boolean;
  /** The server certainly did nothing. */
  readonly isUnsent: boolean;
  readonly text: string;
  readonly cause: unknown;
}

type Kind = Pick<CallFailure, 'code' | 'isTransient' | 'isUnsent'>;

const refused = (code: StorageErrorCode): Kind => ({ code, isTransient: false, isUnsent: true });
const served = (code: StorageErrorCode): Kind => ({ code, isTransient: false, isUnsent: false });
const away = (isUnsent: boolean): Kind => ({ code: 'unavailable', isTransient: true, isUnsent });
const distrusted = (isUnsent: boolean): Kind => ({ code: 'notTrusted', isTransient: true, isUnsent });

/** Messages of OpenSSL and Node for a failed handshake. After the handshake they only mean that the connection broke. */
const handshakeWords = /certificate|altnames|\balert\b|SSL routines|wrong version number/i;
const notConnected = /No connection established|Channel closed before call started|Name resolution failed/;

/** Errors of etcd. The first match counts. */
const answers: readonly (readonly [RegExp, Kind])[] = [
  [/required revision has been compacted/, refused('compacted')],
  [/required revision is a future revision/, refused('futureRevision')],
  [/request is too large|message larger than max/, refused('tooLarge')],
  [/database space exceeded/, refused('outOfSpace')],
  [/corrupt cluster/, refused('damaged')],
  [/lease not found|is expired or revoked/, refused('unavailable')],
  [/permission denied|authentication failed|invalid auth token|user name is empty/, refused('notTrusted')],
  [/etcdserver: (no leader|too many requests|not capable|rpc not supported for learner)/, away(true)],
];

function kindOf(cause: unknown, text: string): Kind {
  if (isTransportError(cause)) {
    const isHandshake = notConnected.test(text) && handshakeWords.test(text);
    return isHandshake ? distrusted(cause.isUnsent) : away(cause.isUnsent);
  }
  // Both were served, so the outcome of a write is unknown.
  if (isEtcdClientError(cause) && cause.code === 'messageTooLarge') return served('tooLarge');
  if (isEtcdClientError(cause) && cause.code === 'inexactNumber') return served('damaged');
  const answer = answers.find(([pattern]) => pattern.test(text))?.[1];
  if (answer !== undefined) return answer;
  const isUnsent = notConnected.test(text);
  return handshakeWords.test(text) ? distrusted(isUnsent) : away(isUnsent);
}

export function callFailureOf(cause: unknown): CallFailure {
  const text = cause instanceof Error ? cause.message : String(cause);
  return { ...kindOf(cause, text), text, cause };
}

export function isLeaseGone(cause: unknown): boolean {
  return cause instanceof Error && /lease not found|is expired or revoked/.test(cause.message);
}

export function isPermissionDenied(cause: unknown): boolean {
  return cause instanceof Error && /etcdserver: permission denied/.test(cause.message);
}

const advice: Partial<Record<StorageErrorCode, string>> = {
  outOfSpace: 'Compact and defragment it, raise its quota, and disarm its alarm.',
  damaged: 'Its members hold different data: restore the cluster from a snapshot.',
  notTrusted:
    'Check --etcd-cafile, --etcd-certfile and --etcd-keyfile, and that the servers carry the names they are called by.',
  unavailable: 'Check --etcd-servers, and that a majority of the members is up.',
};

/** The error for the caller. */
export function errorOf(failure: CallFailure, applied: 'no' | 'unknown'): StorageError {
  if (isStorageError(failure.cause)) return failure.cause;
  const { code, text, cause } = failure;
  const toDo = advice[code];
  return new StorageError(code, `etcd: ${text}.${toDo === undefined ? '' : ` ${toDo}`}`, { cause, applied });
}
