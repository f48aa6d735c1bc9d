/**
 * Lists, piece by piece: a head, the items, a tail. A list of stored JSON is written
 * out of the stored bytes; what else an item is written as is made once and kept with
 * the object; no list is ever one string.
 */
import type { ObjectVersion } from '@keelson/cache';
import type { ListAnswer } from '@keelson/registry';
import { groupVersion, stringifyJson, stringifyYaml } from '@keelson/schema';
import type { JsonValue } from '@keelson/schema';

import type { ListContext, ListMeta, Pieces } from './list-context.ts';
import { isAsStored, objectEncoding } from './object-encoding.ts';
import { partialOf } from './partial.ts';
import { protobufPieces } from './protobuf-list.ts';
import { rowEncoding, rowPieces, wholeRow } from './row-encoding.ts';
import { storedItems } from './stored-items.ts';
import { decodeAs, isSameVersion, parseStored } from './stored-object.ts';
import { printerOf, tableValue } from './table.ts';

export interface WrittenList {
  readonly pieces: Pieces;
  /** Of all pieces together, where that is known before they are made. */
  readonly bytes?: number;
}

export function writeList(context: ListContext, answer: ListAnswer): WrittenList {
  return isAsStored(context) ? storedList(context, answer) : { pieces: listPieces(context, answer) };
}

/** The hot path: bytes as they are. */
function storedList(context: ListContext, answer: ListAnswer): WrittenList {
  const { objects } = answer;
  const [before, after] = around(stringifyJson(emptyList(context, metaOf(answer))), '"items":[', ']');
  const [head, tail] = [Buffer.from(before), Buffer.from(after)];
  const [first] = objects;
  const { chunks, bytes } = storedItems(
    objects,
    first === undefined ? 1 : Math.max(1, typeLength(context, first.value)),
    context.joined,
  );
  return { pieces: enclosed(head, chunks, tail), bytes: head.length + bytes + tail.length };
}

function* enclosed(head: Uint8Array, chunks: Pieces, tail: Uint8Array): Pieces {
  yield head;
  yield* chunks;
  yield tail;
}

function listPieces(context: ListContext, answer: ListAnswer): Pieces {
  const metadata = metaOf(answer);
  const { encoding, view, isPretty } = context.representation;
  if (encoding === 'protobuf') return protobufPieces(context, answer, metadata);
  const empty = emptyList(context, metadata);
  const slot = view === 'table' ? 'rows' : 'items';
  if (encoding === 'yaml') return yamlPieces(empty, slot, valuesOf(context, answer));
  if (isPretty) return prettyPieces(empty, slot, valuesOf(context, answer));
  return compactPieces(empty, slot, itemsOf(context, answer));
}

function metaOf({ resourceVersion, continue: token, remainingItemCount }: ListAnswer): ListMeta {
  return {
    resourceVersion,
    ...(token !== undefined && { continue: token }),
    ...(remainingItemCount !== undefined && { remainingItemCount }),
  };
}

function emptyList(context: ListContext, meta: ListMeta): JsonValue {
  const { wanted, scheme, representation } = context;
  const metadata = { ...meta };
  switch (representation.view) {
    case 'table':
      return tableValue(context, metadata, printerOf(context).columns, []);
    case 'object':
      return { kind: `${wanted.kind}List`, apiVersion: groupVersion(wanted), metadata, items: [] };
    default: {
      const apiVersion = `meta.${scheme.domain}/${representation.metaVersion}`;
      return { kind: 'PartialObjectMetadataList', apiVersion, metadata, items: [] };
    }
  }
}

/** An item: in one or more pieces, of which the first begins after so many bytes. */
interface Item {
  readonly pieces: readonly Uint8Array[];
  readonly skipped: number;
}

/** Gathered to so many bytes: a copy is cheaper than a piece handed on. */
const chunkBytes = 128 * 1024;
const comma = 0x2c;
const brace = 0x7b;

/**
 * For what is made once and kept. The chunks are filled here, and not by whoever sends them, since each step of a generator
 * costs as much as copying a hundred bytes.
 */
