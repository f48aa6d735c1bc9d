/**
 * Single calls to one member: a request, an answer, as gRPC frames them over HTTP/2.
 * What a library for gRPC does beyond this costs more than the call.
 *
 * Refusals by etcd are told by their text, failures of the connection are TransportErrors.
 */
import type { EtcdCredentials } from '../credentials.ts';
import { openConnection } from '../http2/connection.ts';
import type { Connection, ConnectionTiming } from '../http2/connection.ts';
import { createDeadlines } from '../http2/deadlines.ts';
import type { Deadlines } from '../http2/deadlines.ts';
import type { Headers } from '../http2/header-block.ts';
import { largestWindow } from '../http2/receive-window.ts';
import { TransportError } from '../http2/transport-error.ts';
import { emptyAnswer, messageOf, takePiece } from './answer.ts';
import { frame, refusalOf } from './grpc.ts';
import { createHeads } from './heads.ts';

export interface CallLimit {
  /** Milliseconds since 1970. */
  readonly deadline: number;
  /** Sent at once, not with others of its turn. */
  readonly isUrgent?: boolean;
}

export interface Unary {
  /** `path` as in `/etcdserverpb.KV/Range`. Resolves to the message of the answer. */
  call(path: string, parts: readonly Uint8Array[], limit: CallLimit): Promise<Buffer>;
  close(): void;
}

export function createUnary(
  url: string,
  credentials: EtcdCredentials | undefined,
  timing: ConnectionTiming = {},
): Unary {
  const headOf = createHeads(new URL(url));
  const deadlines = createDeadlines();
  let connection: Connection | undefined;
  let isClosed = false;

  const open = (): Connection => {
    if (connection?.isTaking() !== true) {
      connection = openConnection({ url, credentials, streamWindow: largestWindow, ...timing });
    }
    return connection;
  };

  return {
    call: (path, parts, { deadline, isUrgent }) =>
      new Promise((resolve, reject) => {
        if (isClosed) throw new TransportError('Channel closed before call started', { isUnsent: true });
        const request = { head: headOf(path, deadline - Date.now()), body: frame(parts), deadline, isUrgent };
        exchange({ connection: open(), deadlines }, request, { resolve, reject });
      }),
    close: () => {
      isClosed = true;
      connection?.close();
    },
  };
}

interface Used {
  readonly connection: Connection;
  readonly deadlines: Deadlines;
}

interface Request {
  readonly head: Buffer;
  readonly body: Buffer;
  readonly deadline: number;
  readonly isUrgent: boolean | undefined;
}

interface Settling {
  readonly resolve: (message: Buffer) => void;
  readonly reject: (error: Error) => void;
}

function exchange({ connection, deadlines }: Used, request: Request, { resolve, reject }: Settling): void {
  const { head, body, deadline, isUrgent } = request;
  const answer = emptyAnswer();
  let status: Headers | undefined;
  const settle = (message: Buffer | undefined): void => {
    if (message === undefined) reject(new Error('etcd sent an answer that is cut off'));
    else resolve(message);
  };
  const running = {
    head,
    body,
    deadline,
    isUrgent,
    onHeaders: (headers: Headers): void => {
      // An answer that is a refusal has its status in the first headers.
      if (headers.has('grpc-status')) status = headers;
      else if (headers.get(':status') !== '200') status = notGrpc(headers);
    },
    onData: (bytes: Buffer): void => {
      try {
        takePiece(answer, bytes);
      } catch (error) {
        deadlines.delete(running);
        connection.cancel(running);
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    },
    onEnd: (error?: Error): void => {
      deadlines.delete(running);
      const refusal = status && refusalOf(status);
      if (refusal !== undefined) reject(refusal);
      else if (status === undefined) reject(error ?? new Error('the connection was lost'));
      else settle(messageOf(answer));
    },
    onLate: (): void => {
      const isSent = connection.cancel(running);
      reject(new TransportError('Deadline exceeded', { isUnsent: !isSent }));
    },
  };
  deadlines.add(running);
  connection.start(running);
}

/** Whoever answered knows nothing of gRPC. */
function notGrpc(headers: Headers): Headers {
  return new Map([
    ['grpc-status', '14'],
    ['grpc-message', `HTTP ${String(headers.get(':status'))}`],
  ]);
}
