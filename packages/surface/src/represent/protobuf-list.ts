/**
 * Lists in protobuf, piece by piece. The length of all stands before all, so the items
 * are measured first; each is made once and kept with its object, as far as there is room.
 */
import { PartialObjectMetadata, PartialObjectMetadataList } from '@keelson/api';
import type { Encoding, ObjectVersion } from '@keelson/cache';
import type { ListAnswer } from '@keelson/registry';
import { decodeJson, encodeProtobuf, envelopeAround, groupVersion } from '@keelson/schema';
import type { JsonValue, Message } from '@keelson/schema';

import type { ListContext, ListMeta, Pieces } from './list-context.ts';
import { messageOf } from './object-encoding.ts';
import { partialOf } from './partial.ts';
import { decodeAs } from './stored-object.ts';

const itemsTag = 0x12;

export function* protobufPieces(context: ListContext, answer: ListAnswer, metadata: ListMeta): Pieces {
  const { wanted, scheme, representation, form, derive } = context;
  const isPartial = representation.view !== 'object';
  const { metaVersion } = representation;
  const type = isPartial
    ? { kind: 'PartialObjectMetadataList', apiVersion: `meta.${scheme.domain}/${metaVersion}` }
    : { kind: `${wanted.kind}List`, apiVersion: groupVersion(wanted) };
  const message = isPartial ? PartialObjectMetadataList : (wanted.list ?? messageOf(form, wanted));
  const start = encodeProtobuf(message, { metadata, items: null });
  const item = itemEncoding(context, isPartial);
  let length = start.length;
  for (const object of answer.objects) {
    const size = derive(object, item).length;
    length += 1 + lengthOf(size) + size;
  }
  const { head, tail } = envelopeAround(type, length);
  yield head;
  yield start;
  for (const object of answer.objects) {
    const bytes = derive(object, item);
    yield itemHead(bytes.length);
    yield bytes;
  }
  yield tail;
}

/** The message alone; its type is that of the list. */
function itemEncoding({ scheme, form, wanted, representation }: ListContext, isPartial: boolean): Encoding {
  const { metaVersion } = representation;
  if (isPartial) {
    return {
      id: `item protobuf partial ${metaVersion}`,
      encode: (object) => encodePartialItem(object, partialOf(object, scheme.domain, metaVersion)),
    };
  }
  const message: Message = messageOf(form, wanted);
  return {
    id: `item protobuf ${groupVersion(wanted)}`,
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

function itemHead(size: number): Uint8Array {
  const head = new Uint8Array(1 + lengthOf(size));
  head[0] = itemsTag;
  let rest = size;
  let at = 1;
  for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) {
    head[at] = (rest % 0x80) | 0x80;
    at += 1;
  }
  head[at] = rest;
  return head;
}
