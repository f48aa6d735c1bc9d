/**
 * Unary calls to one member: gRPC over HTTP/2, over one connection that is opened when needed. A library for gRPC costs
 * more per call than etcd's answer does.
 *
 * Promise: every call settles by its deadline, resolves with the message of the response or rejects with an
 * `EtcdClientError`. With `admit`, no call goes over a connection before it was admitted.
 */
import { fieldOf, largestWindow } from '@keelson/http2';
import type { HeaderBlock, Http2Connection, Http2Error } from '@keelson/http2';

import { readClusterId } from '../cluster-id.ts';
import type { CredentialSource } from '../credentials.ts';
import { ProtocolError, TransportError } from '../errors.ts';
import { createAdmission } from './admission.ts';
import type { Admission, AdmitCluster } from './admission.ts';
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
  /** The id of the member's cluster; empty where it tells none. Asked of members that are not admitted as well. */
  identify(limit: CallLimit): Promise<Buffer>;
  /** Whoever is at the other end is to be admitted again before the next call. */
  revoke(): void;
  /** Calls in progress fail, and so do calls after it. */
  close(): void;
}

export interface UnaryOptions extends ConnectionTiming {
  /** All members are admitted without. */
  readonly admit?: AdmitCluster | undefined;
}

export function createUnaryClient(
  url: string,
  credentials: CredentialSource | undefined,
  { admit, ...timing }: UnaryOptions = {},
): UnaryClient {
  const headersOf = createRequestHeaders(new URL(url));
  const deadlines = createDeadlines();
  const connections = createMemberConnections({ url, credentials, streamWindow: largestWindow, ...timing });
  const identify = createIdentifier(new URL(url), deadlines);
  const ask = (connection: Http2Connection): Promise<Buffer> =>
    identify(connection, { deadline: Date.now() + identifyMs });
  const admission = admit && createAdmission({ ask, admit });
  let isClosed = false;
  const take = (): Http2Connection => {
    if (isClosed) throw closedBeforeStart();
    return connections.take();
  };

  return {
    call: (path, parts, { deadline, isUrgent }) =>
      new Promise((resolve, reject) => {
        const connection = take();
        const start = (): void => {
          const head = headersOf(path, deadline - Date.now());
          const request = { head, body: prefixMessage(parts), deadline, isUrgent };
          carryOut({ connection, deadlines }, request, { resolve, reject });
        };
        if (admission === undefined || admission.isAdmitted(connection)) start();
        else startOnceAdmitted({ connection, deadlines }, admission, { deadline, start, reject });
      }),
    identify: async (limit) => identify(take(), limit),
    revoke: () => admission?.revoke(),
    close: () => {
      isClosed = true;
      connections.close();
    },
  };
}

/** Less than an attempt of a read has, so that another member is asked within the same call. */
const identifyMs = 2_000;

const closedBeforeStart = (): TransportError =>
  new TransportError('Channel closed before call started', { isUnsent: true });

type Identify = (connection: Http2Connection, limit: CallLimit) => Promise<Buffer>;

/** A member answers this by itself, whether or not it has a leader. */
function createIdentifier(url: URL, deadlines: Deadlines): Identify {
  const headersOf = createRequestHeaders(url, { needsLeader: false });
  return (connection, { deadline }) =>
    new Promise((resolve, reject) => {
      const head = headersOf('/etcdserverpb.Maintenance/Status', deadline - Date.now());
      const request = { head, body: prefixMessage([]), deadline, isUrgent: true };
      const settle = (message: Buffer): void => resolve(readClusterId(message));
      carryOut({ connection, deadlines }, request, { resolve: settle, reject });
    });
}

interface Waiting {
  readonly deadline: number;
  readonly start: () => void;
  readonly reject: (error: Error) => void;
}

function startOnceAdmitted(
  { connection, deadlines }: Used,
  admission: Admission,
  { deadline, start, reject }: Waiting,
): void {
  let isLate = false;
  const waiting = {
    deadline,
    onLate: (): void => {
      isLate = true;
      reject(new TransportError('Deadline exceeded', { isUnsent: true }));
    },
  };
  deadlines.add(waiting);
  const proceed = (act: () => void): void => {
    deadlines.delete(waiting);
    if (!isLate) act();
  };
  admission.request(connection).then(
    () => proceed(() => (connection.isTaking() ? start() : reject(closedBeforeStart()))),
    (error: unknown) => proceed(() => reject(error instanceof Error ? error : new ProtocolError(String(error)))),
  );
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
