/**
 * Lists, piece by piece: a head, the items, a tail. A list of stored JSON is written
 * out of the stored bytes; what else an item is written as is made once and kept with
 * the object; no list is ever one string. Whatever has to be made is made in slices.
 */
import { encodeOnce, type ObjectVersion } from '@keelson/cache';
import type { ListAnswer } from '@keelson/registry';
import { groupVersion, stringifyJson, stringifyYaml } from '@keelson/schema';
import type { JsonValue, Resource } from '@keelson/schema';
import { giveWayWithRests, isPromise, when } from '@keelson/telemetry';

import { textAround } from './around.ts';
import { ChunkWriter } from './chunk-writer.ts';
import { ItemPace } from './item-pace.ts';
import { createLayout } from './lay-out.ts';
import type { ListContext, ListMeta, Pieces } from './list-context.ts';
import { isAsStored, objectEncoding } from './object-encoding.ts';
import { protobufPieces } from './protobuf-list.ts';
import { rowEncoding, rowPieces, wholeRowEncoding } from './row-encoding.ts';
import { withRowsInOrder } from './row-order.ts';
import { storedItems } from './stored-items.ts';
import { printerOf, tableValue } from './table.ts';
import { yamlPieces } from './yaml-list.ts';

export interface WrittenList {
  readonly pieces: Pieces;
  /** Of all pieces together, where that is known before they are made. */
  readonly bytes?: number;
  /** Other lists have the same pieces. */
  readonly areShared?: boolean;
}

export function writeList(context: ListContext, answer: ListAnswer): WrittenList {
  const isStored = isAsStored(context) && !context.representation.isPretty && context.itemEncoding === undefined;
  return isStored ? storedList(context, answer) : { pieces: listPieces(context, answer) };
}

/** The hot path: bytes as they are. */
function storedList(context: ListContext, answer: ListAnswer): WrittenList {
  const { objects } = answer;
  const [before, after] = textAround(stringifyJson(emptyList(context, metaOf(context, answer))), '"items":[', ']');
  const [head, tail] = [Buffer.from(before), Buffer.from(after)];
  const [first] = objects;
  const { chunks, bytes } = storedItems(
    objects,
    first === undefined ? 1 : Math.max(1, typeLength(context, first.value)),
    context.joined,
  );
  return { pieces: enclosed(head, chunks, tail), bytes: head.length + bytes + tail.length, areShared: true };
}

function* enclosed(head: Uint8Array, chunks: Iterable<Uint8Array>, tail: Uint8Array): Iterable<Uint8Array> {
  yield head;
  yield* chunks;
  yield tail;
}

function listPieces(context: ListContext, answer: ListAnswer): Pieces {
  const metadata = metaOf(context, answer);
  const { encoding, view, isPretty } = context.representation;
  if (encoding === 'protobuf') return protobufPieces(context, answer, metadata);
  const list = { empty: emptyList(context, metadata), slot: view === 'table' ? 'rows' : 'items' };
  if (answer.objects.length === 0 && isNullWhenEmpty(context)) return [noItems(list, context)];
  const write = (items: ListAnswer): Pieces => {
    if (encoding === 'yaml') return yamlPieces(context, items, list);
    return isPretty ? prettyPieces(context, items, list) : compactPieces(context, items, list);
  };
  return view === 'table' ? withRowsInOrder(context, answer, write) : write(answer);
}

function metaOf({ wanted }: ListContext, answer: ListAnswer): ListMeta {
  const { resourceVersion, continue: token, remainingItemCount } = answer;
  return {
    ...(resourceVersion !== '' && { resourceVersion }),
    ...continueOf(wanted, token),
    ...(remainingItemCount !== undefined && { remainingItemCount }),
  };
}