function* compactPieces(empty: JsonValue, slot: string, items: Iterable<Item>): Pieces {
  const [head, tail] = around(stringifyJson(empty), `"${slot}":[`, ']');
  let chunk = Buffer.allocUnsafe(chunkBytes);
  let at = chunk.write(head);
  let isFirst = true;
  for (const { pieces, skipped } of items) {
    let size = 2 - skipped;
    for (const piece of pieces) size += piece.length;
    if (at + size > chunk.length) {
      yield chunk.subarray(0, at);
      chunk = Buffer.allocUnsafe(Math.max(chunkBytes, size));
      at = 0;
    }
    if (!isFirst) chunk[at++] = comma;
    isFirst = false;
    let from = skipped;
    if (from > 0) chunk[at++] = brace;
    for (const piece of pieces) {
      chunk.set(from === 0 ? piece : piece.subarray(from), at);
      at += piece.length - from;
      from = 0;
    }
  }
  yield chunk.subarray(0, at);
  yield Buffer.from(tail);
}

function* itemsOf(context: ListContext, { objects }: ListAnswer): Iterable<Item> {
  const { view } = context.representation;
  if (view === 'table') {
    const encoding = rowEncoding(context);
    for (const object of objects)
      yield { pieces: rowPieces(context, object, context.derive(object, encoding)), skipped: 0 };
    return;
  }
  const encoding = objectEncoding(context);
  const bytesOf = (object: ObjectVersion) => context.derive(object, encoding);
  const [first] = objects;
  // All items of a list have the type of the list, which need not be said again.
  const skipped = view === 'object' && first !== undefined ? typeLength(context, bytesOf(first)) : 0;
  for (const object of objects) yield { pieces: [bytesOf(object)], skipped };
}

/** Objects begin with their declared type, in the same bytes for all objects of a kind. */
function typeLength({ wanted }: ListContext, bytes: Uint8Array): number {
  const type = Buffer.from(`{"kind":"${wanted.kind}","apiVersion":"${groupVersion(wanted)}",`);
  return type.equals(bytes.subarray(0, type.length)) ? type.length : 0;
}

/** The items as values, for those who lay them out for people. */
function* valuesOf(context: ListContext, { objects }: ListAnswer): Iterable<JsonValue> {
  const { scheme, representation } = context;
  for (const object of objects) {
    if (representation.view === 'table') yield wholeRow(context, object);
    else if (representation.view === 'object') yield withoutType(itemValue(context, object));
    else yield partialOf(object, scheme.domain, representation.metaVersion);
  }
}

function itemValue({ scheme, form, wanted }: ListContext, object: ObjectVersion): JsonValue {
  return isSameVersion(form, wanted) ? parseStored(object) : decodeAs(scheme, object, form, wanted);
}

function withoutType(item: JsonValue): JsonValue {
  const { kind: _kind, apiVersion: _apiVersion, ...rest } = item as Record<string, JsonValue>;
  return rest;
}

function* yamlPieces(empty: JsonValue, slot: string, items: Iterable<JsonValue>): Pieces {
  const [head, tail] = around(stringifyYaml(empty), `${slot}: []\n`, '');
  const before = head.slice(0, -'[]\n'.length - 1);
  let isEmpty = true;
  for (const item of items) {
    if (isEmpty) yield Buffer.from(`${before}\n`);
    isEmpty = false;
    yield Buffer.from(stringifyYaml([item]));
  }
  yield Buffer.from(isEmpty ? head + tail : tail);
}

function* prettyPieces(empty: JsonValue, slot: string, items: Iterable<JsonValue>): Pieces {
  const [head, tail] = around(stringifyJson(empty, 2), `"${slot}": [`, ']');
  yield Buffer.from(head);
  let isEmpty = true;
  for (const item of items) {
    const text = stringifyJson(item, 2).replaceAll('\n', '\n    ');
    yield Buffer.from(`${isEmpty ? '' : ','}\n    ${text}`);
    isEmpty = false;
  }
  yield Buffer.from(isEmpty ? tail : `\n  ${tail}`);
}

/** The text of an empty list, up to and behind where its items go. The last such place: names may hold anything. */
function around(text: string, open: string, close: string): [head: string, tail: string] {
  const at = text.lastIndexOf(`${open}${close}`) + open.length;
  return [text.slice(0, at), text.slice(at)];
}
