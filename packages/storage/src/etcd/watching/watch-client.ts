/**
 * Watches of one member, over one connection. A watch that is paused still takes what
 * is on its way, at most a window of it, and hands it over when it goes on.
 */
import type { EtcdCredentials } from '../credentials.ts';
import { openConnection } from '../http2/connection.ts';
import type { Connection, ConnectionTiming } from '../http2/connection.ts';
import type { Headers } from '../http2/header-block.ts';
import { TransportError } from '../http2/transport-error.ts';
import { frame, refusalOf } from '../kv/grpc.ts';
import { createHeads } from '../kv/heads.ts';
import { createMessageReader } from './message-reader.ts';
import { readWatchResponse, writeWatchRequest } from './messages.ts';
import type { WatchRequest, WatchResponse } from './messages.ts';

export interface WatchHandlers {
  readonly onResponse: (response: WatchResponse) => void;
  /** The last call, unless it was cancelled. */
  readonly onEnd: (error: Error) => void;
}

export interface OpenedWatch {
  /** Nothing is handed over until `resume`. */
  pause(): void;
  resume(): void;
  cancel(): void;
}

export interface WatchClient {
  open(request: WatchRequest, handlers: WatchHandlers): OpenedWatch;
  close(): void;
}

/** So much of each watch may be on its way, or wait here while it is paused. */
const windowBytes = 4 * 1024 * 1024;

export function createWatchClient(
  url: string,
  credentials: EtcdCredentials | undefined,
  timing: ConnectionTiming = {},
): WatchClient {
  const headOf = createHeads(new URL(url));
  let connection: Connection | undefined;
  let isClosed = false;

  const open = (): Connection => {
    if (connection?.isTaking() !== true) {
      connection = openConnection({ url, credentials, streamWindow: windowBytes, ...timing });
    }
    return connection;
  };

  return {
    open: (request, handlers) => {
      if (isClosed) throw new TransportError('Channel closed before call started', { isUnsent: true });
      return openWatch(open(), headOf('/etcdserverpb.Watch/Watch', undefined), request, handlers);
    },
    close: () => {
      isClosed = true;
      connection?.close();
    },
  };
}

function openWatch(
  connection: Connection,
  head: Buffer,
  request: WatchRequest,
  { onResponse, onEnd }: WatchHandlers,
): OpenedWatch {
  let isPaused = false;
  let waiting: WatchResponse[] = [];
  let taken = 0;
  let status: Headers | undefined;

  const grant = (): void => {
    if (isPaused || taken < windowBytes / 2) return;
    connection.grant(exchange, taken);
    taken = 0;
  };
  const take = createMessageReader((message) => {
    const response = readWatchResponse(message);
    if (isPaused) waiting.push(response);
    else onResponse(response);
  });
  const exchange = {
    head,
    body: frame(writeWatchRequest(request)),
    staysOpen: true,
    onHeaders: (headers: Headers): void => {
      if (headers.has('grpc-status')) status = headers;
    },
    onData: (bytes: Buffer): void => {
      taken += bytes.length;
      // While it is paused this bounds what waits here.
      if (taken > windowBytes) throw new Error('etcd sent more of a watch than was granted');
      take(bytes);
      grant();
    },
    onEnd: (error?: Error): void => {
      onEnd((status && refusalOf(status)) ?? error ?? new Error('the member ended a watch'));
    },
  };
  connection.start(exchange);

  return {
    pause: () => {
      isPaused = true;
    },
    resume: () => {
      isPaused = false;
      const held = waiting;
      waiting = [];
      for (const [index, response] of held.entries()) {
        onResponse(response);
        if (!isStillPaused()) continue;
        waiting = [...held.slice(index + 1), ...waiting];
        return;
      }
      grant();
    },
    cancel: () => connection.cancel(exchange),
  };

  /** Whoever was handed a response may have paused. */
  function isStillPaused(): boolean {
    return isPaused;
  }
}
