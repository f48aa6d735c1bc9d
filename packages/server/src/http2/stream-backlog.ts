/** The part of a response over a stream of HTTP/2 that its client has not read. */
import type { Backlog } from '@keelson/http';
import type { ServerExchange } from '@keelson/http2';

export class StreamBacklog implements Backlog {
  readonly #exchange: Pick<ServerExchange, 'unreadBytes' | 'cutOff'>;
  #onRead: (() => void)[] = [];

  constructor(exchange: Pick<ServerExchange, 'unreadBytes' | 'cutOff'>) {
    this.#exchange = exchange;
  }

  bytes(): number {
    return this.#exchange.unreadBytes();
  }

  onceRead(settle: () => void): void {
    this.#onRead.push(settle);
  }

  cutOff(): void {
    this.#exchange.cutOff();
  }

  /** All has left, or the stream was reset. */
  settle(): void {
    const listeners = this.#onRead;
    this.#onRead = [];
    for (const settle of listeners) settle();
  }
}
