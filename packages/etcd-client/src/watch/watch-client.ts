/**
 * Watches through one member, over one connection, a stream each. A paused watch still receives what is in flight, at
 * most one flow-control window, and delivers it when it is resumed.
 *
 * Promise: `onEnd` is called at most once, as the last call, with an `EtcdClientError`.
 */
import { fieldOf } from '@keelson/http2';
import type { HeaderBlock, Http2Connection, Http2Error } from '@keelson/http2';

import type { CredentialSource } from '../credentials.ts';
import { ProtocolError, TransportError } from '../errors.ts';
import { prefixMessage } from '../grpc/length-prefixed-message.ts';
import { createMessageReader } from '../grpc/message-reader.ts';
import { createMemberConnections, transportErrorOf, type ConnectionTiming } from '../grpc/connect-member.ts';
import { createRequestHeaders } from '../grpc/request-headers.ts';
import { statusErrorOf } from '../grpc/status.ts';
import { decodeWatchResponse, encodeWatchRequest } from './messages.ts';
import type { WatchCreateRequest, WatchResponse } from './messages.ts';
import { createPausableDelivery } from './pausable-delivery.ts';

export interface WatchHandlers {
  readonly onResponse: (response: WatchResponse) => void;
  /** The last call; not called after `cancel`. */
  readonly onEnd: (error: Error) => void;
}

export interface OpenedWatch {
  /** Nothing is delivered until `resume`. */
  pause(): void;
  resume(): void;
  cancel(): void;
}

export interface WatchClient {
  open(request: WatchCreateRequest, handlers: WatchHandlers): OpenedWatch;
  close(): void;
}

/** The flow-control window of each watch: what may be in flight, or wait here while the watch is paused. */
const windowBytes = 4 * 1024 * 1024;

export function createWatchClient(
  url: string,
  credentials: CredentialSource | undefined,
  timing: ConnectionTiming = {},
): WatchClient {
  const headersOf = createRequestHeaders(new URL(url));
  const connections = createMemberConnections({ url, credentials, streamWindow: windowBytes, ...timing });
  let isClosed = false;

  return {
    open: (request, handlers) => {
      if (isClosed) throw new TransportError('Channel closed before call started', { isUnsent: true });
      return openWatch(connections.take(), headersOf('/etcdserverpb.Watch/Watch', undefined), request, handlers);
    },
    close: () => {
      isClosed = true;
      connections.close();
    },
  };
}

function openWatch(
  connection: Http2Connection,
  head: Buffer,
  request: WatchCreateRequest,
  { onResponse, onEnd }: WatchHandlers,
): OpenedWatch {
  const delivery = createPausableDelivery(onResponse);
  let taken = 0;
  let refusal: Error | undefined;

  const grant = (): void => {
    if (delivery.isPaused()) return;
    exchange.grant(taken);
    taken = 0;
  };
  const take = createMessageReader((message) => delivery.push(decodeWatchResponse(message)));
  const exchange = connection.start({
    head,
    body: [prefixMessage(encodeWatchRequest(request))],
    staysOpen: true,
    onHeaders: (headers: HeaderBlock): void => {
      if (fieldOf(headers, 'grpc-status') !== undefined) refusal = statusErrorOf(headers);
    },
    onData: (bytes: Buffer): void => {
      taken += bytes.length;
      take(bytes);
      grant();
    },
    onEnd: (error?: Http2Error): void => {
      onEnd(refusal ?? (error && transportErrorOf(error)) ?? new ProtocolError('the member ended a watch'));
    },
  });

  return {
    pause: delivery.pause,
    resume: () => {
      delivery.resume();
      grant();
    },
    cancel: () => void exchange.cancel(),
  };
}
