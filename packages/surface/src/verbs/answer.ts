/** Answers with one object, in the representation that was agreed on. */
import { Status as StatusMessage } from '@keelson/api';
import { failure } from '@keelson/meta';
import type { Answer, Form, Soon } from '@keelson/registry';

import { noteAnswer } from '../audit/note-bodies.ts';
import type { Exchange } from '../chain/exchange.ts';
import { mediaTypes } from '../negotiate/accept.ts';
import { encodeText, isAsStored, objectEncoding, type ObjectContext } from '../represent/object-encoding.ts';
import { wholeRow } from '../represent/row-encoding.ts';
import { printerOf, tableValue } from '../represent/table.ts';
import { sendBytes } from '../respond/send-pieces.ts';
import { sendStatus } from '../respond/send-status.ts';
import { statusStyle, type Agreement } from './representation.ts';
import type { VerbContext } from './verb-context.ts';

/** Behind JSON documents, unless they are laid out for people. */
const newline = Buffer.from('\n');
const nothing = Buffer.alloc(0);

export function answerObject(
  exchange: Exchange,
  context: VerbContext,
  agreed: Agreement,
  { answer, code }: { readonly answer: Answer; readonly code: number },
): Soon<void> {
  const agreement = answer.form.message === StatusMessage ? asItIs(agreed) : agreed;
  if (agreement.view === 'metadataList') {
    const message = `you requested PartialObjectMetadataList, but the requested object is not a list (${typeName(answer.form)})`;
    return sendStatus(exchange.response, failure('NotAcceptable', message), statusStyle(exchange, context));
  }
  noteAnswer(exchange, context, answer);
  const bytes = encodeAnswer(exchange, context, agreement, answer);
  const { incoming, response, passage: pace } = exchange;
  return sendBytes(
    { incoming, response, pace, status: code, contentType: mediaTypes[agreement.encoding] },
    bytes,
    agreement.encoding === 'json' && !agreement.isPretty ? newline : nothing,
  );
}

/** A Status is sent as it is, whatever view of an object was asked for. */
function asItIs(agreement: Agreement): Agreement {
  return { ...agreement, view: 'object' };
}

function encodeAnswer(
  exchange: Exchange,
  context: VerbContext,
  agreement: Agreement,
  { object, form }: Answer,
): Uint8Array {
  const { scheme, now } = context;
  const wanted = wantedOf(exchange);
  const objectContext: ObjectContext = { scheme, form, wanted, representation: agreement };
  if (agreement.view === 'table') {
    const table = {
      scheme,
      form,
      wanted,
      metaVersion: agreement.metaVersion,
      includeObject: agreement.includeObject,
      now,
    };
    const metadata = { resourceVersion: String(object.revision) };
    const value = tableValue(table, metadata, printerOf(table).columns, [wholeRow(table, object)]);
    return encodeText(value, agreement);
  }
  if (isAsStored(objectContext)) return object.value;
  return context.derive(object, objectEncoding(objectContext));
}

/** As the refusals of the API name a type: `*core.ConfigMap`. */
export function typeName({ group, kind }: Form): string {
  return `*${group === '' ? 'core' : group.slice(0, `${group}.`.indexOf('.'))}.${kind}`;
}

export function wantedOf({ info }: Exchange) {
  if (info.kind !== 'resource') throw new Error('only requests for resources are answered with objects');
  return info.place.resource;
}
