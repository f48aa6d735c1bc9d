/**
 * Admission of connections: before the first request goes over a connection, the member at its other end is asked for
 * the id of its cluster, and the caller decides. A process of etcd serves one cluster for as long as it lives and a
 * connection leads to one process, so an admitted connection costs its requests one comparison.
 */
import type { Http2Connection } from '@keelson/http2';

import { isEtcdClientError, TransportError } from '../errors.ts';

/** Rejects where nothing may be asked of a member of this cluster. The id is as in the header of a response. */
export type AdmitCluster = (clusterId: Buffer) => Promise<void>;

export interface Admission {
  isAdmitted(connection: Http2Connection): boolean;
  /** Requests that come at the same time share one. Rejects with an `EtcdClientError`; another call asks anew. */
  request(connection: Http2Connection): Promise<void>;
  /** Ends the admission of every connection; requests under way reject. */
  revoke(): void;
}

export interface AdmissionOptions {
  readonly ask: (connection: Http2Connection) => Promise<Buffer>;
  readonly admit: AdmitCluster;
}

interface Pending {
  readonly connection: Http2Connection;
  readonly outcome: Promise<void>;
}

export function createAdmission({ ask, admit }: AdmissionOptions): Admission {
  let admitted: Http2Connection | undefined;
  let pending: Pending | undefined;
  let revocations = 0;

  const decide = async (connection: Http2Connection): Promise<void> => {
    const before = revocations;
    try {
      await admit(await ask(connection));
    } catch (cause) {
      throw unsentErrorOf(cause);
    }
    if (revocations !== before) throw new TransportError('Channel closed before call started', { isUnsent: true });
    admitted = connection;
  };

  return {
    isAdmitted: (connection) => connection === admitted,
    request: (connection) => {
      if (pending?.connection === connection) return pending.outcome;
      const outcome = decide(connection).finally(() => {
        if (pending === asked) pending = undefined;
      });
      const asked = { connection, outcome };
      pending = asked;
      return outcome;
    },
    revoke: () => {
      revocations += 1;
      admitted = undefined;
      pending = undefined;
    },
  };
}

/** Nothing of the requests that wait was sent, whatever became of the one that asks. A status of etcd says more. */
function unsentErrorOf(cause: unknown): Error {
  if (isEtcdClientError(cause) && cause.code === 'status') return cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  return new TransportError(message, { isUnsent: true, cause });
}
