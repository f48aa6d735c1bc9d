/**
 * Unary calls to one member: gRPC over HTTP/2, over one connection that is opened when needed. A library for gRPC costs
 * more per call than etcd's answer does.
 *
 * Promise: every call settles by its deadline, resolves with the message of the response or rejects with an
 * `EtcdClientError`.
 */
import { fieldOf, largestWindow } from '@keelson/http2';
import type { HeaderBlock, Http2Connection, Http2Error } from '@keelson/http2';

import type { CredentialSource } from '../credentials.ts';
import { ProtocolError, TransportError } from '../errors.ts';
import { createDeadlines } from './deadlines.ts';
import type { Deadlines } from './deadlines.ts';
import { prefixMessage } from './length-prefixed-message.ts';
import { createMemberConnections, transportErrorOf, type ConnectionTiming } from './connect-member.ts';
import { createRequestHeaders } from './request-headers.ts';
import { plainHttpError, statusErrorOf } from './status.ts';
import { appendToResponse, emptyResponse, unaryMessageOf } from './unary-response.ts';

export interface CallLimit {
  /** Milliseconds since 1970. */
  readonly deadline: number;
  /** Written to the socket at once, not with the other requests of this turn of the event loop. */
  readonly isUrgent?: boolean;
}

export interface UnaryClient {
  /** `path` as in `/etcdserverpb.KV/Range`. The parts make up the message of the request. */
  call(path: string, parts: readonly Uint8Array[], limit: CallLimit): Promise<Buffer>;
  /** Calls in progress fail, and so do calls after it. */
  close(): void;
}

export function createUnaryClient(
  url: string,
  credentials: CredentialSource | undefined,
  timing: ConnectionTiming = {},
): UnaryClient {
  const headersOf = createRequestHeaders(new URL(url));
  const deadlines = createDeadlines();
  const connections = createMemberConnections({ url, credentials, streamWindow: largestWindow, ...timing });
  let isClosed = false;

  return {
    call: (path, parts, { deadline, isUrgent }) =>
      new Promise((resolve, reject) => {
        if (isClosed) throw new TransportError('Channel closed before call started', { isUnsent: true });
        const head = headersOf(path, deadline - Date.now());
        const request = { head, body: prefixMessage(parts), deadline, isUrgent };
        carryOut({ connection: connections.take(), deadlines }, request, { resolve, reject });
      }),
    close: () => {
      isClosed = true;
      connections.close();
    },
  };
}

interface Used {
  readonly connection: Http2Connection;
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

function carryOut({ connection, deadlines }: Used, request: Request, { resolve, reject }: Settling): void {
  const { head, body, deadline, isUrgent } = request;
  const response = emptyResponse();
  let hasStatus = false;
  let refusal: Error | undefined;
  const settle = (message: Buffer | undefined): void => {
    if (message === undefined) reject(new ProtocolError('etcd sent an answer that is cut off'));
    else resolve(message);
  };
  const running = {
    head,
    body: [body],
    deadline,
    isUrgent,
    onHeaders: (headers: HeaderBlock): void => {
      // A response without a message has its status in the first headers.
      if (fieldOf(headers, 'grpc-status') !== undefined) {
        hasStatus = true;
        refusal = statusErrorOf(headers);
      } else if (headers.status !== 0 && headers.status !== okStatus) refusal = plainHttpError(headers);
    },
    onData: (bytes: Buffer): void => {
      try {
        appendToResponse(response, bytes);
      } catch (error) {
        deadlines.delete(running);
        exchange.cancel();
        reject(error instanceof Error ? error : new ProtocolError(String(error)));
      }
    },
    onEnd: (error?: Http2Error): void => {
      deadlines.delete(running);
      if (refusal !== undefined) reject(refusal);
      else if (hasStatus) settle(unaryMessageOf(response));
      else
        reject(error === undefined ? new ProtocolError('etcd ended a call without a status') : transportErrorOf(error));
    },
    onLate: (): void => {
      const isSent = exchange.cancel();
      reject(new TransportError('Deadline exceeded', { isUnsent: !isSent }));
    },
  };
  deadlines.add(running);
  const exchange = connection.start(running);
}

const okStatus = 200;