/** Lists of custom resources say that there is no more of them. */
function continueOf({ custom }: Resource, token: string | undefined): { continue?: string } {
  if (token !== undefined) return { continue: token };
  return custom === undefined ? {} : { continue: '' };
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

/** As in 1.24: the items of lists of metadata, and the rows of kinds that have no columns of their own. */
function isNullWhenEmpty(context: ListContext): boolean {
  const { view } = context.representation;
  return view === 'table' ? printerOf(context).hasDefaultColumns : view !== 'object';
}

function noItems({ empty, slot }: EmptyList, { representation: { encoding, isPretty } }: ListContext): Uint8Array {
  const whole = { ...(empty as object), [slot]: null };
  return Buffer.from(encoding === 'yaml' ? stringifyYaml(whole) : stringifyJson(whole, isPretty ? 2 : 0));
}

interface EmptyList {
  readonly empty: JsonValue;
  /** Where the items go. */
  readonly slot: string;
}

/** An item in one or more pieces; this many bytes at the front of the first are skipped. */
interface Item {
  readonly pieces: readonly Uint8Array[];
  readonly skipped: number;
}

const [comma, brace] = [0x2c, 0x7b];

/** Chunks are filled here, not by the sender: each step of a generator costs as much as a hundred bytes. */
async function* compactPieces(
  context: ListContext,
  { objects }: ListAnswer,
  { empty, slot }: EmptyList,
): AsyncIterable<Uint8Array> {
  const [head, tail] = textAround(stringifyJson(empty), `"${slot}":[`, ']');
  const writer = new ChunkWriter();
  const pace = new ItemPace();
  const itemOf = itemMaker(context);
  writer.add(Buffer.from(head));
  let isFirst = true;
  for (const object of objects) {
    const made = itemOf(object);
    const item = isPromise(made) ? await made : made;
    const size = sizeOf(item);
    if (writer.isFullFor(size)) yield writer.take();
    if (!isFirst) writer.addByte(comma);
    isFirst = false;
    addItem(writer, item);
    const paused = pace.after(size);
    if (paused !== undefined) await paused;
  }
  writer.add(Buffer.from(tail));
  yield writer.take();
}

function addItem(writer: ChunkWriter, { pieces, skipped }: Item): void {
  let from = skipped;
  if (from > 0) writer.addByte(brace);
  for (const piece of pieces) {
    writer.add(from === 0 ? piece : piece.subarray(from));
    from = 0;
  }
}

function sizeOf({ pieces, skipped }: Item): number {
  let size = 1 - skipped;
  for (const piece of pieces) size += piece.length;
  return size;
}

/** Makes items of compact JSON, and keeps of them what can be kept. */
function itemMaker(context: ListContext): (object: ObjectVersion) => Item | Promise<Item> {
  return context.representation.view === 'table' ? rowMaker(context) : objectMaker(context);
}

function objectMaker(context: ListContext): (object: ObjectVersion) => Item | Promise<Item> {
  const encoding = context.itemEncoding ?? objectEncoding(context);
  const { view } = context.representation;
  let skipped: number | undefined;
  const itemOf = (bytes: Uint8Array): Item => {
    // All items of a list have the type of the list, which need not be said again.
    skipped ??= view === 'object' ? typeLength(context, bytes) : 0;
    return { pieces: [bytes], skipped };
  };
  return (object) => {
    const made = context.derive(object, encoding);
    return when(made, itemOf);
  };
}

function rowMaker(context: ListContext): (object: ObjectVersion) => Item | Promise<Item> {
  const [encoding, whole] = [rowEncoding(context), wholeRowEncoding(context)];
  const itemOf = (object: ObjectVersion, kept: Uint8Array): Item | Promise<Item> => {
    const pieces = rowPieces(context, kept);
    if (pieces !== undefined) return { pieces, skipped: 0 };
    const row = encodeOnce(object, whole);
    return isPromise(row) ? row.then((bytes) => ({ pieces: [bytes], skipped: 0 })) : { pieces: [row], skipped: 0 };
  };
  return (object) => {
    const made = context.derive(object, encoding);
    return isPromise(made) ? made.then((kept) => itemOf(object, kept)) : itemOf(object, made);
  };
}

/**
 * Objects begin with their declared type, in the same bytes for all objects of a kind. Items of custom resources keep it
 * in lists.
 */
function typeLength({ wanted }: ListContext, bytes: Uint8Array): number {
  if (wanted.custom !== undefined) return 0;
  const type = Buffer.from(`{"kind":"${wanted.kind}","apiVersion":"${groupVersion(wanted)}",`);
  return type.equals(bytes.subarray(0, type.length)) ? type.length : 0;
}

/** The nesting depth of an item in its list. */
const itemDepth = 2;

async function* prettyPieces(
  context: ListContext,
  { objects }: ListAnswer,
  { empty, slot }: EmptyList,
): AsyncIterable<Uint8Array> {
  const [head, tail] = textAround(stringifyJson(empty, 2), `"${slot}": [`, ']');
  const itemOf = itemMaker(context);
  const layOut = createLayout();
  yield Buffer.from(head);
  let isFirst = true;
  for (const object of objects) {
    yield Buffer.from(isFirst ? '\n    ' : ',\n    ');
    isFirst = false;
    const writer = new ChunkWriter();
    addItem(writer, await itemOf(object));
    yield* layOut(writer.take(), itemDepth).pieces;
    await giveWayWithRests();
  }
  yield Buffer.from(isFirst ? tail : `\n  ${tail}`);
}
