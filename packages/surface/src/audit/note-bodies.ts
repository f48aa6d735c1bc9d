/** Bodies for audit events, as JSON whatever the content type; only at levels that include them. */
import { largestEventBytes, type AuditRecord } from '@keelson/audit';
import { encodeOnce, type Encoded } from '@keelson/cache';
import { type Answer, type ListAnswer } from '@keelson/registry';
import type { Resource } from '@keelson/schema';
import { when, type MaybePromise } from '@keelson/telemetry';

import type { Exchange } from '../exchange/exchange.ts';
import { auditedEncoding } from '../represent/audited-encoding.ts';
import { writeList } from '../represent/list-writer.ts';
import { objectEncoding } from '../represent/object-encoding.ts';
import { elsewhereFor, type VerbContext } from '../exchange/verb-context.ts';
import { isHeavyToPrint, printBody, type BodyRecipe } from '../represent/print-body.ts';

const plain = { encoding: 'json', view: 'object', metaVersion: 'v1', isPretty: false } as const;

/** Adds the request body to the audit record. A body that cannot be read is left out. */
export function noteRequestBody(exchange: Exchange, context: VerbContext, bytes: Uint8Array): MaybePromise<void> {
  const { incoming, record, info, user } = exchange;
  if (record?.wantsRequest !== true || info.kind !== 'resource' || bytes.length === 0) return undefined;
  const { verb, target } = info;
  const { group, version, plural } = target.resource;
  const recipe: BodyRecipe = {
    contentType: incoming.headers['content-type'],
    verb,
    resource: { group, version, plural },
    subresource: target.subresource,
    omitsManagedFields: record.omitsManagedFields,
  };
  const { printElsewhere, scheme } = context;
  const elsewhere = isHeavyToPrint(recipe, bytes) ? printElsewhere?.(recipe, bytes, user.name) : undefined;
  const printed = elsewhere ?? printBody(scheme, recipe, bytes);
  return when(printed, (text) => {
    if (text !== undefined) record.noteRequest(text);
  });
}

/** The object of an answer, and the name of one that was made. */
export function noteAnswer(exchange: Exchange, context: VerbContext, { object, form }: Answer): MaybePromise<void> {
  const { record, info, user } = exchange;
  if (record === undefined || info.kind !== 'resource') return undefined;
  const { target, verb } = info;
  if (verb === 'create' && target.name === undefined)
    record.noteName(object.key.slice(object.key.lastIndexOf('/') + 1));
  if (!record.wantsResponse) return undefined;
  const elsewhere = elsewhereFor(context, user.name);
  const encoding = { scheme: context.scheme, form, wanted: target.resource, representation: plain, elsewhere };
  const made: Encoded = record.omitsManagedFields
    ? encodeOnce(object, auditedEncoding(encoding))
    : context.derive(object, objectEncoding(encoding));
  return when(made, (bytes) => record.noteResponse([bytes]));
}

/** Costs no copy of items that are sent as they are stored. */
export function noteList(exchange: Exchange, context: VerbContext, answer: ListAnswer): MaybePromise<void> {
  const { record, info } = exchange;
  if (record?.wantsResponse !== true || info.kind !== 'resource') return undefined;
  return noteItems({ record, user: exchange.user.name, wanted: info.target.resource }, context, answer);
}

interface Noting {
  readonly record: AuditRecord;
  readonly user: string;
  readonly wanted: Resource;
}

async function noteItems({ record, user, wanted }: Noting, context: VerbContext, answer: ListAnswer): Promise<void> {
  const { scheme, now, derive, joined } = context;
  const elsewhere = elsewhereFor(context, user);
  const writing = {
    scheme,
    now,
    derive,
    joined,
    elsewhere,
    form: answer.form,
    wanted,
    representation: plain,
    ...plain,
  };
  const itemEncoding = record.omitsManagedFields ? auditedEncoding(writing) : undefined;
  const { pieces } = writeList({ ...writing, itemEncoding, includeObject: 'Metadata' }, answer);
  const held: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    held.push(piece);
    bytes += piece.length;
    if (bytes > largestEventBytes) {
      record.noteTooLarge();
      return;
    }
  }
  record.noteResponse(held);
}
