/** The answer to a watch as a stream of bytes. */
import type { AuditRecord } from '@keelson/audit';
import type { CacheWatch } from '@keelson/cache';
import type { WatchMeter } from '@keelson/flowcontrol';
import type { Outgoing } from '@keelson/http';
import type { WatchEnding, WatchSink } from '@keelson/registry';

import type { EventCount } from '../exchange/event-count.ts';
import { mediaTypes } from '../negotiate/accept.ts';
import { eventsIn } from '../represent/joined-events.ts';
import { leastWriteBytes, mostWriteBytes } from '../represent/write-size.ts';
import type { AnswerPace } from '../respond/answer-pace.ts';
import { bytesOf, cutShared } from '../respond/cut-shared.ts';
import { joinShared } from '../respond/join-shared.ts';
import { encodeEnding, type CompleteEvents } from './complete-events.ts';
import type { Agreement } from './representation.ts';

export function streamTypeOf({ encoding }: Agreement): string {
  return encoding === 'json' ? mediaTypes.json : `${mediaTypes[encoding]};stream=watch`;
}

export interface EventStreamParts {
  readonly response: Outgoing;
  readonly record: AuditRecord | undefined;
  readonly pace: AnswerPace;
  readonly agreement: Agreement;
  readonly sent: EventCount;
  readonly meter: WatchMeter | undefined;
  readonly complete: CompleteEvents;
}

/** Writes the chunks of a turn at once, and reports to the watch cache when the socket is full and when it drains. */
export class EventStream implements WatchSink {
  readonly #response: Outgoing;
  readonly #record: AuditRecord | undefined;
  readonly #pace: AnswerPace;
  readonly #agreement: Agreement;
  readonly #sent: EventCount;
  readonly #meter: WatchMeter | undefined;
  readonly #complete: CompleteEvents;
  #watch: CacheWatch | undefined;
  #hasBegun = false;
  #early: WatchEnding | undefined;
  /** The pieces of an event too large for one write, and the index of the next one. */
  #pieces: readonly Uint8Array[] = [];
  #next = 0;
  /** Of the pieces, where no other stream has them. */
  #ownBytes = 0;

  constructor({ response, record, pace, agreement, sent, meter, complete }: EventStreamParts) {
    this.#response = response;
    this.#record = record;
    this.#pace = pace;
    this.#agreement = agreement;
    this.#sent = sent;
    this.#meter = meter;
    this.#complete = complete;
  }

  begin(watch: CacheWatch): void {
    this.#watch = watch;
    this.#start();
    this.#response.on('close', () => watch.close());
    this.#response.on('drain', () => {
      this.#pace.rests();
      if (this.#writePieces()) watch.resume();
    });
    if (this.#early !== undefined) this.onEnd(this.#early);
  }

  onChunks(chunks: readonly Uint8Array[]): boolean {
    this.#start();
    const events = eventsIn(chunks);
    this.#sent.add(events);
    const due = this.#complete(chunks);
    const bytes = bytesOf(due);
    this.#meter?.note(events.length, bytes);
    if (bytes <= mostWriteBytes && !isLargeAmong(due)) return this.#write(joinShared(due));
    const { pieces, ownBytes } = cutShared(due);
    this.#pieces = pieces;
    this.#next = 0;
    this.#ownBytes = ownBytes;
    return this.#writePieces();
  }

  /** Returns false once the response's buffer is full. */
  #write(bytes: Uint8Array): boolean {
    const hasRoom = this.#response.write(bytes);
    if (!hasRoom) this.#pace.waits(this.#ownBytes);
    return hasRoom;
  }

  #writePieces(): boolean {
    let hasRoom = true;
    for (let piece = this.#takePiece(); piece !== undefined; piece = hasRoom ? this.#takePiece() : undefined) {
      hasRoom = this.#write(piece);
    }
    return hasRoom;
  }

  #takePiece(): Uint8Array | undefined {
    const piece = this.#pieces[this.#next];
    if (piece !== undefined) {
      this.#next += 1;
    } else if (this.#next > 0) {
      this.#pieces = [];
      this.#next = 0;
      this.#ownBytes = 0;
    }
    return piece;
  }

  onEnd(ending: WatchEnding): void {
    if (this.#watch === undefined) {
      this.#early = ending;
      return;
    }
    // An event cut off in the middle would run into the next line.
    for (let piece = this.#takePiece(); piece !== undefined; piece = this.#takePiece()) this.#response.write(piece);
    if (ending.status !== undefined) this.#response.write(encodeEnding(ending.status, this.#agreement));
    this.#response.end();
  }

  #start(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#response.writeHead(200, { 'Content-Type': streamTypeOf(this.#agreement) });
    this.#record?.noteStarted(200);
    // Clients wait for the headers, not for the first event.
    this.#response.flushHeaders();
  }
}

/** One that is sent as it is, and not copied. */
function isLargeAmong(chunks: readonly Uint8Array[]): boolean {
  return chunks.length > 1 && chunks.some(({ length }) => length >= leastWriteBytes);
}
