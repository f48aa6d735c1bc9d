/**
 * Watches: a stream of events until the time is up, the client leaves or falls too far
 * behind. Encoders are shared by all watchers of a representation.
 */

import type { AuditRecord } from '@keelson/audit';
import type { CacheWatch, WatchEncoder } from '@keelson/cache';
import type { WatchMeter } from '@keelson/flowcontrol';
import type { Outgoing } from '@keelson/http';
import { notAcceptable, type RequestTarget } from '@keelson/meta';
import { answerFormOf } from '@keelson/registry';
import type { WatchEnding, WatchSink } from '@keelson/registry';
import { tableOf } from '@keelson/schema';

import { mediaTypes } from '../negotiate/accept.ts';
import { createPerDeclaration } from '../represent/per-declaration.ts';
import { createWatchEncoder, frameEvent, type WatchContext } from '../represent/watch-encoder.ts';
import type { AnswerPace } from '../respond/answer-pace.ts';
import { bytesOf, cutShared } from '../respond/cut-shared.ts';
import { mostBytes } from '../respond/gather.ts';
import { joinShared } from '../respond/join-shared.ts';
import { encodeStatus, sendStatus } from '../respond/send-status.ts';
import { listOptions } from './list.ts';
import { agree, statusStyle, type Agreement } from './representation.ts';
import type { EventCount } from '../exchange/event-count.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { elsewhereFor, type VerbContext } from '../exchange/verb-context.ts';
import type { VerbHandler } from './verb.ts';

export const watchVerb: VerbHandler = (exchange, target, context) => {
  const { response } = exchange;
  const agreed = agree(exchange, context);
  if (!agreed.ok) return sendStatus(exchange, agreed.status);
  // A watch stream has one line per event, so `pretty` is ignored.
  const agreement = { ...agreed.agreement, isPretty: false };
  if (agreement.encoding === 'yaml') {
    return sendStatus(exchange, notAcceptable(streamTypes), statusStyle(exchange, context));
  }
  const timeoutSeconds = exchange.url.query.first('timeoutSeconds') ?? randomTimeout(context);
  const options = { ...listOptions(exchange), timeoutSeconds };
  const sent = context.watchEvents(target.resource);
  const stream = new EventStream({
    response,
    record: exchange.record,
    pace: exchange.passage,
    agreement,
    sent,
    meter: exchange.passage.meterWatch(),
    patchFirst: firstEventPatch(target, agreement),
  });
  const isList = agreement.view === 'metadataList';
  const opened = context.registry.watch(target, options, {
    encoder: encoderFor(target, isList ? { ...agreement, view: 'metadata' } : agreement, context),
    sink: isList ? unsent : stream,
  });
  if (!opened.ok) return sendStatus(exchange, opened.status, statusStyle(exchange, context));
  if (isList) return endAtOnce(opened.value, exchange, agreement);
  stream.begin(opened.value);
  exchange.passage.beginWatch();
};

/** An event is no list: there is nothing that could be sent in that form. Its options are checked all the same. */
function endAtOnce(watch: CacheWatch, { response }: Exchange, agreement: Agreement): void {
  watch.close();
  response.writeHead(200, { 'Content-Type': contentTypeOf(agreement) });
  response.end();
}

const unsent: WatchSink = { onChunks: () => true, onEnd: () => undefined };

/** YAML is none of them. */
const streamTypes = [`${mediaTypes.json};stream=watch`, `${mediaTypes.protobuf};stream=watch`];

function contentTypeOf({ encoding }: Agreement): string {
  return encoding === 'json' ? mediaTypes.json : `${mediaTypes[encoding]};stream=watch`;
}

/** Spread, so that watches that began together do not all come back together. */
function randomTimeout({ minWatchTimeoutMs, random }: VerbContext): string {
  return String(Math.floor((minWatchTimeoutMs / 1000) * (1 + random())));
}

/** By representation, for each pair of declarations: an encoder does not outlive those it was made of. */
const newEncoders = () => createPerDeclaration(() => new Map<string, WatchEncoder>());
const encoders = new WeakMap<VerbContext, ReturnType<typeof newEncoders>>();

