/**
 * Lists, piece by piece: a head, the items, a tail. A list of stored JSON is written
 * out of the stored bytes; nothing is parsed and no list is ever one string.
 */
import type { ObjectVersion } from '@keelson/cache';
import { PartialObjectMetadataList } from '@keelson/api';
import type { ListAnswer } from '@keelson/registry';
import { decodeJson, encodeProtobuf, groupVersion, sealEnvelope, stringifyJson } from '@keelson/schema';
import type { JsonValue, Message, TypeMeta } from '@keelson/schema';

import { encodeText, isAsStored, messageOf, type ObjectContext } from './object-encoding.ts';
import { partialOf } from './partial.ts';
import { decodeAs, parseStored } from './stored-object.ts';
import { columnsOf, rowOf, tableValue, type TableContext } from './table.ts';

/** Made one at a time, as the client takes them. */
export type Pieces = Iterable<Uint8Array>;

export interface ListContext extends ObjectContext, TableContext {}

interface ListMeta {
  readonly resourceVersion: string;
  readonly continue?: string;
  readonly remainingItemCount?: number;
}

export function listPieces(context: ListContext, answer: ListAnswer): Pieces {
  if (isAsStored(context)) return storedPieces(context, answer);
  if (context.representation.encoding === 'protobuf') return [protobufList(context, answer)];
  return [Buffer.from(encodeText(listValue(context, answer), context.representation))];
}

function metaOf({ resourceVersion, continue: token, remainingItemCount }: ListAnswer): ListMeta {
  return {
    resourceVersion,
    ...(token !== undefined && { continue: token }),
    ...(remainingItemCount !== undefined && { remainingItemCount }),
  };
}

const comma = Buffer.from(',');
const openItem = Buffer.from('{');
const noItem = Buffer.alloc(0);

function* storedPieces({ wanted }: ListContext, answer: ListAnswer): Pieces {
  const typeMeta = { kind: `${wanted.kind}List`, apiVersion: groupVersion(wanted), metadata: metaOf(answer) };
  yield Buffer.from(`${JSON.stringify(typeMeta).slice(0, -1)},"items":[`);
  const skipped = skippedPrefix(answer.objects[0]);
  let separator = noItem;
  for (const { value } of answer.objects) {
    if (separator.length > 0) yield separator;
    separator = comma;
    // All items of a list have the type of the list, which need not be said again.
    if (skipped > 0) yield openItem;
    yield skipped > 0 ? value.subarray(skipped) : value;
  }
  yield Buffer.from(']}');
}

/** Stored objects begin with their type, in the same bytes for all objects of a kind. */
function skippedPrefix(first: ObjectVersion | undefined): number {
  if (first === undefined) return 0;
  const start = first.value.toString('latin1', 0, 300);
  return /^\{"kind":"[^"]*","apiVersion":"[^"]*",/.exec(start)?.[0].length ?? 0;
}

function listValue(context: ListContext, answer: ListAnswer): JsonValue {
  const { wanted, scheme, representation } = context;
  const metadata = metaOf(answer);
  const { view, metaVersion } = representation;
  if (view === 'table') {
    return tableValue(
      context,
      metadata,
      columnsOf(context),
      answer.objects.map((object) => rowOf(context, object)),
    );
  }
  if (view !== 'object') {
    const items = answer.objects.map((object) => partialOf(object, scheme.domain, metaVersion));
    return { kind: 'PartialObjectMetadataList', apiVersion: `meta.${scheme.domain}/${metaVersion}`, metadata, items };
  }
  const items = answer.objects.map((object) => withoutType(itemValue(context, object)));
  return { kind: `${wanted.kind}List`, apiVersion: groupVersion(wanted), metadata, items };
}

function itemValue(context: ListContext, object: ObjectVersion): JsonValue {
  const { scheme, form, wanted } = context;
  const isSame = form.group === wanted.group && form.version === wanted.version;
  return isSame ? parseStored(object) : decodeAs(scheme, object, form, wanted);
}

function withoutType(item: JsonValue): JsonValue {
  const { kind: _kind, apiVersion: _apiVersion, ...rest } = item as Record<string, JsonValue>;
  return rest;
}

function protobufList(context: ListContext, answer: ListAnswer): Uint8Array {
  const { scheme, form, wanted, representation } = context;
  const metadata = metaOf(answer);
  if (representation.view !== 'object') {
    const value = listValue(context, answer);
    return sealAs(PartialObjectMetadataList, value);
  }
  const message = wanted.list ?? messageOf(form, wanted);
  const items = answer.objects.map((object) => decodeAs(scheme, object, form, wanted));
  const list = { metadata, items: items.length === 0 ? null : items };
  const type = { kind: `${wanted.kind}List`, apiVersion: groupVersion(wanted) };
  return sealEnvelope(type, encodeProtobuf(message, list));
}

function sealAs(message: Message, value: JsonValue): Uint8Array {
  const decoded = decodeJson(message, value);
  if (!decoded.ok) throw new Error(`a list of metadata does not decode: ${decoded.message}`);
  const { kind = '', apiVersion = '' } = decoded.object as TypeMeta;
  return sealEnvelope({ kind, apiVersion }, encodeProtobuf(message, decoded.object));
}

/** For what is written whole. */
export function jsonBytes(value: JsonValue): Uint8Array {
  return Buffer.from(stringifyJson(value));
}
