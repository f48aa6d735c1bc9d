/** Writes the value of one field as JSON, or tells that the field then looks as if it were not there. */
import { compileFieldEncoder } from '../../json/encode.ts';
import type { Field, ListShape, MapShape } from '../../language/descriptor.ts';
import { fieldReadersOf, type FieldReader, type Slots } from '../decode-field.ts';
import { messageReaderOf } from '../decode-message.ts';
import { formatTime } from '../timestamp.ts';
import { LENGTH_DELIMITED, fieldTag, VARINT, type WireType } from '../wire.ts';
import { isCanonicalFieldSet } from './canonical-field-set.ts';
import { emitString, itemEmitterOf, type EmitterOf } from './emit-item.ts';
import { refuseForm, type Emit, type Transcoding } from './transcoding.ts';

export interface FieldEmitter {
  readonly wireType: WireType;
  readonly emit: Emit;
}

const [quoteByte, comma, colon] = [0x22, 0x2c, 0x3a];
const [listStart, listEnd, mapStart, mapEnd] = [0x5b, 0x5d, 0x7b, 0x7d];

export function fieldEmitterOf(name: string, field: Field, emitterOf: EmitterOf): FieldEmitter {
  const { shape, presence } = field;
  const isPointer = presence === 'pointer';
  switch (shape.kind) {
    case 'string':
      return { wireType: LENGTH_DELIMITED, emit: isPointer ? always(emitString) : unlessEmpty(emitString) };
    case 'bytes':
      return { wireType: LENGTH_DELIMITED, emit: unlessEmpty(itemEmitterOf(shape, emitterOf).emit) };
    case 'bool':
    case 'int32':
    case 'int64': {
      const { emit } = itemEmitterOf(shape, emitterOf);
      return { wireType: VARINT, emit: isPointer ? always(emit) : unlessZero(emit, shape.kind === 'int64') };
    }
    case 'message':
      return { wireType: LENGTH_DELIMITED, emit: always(itemEmitterOf(shape, emitterOf).emit) };
    case 'list':
      return shape.isWrapped === true ? throughMemory(name, field) : listEmitter(field, shape, emitterOf);
    case 'map':
      return { wireType: LENGTH_DELIMITED, emit: mapEmitter(field, shape, emitterOf) };
    case 'time':
      return { wireType: LENGTH_DELIMITED, emit: emitTime };
    case 'fieldsV1':
      return { wireType: LENGTH_DELIMITED, emit: fieldSetEmitter(throughMemory(name, field).emit) };
    case 'double':
    case 'microTime':
    case 'duration':
    case 'quantity':
    case 'intOrString':
    case 'rawExtension':
    case 'json':
    case 'alternative':
      return throughMemory(name, field);
  }
}

function always(emit: (transcoding: Transcoding) => void): Emit {
  return (transcoding) => {
    emit(transcoding);
    return true;
  };
}

/** A length of zero takes one byte. */
function unlessEmpty(emit: (transcoding: Transcoding) => void): Emit {
  return (transcoding) => {
    if (transcoding.source[transcoding.reader.pos] === 0) return false;
    emit(transcoding);
    return true;
  };
}

/** Zero in more bytes than one is a form that no encoder writes. Shorter shapes than int64 ignore the upper half. */
function unlessZero(emit: (transcoding: Transcoding) => void, isLong: boolean): Emit {
  return (transcoding) => {
    const { reader, source } = transcoding;
    const first = source[reader.pos] ?? 0;
    if (first === 0) return false;
    if (first === 0x80) checkNotZero(transcoding, isLong);
    emit(transcoding);
    return true;
  };
}

function checkNotZero({ reader }: Transcoding, isLong: boolean): void {
  const { pos } = reader;
  reader.readLong();
  if (reader.low === 0 && !(isLong && reader.high !== 0)) refuseForm();
  reader.pos = pos;
}

const seconds = fieldTag(1, VARINT);
const nanos = fieldTag(2, VARINT);

/** Most times of an object are the same, or those of the one before. */
let lastTime: { readonly value: number | bigint; readonly text: string | null } = { value: 0, text: formatTime(0) };

