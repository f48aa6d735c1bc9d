/** A connection of HTTP/2: many requests at once. */
import type { Socket } from 'node:net';

import { openConnection, type Http2Connection } from '@keelson/http2';

import type { AnswerReceiver, CarriedRequest, Carriage, Carrier, CarrierEvents } from '../carrier.ts';
import { CarriedStream } from './carried-stream.ts';

export interface SharedConnection {
  readonly socket: Socket;
  readonly trustedUntilMs: number;
  readonly idleMs: number;
  readonly now: () => number;
}

/** Below what servers usually allow. One that allows fewer says so, and its word counts. */
const maxStreams = 100;
/** Bytes of each answer that may be on their way, or wait for their reader. Less would hold a large answer up by a round trip each. */
const windowBytes = 1024 * 1024;
/** Health check intervals of Go's Kubernetes clients. */
const pingMs = 30_000;
const pongMs = 15_000;
/** Of a server to begin: that of Go's clients for a handshake. */
const settingsMs = 10_000;
/** In doubt, a connection that is silent for so long after a ping is closed. */
const probeMs = 5_000;

export class Http2Carrier implements Carrier {
  readonly protocol = 'h2';
  readonly #connection: Http2Connection;
  readonly #shared: SharedConnection;
  readonly #events: CarrierEvents;
  /** A new connection was opened for a request, which it carries in any case. */
  #usableUntilMs = Infinity;
  #load = 0;
  #isRetired = false;

  constructor(shared: SharedConnection, events: CarrierEvents) {
    const { socket } = shared;
    this.#shared = shared;
    this.#events = events;
    const onOver = (): void => this.#events.onGone(this);
    this.#connection = openConnection({ socket, streamWindow: windowBytes, pingMs, pongMs, settingsMs, onOver });
  }

  get load(): number {
    return this.#load;
  }

  hasRoom(nowMs: number): boolean {
    if (this.#isRetired || nowMs >= this.#usableUntilMs || !this.#connection.isTaking()) return false;
    return this.#load < Math.min(maxStreams, this.#connection.mostStreams() ?? maxStreams);
  }

  carry(request: CarriedRequest, receiver: AnswerReceiver): Carriage {
    if (this.#load === 0) {
      this.#shared.socket.ref();
      this.#usableUntilMs = this.#shared.trustedUntilMs;
    }
    this.#load += 1;
    return new CarriedStream(this.#connection, request, { receiver, onEnded: this.#onEnded, onDoubt: this.#onDoubt });
  }

  rest(): void {
    const { now, idleMs, trustedUntilMs } = this.#shared;
    this.#usableUntilMs = Math.min(now() + idleMs, trustedUntilMs);
  }

  retire(): void {
    this.#isRetired = true;
    if (this.#load === 0) this.destroy();
  }

  destroy(): void {
    this.#connection.close();
  }

  readonly #onEnded = (): void => {
    this.#load -= 1;
    if (this.#load === 0) {
      this.rest();
      this.#shared.socket.unref();
      if (this.#isRetired) this.destroy();
    }
    if (this.#connection.isTaking()) this.#events.onRoom(this);
  };

  /** A connection may be dead without a sign of it, and all further requests would wait on it. */
  readonly #onDoubt = (): void => this.#connection.probe(probeMs);
}