function encoderFor(target: RequestTarget, agreement: Agreement, context: VerbContext): WatchEncoder {
  let encodersOf = encoders.get(context);
  if (encodersOf === undefined) encoders.set(context, (encodersOf = newEncoders()));
  const writing = writingContext(target, agreement, context);
  const known = encodersOf(writing.form, writing.wanted);
  const { encoding, view, metaVersion, includeObject, isPretty } = agreement;
  const representation = [encoding, view, metaVersion, includeObject, isPretty].join(' ');
  const found = known.get(representation);
  if (found !== undefined) return found;
  const made = createWatchEncoder(writing);
  known.set(representation, made);
  return made;
}

/** Objects in a watch are of the stored version, unless another server has converted them. */
function writingContext({ resource }: RequestTarget, agreement: Agreement, context: VerbContext): WatchContext {
  const { scheme, now } = context;
  // On behalf of all who watch.
  const elsewhere = elsewhereFor(context, '');
  const form = answerFormOf(scheme, resource);
  return { scheme, form, wanted: resource, representation: agreement, elsewhere, now, ...agreement };
}

/** The first event of a table carries the columns; what is shared has none. */
function firstEventPatch(target: RequestTarget, agreement: Agreement): ((event: Uint8Array) => Uint8Array) | undefined {
  if (agreement.view !== 'table') return undefined;
  const columns = JSON.stringify(tableOf(target.resource).columns);
  return (event) =>
    Buffer.from(
      Buffer.from(event)
        .toString()
        .replace('"columnDefinitions":null', () => `"columnDefinitions":${columns}`),
    );
}

interface EventStreamParts {
  readonly response: Outgoing;
  readonly record: AuditRecord | undefined;
  readonly pace: AnswerPace;
  readonly agreement: Agreement;
  readonly sent: EventCount;
  readonly meter: WatchMeter | undefined;
  readonly patchFirst: ((event: Uint8Array) => Uint8Array) | undefined;
}

/** Writes the chunks of a turn at once, and reports to the watch cache when the socket is full and when it drains. */
class EventStream implements WatchSink {
  readonly #response: Outgoing;
  readonly #record: AuditRecord | undefined;
  readonly #pace: AnswerPace;
  readonly #agreement: Agreement;
  readonly #sent: EventCount;
  readonly #meter: WatchMeter | undefined;
  #patchFirst: ((event: Uint8Array) => Uint8Array) | undefined;
  #watch: CacheWatch | undefined;
  #hasBegun = false;
  #early: WatchEnding | undefined;
  /** The pieces of an event too large for one write, and the index of the next one. */
  #pieces: readonly Uint8Array[] = [];
  #next = 0;
  /** Of the pieces, where no other stream has them. */
  #ownBytes = 0;

  constructor({ response, record, pace, agreement, sent, meter, patchFirst }: EventStreamParts) {
    this.#response = response;
    this.#record = record;
    this.#pace = pace;
    this.#agreement = agreement;
    this.#sent = sent;
    this.#meter = meter;
    this.#patchFirst = patchFirst;
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
    this.#sent.add(chunks);
    const due = this.#withColumns(chunks);
    const bytes = bytesOf(due);
    this.#meter?.note(chunks.length, bytes);
    if (bytes <= mostBytes) return this.#write(joinShared(due));
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
    if (ending.status !== undefined) {
      const isProtobuf = this.#agreement.encoding === 'protobuf';
      const status = encodeStatus(ending.status, { encoding: this.#agreement.encoding, isPretty: false });
      this.#response.write(frameEvent('ERROR', isProtobuf ? status : status.subarray(0, -1), isProtobuf));
    }
    this.#response.end();
  }

  #start(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#response.writeHead(200, { 'Content-Type': contentTypeOf(this.#agreement) });
    this.#record?.noteStarted(200);
    // Clients wait for the headers, not for the first event.
    this.#response.flushHeaders();
  }

  #withColumns(chunks: readonly Uint8Array[]): readonly Uint8Array[] {
    const patch = this.#patchFirst;
    const [first, ...rest] = chunks;
    if (patch === undefined || first === undefined) return chunks;
    this.#patchFirst = undefined;
    return [patch(first), ...rest];
  }
}
