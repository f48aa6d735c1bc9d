/**
 * Writes one value as JSON: an item of a list, a value of a map, or a field that is neither. Shapes that are rare go
 * through their value in memory, by the same functions as whole objects.
 */
import { compileItemEncoder } from '../../json/encode.ts';
import { encodeString } from '../../json/encode-sorted.ts';
import type { Message, Shape } from '../../language/descriptor.ts';
import { itemReaderOf } from '../decode-item.ts';
import { messageReaderOf } from '../decode-message.ts';
import type { WireReader } from '../reader.ts';
import { FIXED64, LENGTH_DELIMITED, VARINT, type WireType } from '../wire.ts';
import type { EmitMessage, Transcoding } from './transcoding.ts';

export interface ItemEmitter {
  readonly wireType: WireType;
  readonly emit: (transcoding: Transcoding) => void;
}

export type EmitterOf = (message: Message) => EmitMessage;

export function itemEmitterOf(shape: Shape, emitterOf: EmitterOf): ItemEmitter {
  switch (shape.kind) {
    case 'string':
      return { wireType: LENGTH_DELIMITED, emit: emitString };
    case 'bool':
      return { wireType: VARINT, emit: ({ reader, out }) => out.writeAscii(reader.readBool() ? 'true' : 'false') };
    case 'int32':
      return { wireType: VARINT, emit: ({ reader, out }) => out.writeAscii(String(reader.readInt32())) };
    case 'int64':
      return { wireType: VARINT, emit: ({ reader, out }) => out.writeAscii(String(reader.readInt64())) };
    case 'bytes':
      return { wireType: LENGTH_DELIMITED, emit: ({ reader, out }) => out.writeAscii(`"${reader.readBase64()}"`) };
    case 'message':
      return { wireType: LENGTH_DELIMITED, emit: nested(emitterOf(shape.message())) };
    case 'double':
    case 'time':
    case 'microTime':
    case 'duration':
    case 'quantity':
    case 'intOrString':
    case 'fieldsV1':
    case 'rawExtension':
    case 'json':
    case 'list':
    case 'map':
    case 'alternative':
      return throughMemory(shape);
  }
}

export function emitString({ reader, source, out }: Transcoding): void {
  const before = reader.pos;
  const length = reader.readLength();
  const end = reader.pos + length;
  if (out.writeString(source, reader.pos, end)) reader.pos = end;
  else {
    reader.pos = before;
    out.writeText(encodeString(reader.readString()));
  }
}

function nested(emit: EmitMessage): (transcoding: Transcoding) => void {
  return (transcoding) => {
    const { reader } = transcoding;
    const outer = reader.enter();
    reader.descend();
    emit(transcoding);
    reader.ascend();
    reader.leave(outer);
  };
}

function throughMemory(shape: Shape): ItemEmitter {
  const { wireType, read } = itemReaderOf(shape, messageReaderOf);
  const encode = compileItemEncoder(shape);
  return { wireType, emit: ({ reader, out }) => out.writeText(encode(read(reader))) };
}

/** Moves past the value of a field that is read later. */
export function passOver(reader: WireReader, wireType: WireType): void {
  if (wireType === LENGTH_DELIMITED) {
    const length = reader.readLength();
    reader.pos += length;
  } else if (wireType === VARINT) reader.readLong();
  else reader.pos += wireType === FIXED64 ? 8 : 4;
}
