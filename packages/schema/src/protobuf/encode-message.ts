/** Compiles the encoder of a message: its fields' writers, last number first, as bytes are written from the end. */
import { compileOnce } from '../compile-once.ts';
import type { Message } from '../language/descriptor.ts';
import { fieldWriterOf } from './encode-field.ts';
import type { FieldWriter } from './encode-field.ts';
import type { MessageWriter } from './encode-item.ts';
import { LENGTH_DELIMITED, fieldTag } from './wire.ts';

export const messageWriterOf: (message: Message) => MessageWriter = compileOnce(compile);

function compile(message: Message): MessageWriter {
  if (message.structuralSchema !== undefined) throw new Error(`${message.name}: custom objects have no protobuf form`);
  const writers = writersOf(message);
  return (writer, object) => {
    for (const write of writers) write(writer, object);
  };
}

/** Number 0 stands for a field that protobuf does not have. */
function writersOf(message: Message): readonly FieldWriter[] {
  const fields = Object.entries(message.fields).filter(([, { number }]) => number !== 0);
  fields.sort(([, a], [, b]) => b.number - a.number);
  return fields.map(([key, field]) => {
    if (field.presence === 'inline' && field.shape.kind === 'message') {
      return inlineWriter(field.number, field.shape.message());
    }
    return fieldWriterOf(key, field, messageWriterOf);
  });
}

/** In line in memory, a message of its own on the wire. */
function inlineWriter(number: number, message: Message): FieldWriter {
  const writeFields = messageWriterOf(message);
  const tag = fieldTag(number, LENGTH_DELIMITED);
  return (writer, object) => {
    const before = writer.size;
    writeFields(writer, object);
    writer.writeUint32(writer.size - before);
    writer.writeUint32(tag);
  };
}
