/**
 * Watches: a stream of events until the time is up, the client leaves or falls too far
 * behind. Encoders are shared by all watchers of a representation.
 */

import type { CacheWatch, WatchEncoder } from '@keelson/cache';
import { asksForWebSocket } from '@keelson/http';
import { notAcceptable, type RequestTarget } from '@keelson/meta';
import { answerFormOf, type WatchSink } from '@keelson/registry';

import type { Exchange } from '../exchange/exchange.ts';
import { elsewhereFor, type VerbContext } from '../exchange/verb-context.ts';
import { mediaTypes } from '../negotiate/accept.ts';
import { createPerDeclaration } from '../represent/per-declaration.ts';
import { createWatchEncoder, type WatchContext } from '../represent/watch-encoder.ts';
import { sendStatus } from '../respond/send-status.ts';
import { createCompleteEvents } from './complete-events.ts';
import { EventMessages } from './event-messages.ts';
import { EventStream, streamTypeOf } from './event-stream.ts';
import { listOptions } from './list.ts';
import { agree, statusStyle, type Agreement } from './representation.ts';
import type { VerbHandler } from './verb.ts';

export const watchVerb: VerbHandler = (exchange, target, context) => {
  const { incoming, response } = exchange;
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
  const parts = {
    pace: exchange.passage,
    agreement,
    sent,
    meter: exchange.passage.meterWatch(),
    complete: createCompleteEvents(target, agreement),
  };
  const inMessages = asksForWebSocket(incoming.headers);
  const stream = inMessages
    ? new EventMessages({ ...parts, incoming })
    : new EventStream({ ...parts, response, record: exchange.record });
  const isList = agreement.view === 'metadataList';
  const opened = context.registry.watch(target, options, {
    encoder: encoderFor(target, isList ? { ...agreement, view: 'metadata' } : agreement, context, !inMessages),
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
  response.writeHead(200, { 'Content-Type': streamTypeOf(agreement) });
  response.end();
}

const unsent: WatchSink = { onChunks: () => true, onEnd: () => undefined };

/** YAML is none of them. */
const streamTypes = [`${mediaTypes.json};stream=watch`, `${mediaTypes.protobuf};stream=watch`];

/** Spread, so that watches that began together do not all come back together. */
function randomTimeout({ minWatchTimeoutMs, random }: VerbContext): string {
  return String(Math.floor((minWatchTimeoutMs / 1000) * (1 + random())));
}

/** By representation, for each pair of declarations: an encoder does not outlive those it was made of. */
const newEncoders = () => createPerDeclaration(() => new Map<string, WatchEncoder>());
const encoders = new WeakMap<VerbContext, ReturnType<typeof newEncoders>>();

/** A message holds one event, a stream as many as are there. */
function encoderFor(
  target: RequestTarget,
  agreement: Agreement,
  context: VerbContext,
  joinsEvents: boolean,
): WatchEncoder {
  let encodersOf = encoders.get(context);
  if (encodersOf === undefined) encoders.set(context, (encodersOf = newEncoders()));
  const writing = writingContext(target, agreement, context);
  const known = encodersOf(writing.form, writing.wanted);
  const { encoding, view, metaVersion, includeObject, isPretty } = agreement;
  const representation = [encoding, view, metaVersion, includeObject, isPretty, joinsEvents].join(' ');
  const found = known.get(representation);
  if (found !== undefined) return found;
  const made = createWatchEncoder({ ...writing, joined: joinsEvents ? context.joinedEvents : undefined });
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
