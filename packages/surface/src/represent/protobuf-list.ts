/**
 * Lists in protobuf, piece by piece. The total length comes first, so the items are
 * measured first; each is encoded once and kept with its object, as far as there is room.
 */
import { PartialObjectMetadata, PartialObjectMetadataList } from '@keelson/api';
import type { Encoding, ObjectVersion } from '@keelson/cache';
import type { ListAnswer } from '@keelson/registry';
import { decodeJson, encodeProtobuf, envelopeAround, groupVersion } from '@keelson/schema';
import type { JsonValue, Message } from '@keelson/schema';

import { ChunkWriter } from './chunk-writer.ts';
import { encodingKey } from './encoding-key.ts';
import { ItemPace } from './item-pace.ts';
import type { ListContext, ListMeta } from './list-context.ts';
import { messageOf } from './object-encoding.ts';
import { partialOf } from './partial.ts';
import { offloaded } from './recipe.ts';
import { decodeAs } from './stored-object.ts';

const itemsTag = 0x12;

/**
 * Measured items are held up to this total until they are sent. Those of a longer list are looked up again, and encoded
 * again if they are no longer kept with their object.
 */
const mostKeptBytes = 16 * 1024 * 1024;

/** Approximately what such a list holds while its client reads: protobuf is a little shorter than the stored JSON. */
export function keptBytes(objects: ListAnswer['objects']): number {
  let bytes = 0;
  for (const { value } of objects) {
    bytes += value.length;
    if (bytes >= mostKeptBytes) return mostKeptBytes;
  }
  return bytes;
}

export async function* protobufPieces(
  context: ListContext,
  { objects }: Pick<ListAnswer, 'objects'>,
  metadata: ListMeta,
): AsyncIterable<Uint8Array> {
  const { derive } = context;
  const { type, message } = listTypeOf(context);
  const start = encodeProtobuf(message, { metadata, items: null });
  const encoding = protobufItemEncoding(context);
  const pace = new ItemPace();
  let length = start.length;
  const kept: Uint8Array[] = [];
  for (const object of objects) {
    const made = derive(object, encoding);
    const bytes = made instanceof Uint8Array ? made : await made;
    const { length: size } = bytes;
    length += 1 + lengthOf(size) + size;
    if (length <= mostKeptBytes) kept.push(bytes);
    const paused = pace.after(size);
    if (paused !== undefined) await paused;
  }
  const { head, tail } = envelopeAround(type, length);
  const writer = new ChunkWriter();
  writer.add(head);
  writer.add(start);
  for (const [index, object] of objects.entries()) {
    const made = kept[index] ?? derive(object, encoding);
    const bytes = made instanceof Uint8Array ? made : await made;
    if (writer.isFullFor(bytes.length)) yield writer.take();
    writer.addByte(itemsTag);
    writer.addVarint(bytes.length);
    writer.add(bytes);
    const paused = pace.after(bytes.length);
    if (paused !== undefined) await paused;
  }
  writer.add(tail);
  yield writer.take();
}

function listTypeOf({ wanted, scheme, representation, form }: ItemContext) {
  const { view, metaVersion } = representation;
  if (view === 'object') {
    const type = { kind: `${wanted.kind}List`, apiVersion: groupVersion(wanted) };
    return { type, message: wanted.list ?? messageOf(form, wanted) };
  }
  const type = { kind: 'PartialObjectMetadataList', apiVersion: `meta.${scheme.domain}/${metaVersion}` };
  return { type, message: PartialObjectMetadataList };
}

type ItemContext = Omit<ListContext, 'derive' | 'joined'>;

/** The message alone; its type is that of the list. */
export function protobufItemEncoding(context: ItemContext): Encoding {
  return offloaded(context, 'item', itemEncoding(context));
}

function itemEncoding(context: ItemContext): Encoding {
  const { scheme, form, wanted, representation } = context;
  const { view, metaVersion } = representation;
  if (view !== 'object') {
    return {
      key: encodingKey(context, `item protobuf ${view} ${metaVersion}`),
      encode: (object) => encodePartialItem(object, partialOf(context, object, metaVersion)),
    };
  }
  const message: Message = messageOf(form, wanted);
  return {
    key: encodingKey(context, 'item protobuf'),
    encode: (object) => encodeProtobuf(message, decodeAs(scheme, object, form, wanted)),
  };
}

function encodePartialItem({ key }: ObjectVersion, partial: JsonValue): Uint8Array {
  const decoded = decodeJson(PartialObjectMetadata, partial);
  if (!decoded.ok) throw new Error(`the metadata of ${key} does not decode: ${decoded.message}`);
  return encodeProtobuf(PartialObjectMetadata, decoded.object);
}

function lengthOf(value: number): number {
  let bytes = 1;
  for (let rest = value; rest > 0x7f; rest = Math.floor(rest / 0x80)) bytes += 1;
  return bytes;
}