/** Seconds and then nanoseconds, each once or not at all. */
function emitTime({ reader, out }: Transcoding): boolean {
  const outer = reader.enter();
  if (reader.pos === reader.limit) {
    reader.leave(outer);
    return false;
  }
  let value: number | bigint = 0;
  let tag = reader.readTag();
  if (tag === seconds) {
    value = reader.readInt64();
    tag = reader.pos < reader.limit ? reader.readTag() : nanos;
  }
  if (tag !== nanos) refuseForm();
  if (reader.pos < reader.limit) reader.readInt32();
  if (reader.pos !== reader.limit) refuseForm();
  reader.leave(outer);
  if (value !== lastTime.value) lastTime = { value, text: formatTime(value) };
  const { text } = lastTime;
  if (text === null) return false;
  out.writeByte(quoteByte);
  out.writeAscii(text);
  out.writeByte(quoteByte);
  return true;
}

const rawTag = fieldTag(1, LENGTH_DELIMITED);

function fieldSetEmitter(emitThroughMemory: Emit): Emit {
  return (transcoding) => {
    const { reader, source, out } = transcoding;
    const { pos } = reader;
    const outer = reader.enter();
    if (reader.pos < reader.limit && reader.readTag() === rawTag) {
      const { limit } = reader;
      const isWhole = reader.readLength() === limit - reader.pos;
      if (isWhole && isCanonicalFieldSet(source, reader.pos, limit)) {
        out.writeFrom(source, reader.pos, limit);
        reader.pos = limit;
        reader.leave(outer);
        return true;
      }
    }
    reader.leave(outer);
    reader.pos = pos;
    return emitThroughMemory(transcoding);
  };
}

/** The items stand one after the other; other fields between them are a form that no encoder writes. */
function listEmitter(field: Field, shape: ListShape, emitterOf: EmitterOf): FieldEmitter {
  const { wireType, emit } = itemEmitterOf(shape.item, emitterOf);
  const tag = fieldTag(field.number, wireType);
  return {
    wireType,
    emit: (transcoding) => {
      const { out } = transcoding;
      out.writeByte(listStart);
      emit(transcoding);
      while (isNext(transcoding, tag)) {
        out.writeByte(comma);
        emit(transcoding);
      }
      out.writeByte(listEnd);
      return true;
    },
  };
}

function isNext({ reader }: Transcoding, tag: number): boolean {
  const { pos } = reader;
  if (pos >= reader.limit) return false;
  if (reader.readTag() === tag) return true;
  reader.pos = pos;
  return false;
}

const keyTag = fieldTag(1, LENGTH_DELIMITED);

/** Entries ascend by their keys, each of which comes before its value. */
function mapEmitter(field: Field, shape: MapShape, emitterOf: EmitterOf): Emit {
  const { wireType, emit } = itemEmitterOf(shape.value, emitterOf);
  const tag = fieldTag(field.number, LENGTH_DELIMITED);
  const valueTag = fieldTag(2, wireType);
  return (transcoding) => {
    const { reader, source, out } = transcoding;
    let lastStart = 0;
    let lastEnd = 0;
    out.writeByte(mapStart);
    do {
      const outer = reader.enter();
      if (reader.readTag() !== keyTag) refuseForm();
      const keyAt = reader.pos;
      const length = reader.readLength();
      const start = reader.pos;
      const end = start + length;
      if (lastEnd > 0) {
        if (source.compare(source, lastStart, lastEnd, start, end) <= 0) refuseForm();
        out.writeByte(comma);
      }
      reader.pos = keyAt;
      emitString(transcoding);
      if (reader.pos === reader.limit || reader.readTag() !== valueTag) refuseForm();
      out.writeByte(colon);
      emit(transcoding);
      if (reader.pos !== reader.limit) refuseForm();
      reader.leave(outer);
      lastStart = start;
      lastEnd = end;
    } while (isNext(transcoding, tag));
    out.writeByte(mapEnd);
    return true;
  };
}

/** As whole objects are decoded and encoded. */
function throughMemory(name: string, field: Field): FieldEmitter {
  const { byWireType } = fieldReadersOf(field, 0, messageReaderOf);
  const [first] = byWireType;
  if (first === undefined) throw new Error(`${name} has no form in protobuf`);
  const [wireType, read]: readonly [WireType, FieldReader] = first;
  const encode = compileFieldEncoder(name, field);
  const slots: Slots = [undefined];
  return {
    wireType,
    emit: ({ reader, out }) => {
      slots[0] = undefined;
      read(reader, slots);
      const text = slots[0] === undefined ? undefined : encode(slots[0]);
      if (text === undefined) return false;
      out.writeText(text);
      return true;
    },
  };
}
