/**
 * Reads one value of any shape: what a list holds, what a map holds, what a field
 * holds that is neither. Takes the decoder of declared messages as an argument, so
 * that it need not know how one is compiled.
 */
import type { ListShape, Message, Shape } from '../language/descriptor.ts';
import { alternativeOf } from './alternative.ts';
import type { Plain } from './plain.ts';
import { emptyValueOf, valueReaderOf } from './decode-value.ts';
import type { WireReader } from './reader.ts';
import { LENGTH_DELIMITED, fieldTag } from './wire.ts';
import type { WireType } from './wire.ts';

/** Reads a message that ends at the reader's limit, onto an earlier part of it if there was one. */
export type MessageReader = (reader: WireReader, earlier?: Plain) => Plain;

export type ReaderOf = (message: Message) => MessageReader;

export interface ItemReader {
  readonly wireType: WireType;
  readonly read: (reader: WireReader) => unknown;
  /** Gives the value in memory where the wire has none. */
  readonly readNothing: (reader: WireReader) => unknown;
}

export function itemReaderOf(shape: Shape, readerOf: ReaderOf): ItemReader {
  switch (shape.kind) {
    case 'message': {
      const readFields = readerOf(shape.message());
      return {
        wireType: LENGTH_DELIMITED,
        read: (reader) => readNested(reader, readFields),
        readNothing: (reader) => readEmpty(reader, readFields),
      };
    }
    case 'alternative': {
      const { message, fromWire } = alternativeOf(shape);
      const readFields = readerOf(message);
      return {
        wireType: LENGTH_DELIMITED,
        read: (reader) => fromWire(readNested(reader, readFields)),
        readNothing: (reader) => fromWire(readEmpty(reader, readFields)),
      };
    }
    case 'list': {
      const readInto = wrappedReaderOf(shape, readerOf);
      return { wireType: LENGTH_DELIMITED, read: (reader) => readInto(reader, []), readNothing: () => [] };
    }
    case 'map':
      throw new Error('protobuf has no lists or maps of maps');
    case 'string':
    case 'bool':
    case 'int32':
    case 'int64':
    case 'double':
    case 'bytes':
    case 'time':
    case 'microTime':
    case 'duration':
    case 'quantity':
    case 'intOrString':
    case 'fieldsV1':
    case 'rawExtension':
    case 'json': {
      const empty = emptyValueOf(shape);
      return { ...valueReaderOf(shape), readNothing: () => empty };
    }
  }
}

/** Reads a message that has its length before it. */
export function readNested(reader: WireReader, readFields: MessageReader, earlier?: Plain): Plain {
  const outer = reader.enter();
  reader.descend();
  const object = readFields(reader, earlier);
  reader.ascend();
  reader.leave(outer);
  return object;
}

/** A list that is a message of its own, with the items in field 1. */
export function wrappedReaderOf(
  shape: ListShape,
  readerOf: ReaderOf,
): (reader: WireReader, items: unknown[]) => unknown[] {
  if (shape.isWrapped !== true) throw new Error('protobuf has lists of lists only where the inner one is wrapped');
  const item = itemReaderOf(shape.item, readerOf);
  const itemTag = fieldTag(1, item.wireType);
  return (reader, items) => {
    const outer = reader.enter();
    while (reader.pos < reader.limit) {
      const tag = reader.readTag();
      if (tag === itemTag) {
        reader.countItem();
        items.push(item.read(reader));
      } else reader.skip(tag, 1);
    }
    reader.leave(outer);
    return items;
  };
}

function readEmpty(reader: WireReader, readFields: MessageReader): Plain {
  const outer = reader.limit;
  reader.limit = reader.pos;
  reader.descend();
  const object = readFields(reader);
  reader.ascend();
  reader.leave(outer);
  return object;
}
