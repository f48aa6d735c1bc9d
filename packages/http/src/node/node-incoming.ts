/**
 * A request that Node's server took. Reads its body up to a limit: a client that sends
 * more, or stops in the middle, costs no more than what came so far.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

import { connectionOf, type ClientConnection } from '../client-connection.ts';
import type { BodyReader, BodyResult, Incoming, OnBytes } from '../exchange.ts';
import { HeldBytes } from '../held-bytes.ts';
import { readPieces } from './read-pieces.ts';

/** A client that sends on for longer, or more, is not listening; one that sends nothing has nothing more to send. */
const discardedMs = 30_000;
const discardedSilentMs = 2_000;
const discardedBytes = 64 * 1024 * 1024;

export class NodeIncoming implements Incoming {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly connection: ClientConnection;
  readonly #message: IncomingMessage;
  #isDiscarding = false;

  constructor(message: IncomingMessage) {
    const { method = 'GET', url = '/', headers, rawHeaders, socket } = message;
    this.method = method;
    this.url = url;
    this.headers = headers;
    this.rawHeaders = rawHeaders;
    this.connection = connectionOf(socket);
    this.#message = message;
  }

  isComplete(): boolean {
    return this.#message.complete;
  }

  readBody(limitBytes: number, onBytes?: OnBytes): Promise<BodyResult> {
    const message = this.#message;
    const announced = Number(this.headers['content-length'] ?? 0);
    if (announced > limitBytes) return Promise.resolve({ ok: false, reason: 'tooLarge' });
    // A message destroyed before it is read emits no further events.
    if (message.destroyed) return Promise.resolve({ ok: false, reason: 'aborted' });
    return new Promise((resolve) => {
      const held = new HeldBytes();
      const settle = (result: BodyResult): void => {
        message.off('data', onData).off('end', onEnd).off('error', onAborted).off('close', onAborted);
        resolve(result);
      };
      const refuse = (reason: 'tooLarge' | 'refused'): void => {
        message.pause();
        settle({ ok: false, reason });
      };
      const onData = (chunk: Buffer): void => {
        if (held.length + chunk.length > limitBytes) refuse('tooLarge');
        else if (onBytes?.(chunk.length) === false) refuse('refused');
        else held.push(chunk);
      };
      const onEnd = (): void => settle({ ok: true, bytes: held.take() });
      const onAborted = (): void => settle({ ok: false, reason: 'aborted' });
      message.on('data', onData).on('end', onEnd).on('error', onAborted).on('close', onAborted);
    });
  }

  readPieces(): BodyReader {
    return readPieces(this.#message);
  }

  discardRest(): void {
    const message = this.#message;
    if (this.#isDiscarding || message.complete) return;
    this.#isDiscarding = true;
    keepOpenUntilRead(message);
    let left = discardedBytes;
    const giveUp = (): void => {
      if (!message.complete) message.destroy();
    };
    const total = setTimeout(giveUp, discardedMs).unref();
    const silent = setTimeout(giveUp, discardedSilentMs).unref();
    message.on('data', (chunk: Buffer) => {
      silent.refresh();
      left -= chunk.length;
      if (left < 0) message.destroy();
    });
    message.on('error', () => undefined);
    message.once('close', () => {
      clearTimeout(total);
      clearTimeout(silent);
    });
    message.resume();
  }
}

/**
 * Node closes a connection as soon as the last response has been written. With bytes of the request unread that resets
 * the connection, and a client that is still sending loses the response.
 */
function keepOpenUntilRead(message: IncomingMessage): void {
  const { socket } = message;
  const close = socket.destroySoon.bind(socket);
  socket.destroySoon = (): void => {
    if (message.complete || message.destroyed) close();
    else message.once('close', close);
  };
}
