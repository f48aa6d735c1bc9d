/**
 * The answer to a watch as messages of a WebSocket, one for each event: text, or binary for protobuf, whose frame of a
 * message takes the place of the length before an event. Clients that cannot read an answer in pieces watch like this.
 */
import type { CacheWatch } from '@keelson/cache';
import type { WatchMeter } from '@keelson/flowcontrol';
import { openWebSocket, type Incoming, type MessageSocket } from '@keelson/http';
import type { WatchEnding, WatchSink } from '@keelson/registry';

import type { EventCount } from '../exchange/event-count.ts';
import { withoutToken } from '../request/web-socket-token.ts';
import type { AnswerPace } from '../respond/answer-pace.ts';
import { encodeEnding, type CompleteEvents } from './complete-events.ts';
import type { Agreement } from './representation.ts';

export interface EventMessagesParts {
  readonly incoming: Incoming;
  readonly pace: AnswerPace;
  readonly agreement: Agreement;
  readonly sent: EventCount;
  readonly meter: WatchMeter | undefined;
  readonly complete: CompleteEvents;
}

/** Before an event in protobuf. */
const lengthBytes = 4;

export class EventMessages implements WatchSink {
  readonly #parts: EventMessagesParts;
  readonly #isProtobuf: boolean;
  #messages: MessageSocket | undefined;
  #early: WatchEnding | undefined;

  constructor(parts: EventMessagesParts) {
    this.#parts = parts;
    this.#isProtobuf = parts.agreement.encoding === 'protobuf';
  }

  /** The connection leaves HTTP here: its request is over for all who count requests. */
  begin(watch: CacheWatch): void {
    const { incoming, pace } = this.#parts;
    const { method, url, headers } = incoming;
    const taken = incoming.connection.takeOver();
    const messages = taken && openWebSocket({ method, url, headers: withoutToken(headers) }, taken);
    if (messages === undefined) return watch.close();
    this.#messages = messages;
    messages.onDrain(() => {
      pace.rests();
      watch.resume();
    });
    messages.onClose(() => {
      pace.rests();
      watch.close();
    });
    if (this.#early !== undefined) this.onEnd(this.#early);
  }

  onChunks(chunks: readonly Uint8Array[]): boolean {
    const { complete, sent, meter, pace } = this.#parts;
    sent.add(chunks);
    let hasRoom = true;
    let bytes = 0;
    for (const event of complete(chunks)) {
      bytes += event.length;
      hasRoom = this.#send(event);
    }
    meter?.note(chunks.length, bytes);
    if (!hasRoom) pace.waits();
    return hasRoom;
  }

  #send(event: Uint8Array): boolean {
    if (this.#messages === undefined) return false;
    if (this.#isProtobuf) return this.#messages.send(event.subarray(lengthBytes), 'binary');
    return this.#messages.send(event, 'text');
  }

  onEnd(ending: WatchEnding): void {
    if (this.#messages === undefined) {
      this.#early = ending;
      return;
    }
    if (ending.status !== undefined) this.#send(encodeEnding(ending.status, this.#parts.agreement));
    this.#messages.end();
  }
}
