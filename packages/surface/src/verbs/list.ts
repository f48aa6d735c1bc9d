/** GET of a collection. */
import { failure } from '@keelson/meta';
import type { ListAnswer, ListOptions } from '@keelson/registry';

import { noteList } from '../audit/note-bodies.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { mediaTypes } from '../negotiate/accept.ts';
import type { Pieces } from '../represent/list-context.ts';
import { keptBytes } from '../represent/protobuf-list.ts';
import { writeList, type WrittenList } from '../represent/list-writer.ts';
import { sendPieces } from '../respond/send-pieces.ts';
import { sendStatus } from '../respond/send-status.ts';
import { internalTypeName, wantedOf } from './answer.ts';
import { agree, statusStyle, type Agreement } from './representation.ts';
import { elsewhereFor, type VerbContext } from '../exchange/verb-context.ts';
import type { VerbHandler } from './verb.ts';

export const listVerb: VerbHandler = async (exchange, target, context) => {
  const agreed = agree(exchange, context);
  if (!agreed.ok) return sendStatus(exchange, agreed.status);
  const found = await context.registry.list(target, listOptions(exchange));
  if (!found.ok) return sendStatus(exchange, found.status, statusStyle(exchange, context));
  return answerList(exchange, context, agreed.agreement, found.value);
};

export async function answerList(
  exchange: Exchange,
  context: VerbContext,
  agreement: Agreement,
  answer: ListAnswer,
): Promise<void> {
  const { incoming, response, passage: pace } = exchange;
  if (agreement.view === 'metadata') {
    const message = `you requested PartialObjectMetadata, but the requested object is a list (${internalTypeName(answer.form)}List)`;
    sendStatus(exchange, failure('NotAcceptable', message), statusStyle(exchange, context));
    return;
  }
  const { scheme, now, derive, joined } = context;
  const writing = {
    scheme,
    form: answer.form,
    wanted: wantedOf(exchange),
    representation: agreement,
    now,
    derive,
    joined,
    elsewhere: elsewhereFor(context, exchange.user.name),
    ...agreement,
  };
  const sending = {
    incoming,
    response,
    pace,
    compresses: context.compresses,
    status: 200,
    contentType: mediaTypes[agreement.encoding],
    heldBytes:
      (answer.ownBytes ?? 0) +
      answer.objects.length * bytesPerReference +
      (agreement.encoding === 'protobuf' ? keptBytes(answer.objects) : 0),
  };
  const noted = noteList(exchange, context, answer);
  if (noted !== undefined) await noted;
  const list = writeList(writing, answer);
  return sendPieces(sending, agreement.encoding === 'json' && !agreement.isPretty ? withNewline(list) : list);
}

/** Of an object that others hold too. */
const bytesPerReference = 8;

const newline = Buffer.from('\n');

function withNewline(list: WrittenList): WrittenList {
  const { pieces, bytes } = list;
  const measured = bytes !== undefined && { bytes: bytes + newline.length };
  return { ...list, ...measured, pieces: followed(pieces, newline) };
}

function followed(pieces: Pieces, last: Uint8Array): Pieces {
  return Symbol.iterator in pieces ? followedNow(pieces, last) : followedLater(pieces, last);
}

function* followedNow(pieces: Iterable<Uint8Array>, last: Uint8Array): Iterable<Uint8Array> {
  yield* pieces;
  yield last;
}

async function* followedLater(pieces: AsyncIterable<Uint8Array>, last: Uint8Array): AsyncIterable<Uint8Array> {
  yield* pieces;
  yield last;
}

export function listOptions({ url: { query } }: Exchange): ListOptions {
  return {
    labelSelector: query.first('labelSelector'),
    fieldSelector: query.first('fieldSelector'),
    resourceVersion: query.first('resourceVersion'),
    resourceVersionMatch: query.first('resourceVersionMatch'),
    limit: query.first('limit'),
    continue: query.first('continue'),
    timeoutSeconds: query.first('timeoutSeconds'),
    allowWatchBookmarks: query.first('allowWatchBookmarks'),
    sendInitialEvents: query.first('sendInitialEvents'),
  };
}
