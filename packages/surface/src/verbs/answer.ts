/** Answers with one object, in the representation that was agreed on. */
import { Status as StatusMessage } from '@keelson/api';
import { encodeOnce, type Encoded } from '@keelson/cache';
import { failure } from '@keelson/meta';
import { type Answer, type Form } from '@keelson/registry';
import { when, type MaybePromise } from '@keelson/telemetry';

import { noteAnswer } from '../audit/note-bodies.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { mediaTypes } from '../negotiate/accept.ts';
import { isAsStored, objectEncoding, type ObjectContext } from '../represent/object-encoding.ts';
import { tableEncoding } from '../represent/row-encoding.ts';
import { sendDocument } from '../respond/send-document.ts';
import { sendStatus } from '../respond/send-status.ts';
import { statusStyle, type Agreement } from './representation.ts';
import { elsewhereFor, type VerbContext } from '../exchange/verb-context.ts';

export function answerObject(
  exchange: Exchange,
  context: VerbContext,
  agreed: Agreement,
  { answer, code }: { readonly answer: Answer; readonly code: number },
): MaybePromise<void> {
  const agreement = answer.form.message === StatusMessage ? asItIs(agreed) : agreed;
  if (agreement.view === 'metadataList') {
    const message = `you requested PartialObjectMetadataList, but the requested object is not a list (${internalTypeName(answer.form)})`;
    return sendStatus(exchange, failure('NotAcceptable', message), statusStyle(exchange, context));
  }
  const noted = noteAnswer(exchange, context, answer);
  const made = encodeAnswer(exchange, context, agreement, answer);
  const send = (bytes: Uint8Array): MaybePromise<void> => {
    const { incoming, response, passage: pace } = exchange;
    const contentType = mediaTypes[agreement.encoding];
    return sendDocument(
      { incoming, response, pace, compresses: context.compresses, status: code, contentType },
      bytes,
      agreement,
    );
  };
  return noted === undefined ? when(made, send) : Promise.all([made, noted]).then(([bytes]) => send(bytes));
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
): Encoded {
  const { scheme, now } = context;
  const wanted = wantedOf(exchange);
  const elsewhere = elsewhereFor(context, exchange.user.name);
  const objectContext: ObjectContext = { scheme, form, wanted, representation: agreement, elsewhere };
  if (agreement.view === 'table') {
    const { metaVersion, includeObject } = agreement;
    return encodeOnce(object, tableEncoding({ ...objectContext, metaVersion, includeObject, now }));
  }
  if (isAsStored(objectContext)) return object.value;
  return context.derive(object, objectEncoding(objectContext));
}

/** As the refusals of the API name a type: `*core.ConfigMap`. */
export function internalTypeName({ group, kind }: Form): string {
  return `*${group === '' ? 'core' : group.slice(0, `${group}.`.indexOf('.'))}.${kind}`;
}

export function wantedOf({ info }: Exchange) {
  if (info.kind !== 'resource') throw new Error('only requests for resources are answered with objects');
  return info.target.resource;
}
