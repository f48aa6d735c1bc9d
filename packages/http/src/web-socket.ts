/**
 * The server's side of a WebSocket (RFC 6455), over a connection that was taken out of HTTP. The library `ws` has the
 * handshake and the frames. Messages go one way: whatever the client sends is read and dropped, but for its pings and its
 * goodbye.
 */
import { IncomingMessage, type IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';

import { WebSocketServer, type WebSocket } from 'ws';

import type { TakenConnection } from './client-connection.ts';

/** The library asks for no more of a request than this. */
export interface WebSocketRequest {
  readonly method: string;
  readonly url: string;
  /** The first of its subprotocols is the one that is spoken. */
  readonly headers: IncomingHttpHeaders;
}

/** Of a message of the client, which nobody reads. */
const mostBytes = 64 * 1024;
const normalClosure = 1000;
/** A client that does not say goodbye in turn is left without. */
const goodbyeMs = 5_000;

const handshakes = new WebSocketServer({
  noServer: true,
  clientTracking: false,
  perMessageDeflate: false,
  maxPayload: mostBytes,
});

/** True of a request that would have its connection speak WebSocket. */
export function asksForWebSocket({ upgrade, connection }: IncomingHttpHeaders): boolean {
  return upgrade?.toLowerCase() === 'websocket' && /(?:^|[\s,])upgrade(?:$|[\s,])/i.test(connection ?? '');
}

/** Undefined where the handshake is refused; the client is told so, and the connection ends. */
export function openWebSocket(request: WebSocketRequest, { socket, head }: TakenConnection): MessageSocket | undefined {
  const message = new IncomingMessage(socket);
  message.method = request.method;
  message.url = request.url;
  message.headers = request.headers;
  let opened: MessageSocket | undefined;
  handshakes.handleUpgrade(message, socket, head, (webSocket) => {
    opened = new MessageSocket(webSocket, socket);
    // A socket that was paused stays so, whoever listens.
    socket.resume();
  });
  return opened;
}

export class MessageSocket {
  readonly #webSocket: WebSocket;
  readonly #socket: Socket;

  constructor(webSocket: WebSocket, socket: Socket) {
    this.#webSocket = webSocket;
    this.#socket = socket;
    // A breach of the protocol ends the connection: the library has sent the reason.
    webSocket.on('error', () => socket.destroySoon());
  }

  /** One message. Returns false once the buffer of the connection is full. */
  send(bytes: Uint8Array, form: 'text' | 'binary'): boolean {
    if (this.#webSocket.readyState !== this.#webSocket.OPEN) return false;
    this.#webSocket.send(bytes, { binary: form === 'binary' });
    return !this.#socket.writableNeedDrain;
  }

  /** After all that was sent. */
  end(): void {
    this.#webSocket.close(normalClosure);
    setTimeout(() => this.#webSocket.terminate(), goodbyeMs).unref();
  }

  /** There is room again. */
  onDrain(listener: () => void): void {
    this.#socket.on('drain', listener);
  }

  /** The connection is over; comes once. */
  onClose(listener: () => void): void {
    this.#socket.once('close', listener);
  }
}
