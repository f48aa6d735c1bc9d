/**
 * Compiles the decoder of a message: a table from tags to field readers, and the
 * order in which the object's keys are made. The wire may have fields in any order,
 * memory always has them in declared order, so values wait in slots.
 */
import { compileOnce } from '../compile-once.ts';
import type { Message } from '../language/descriptor.ts';
import type { Plain } from './plain.ts';
import { fieldReadersOf } from './decode-field.ts';
import type { FieldReader, Slots } from './decode-field.ts';
import type { MessageReader } from './decode-item.ts';
import type { WireReader } from './reader.ts';
import { LENGTH_DELIMITED, refuseMessage, fieldTag } from './wire.ts';

/** Tags below this are found by index, the rest by hash; it covers field numbers up to 127. */
const TAGS_BY_INDEX = 1024;

interface Layout {
  readonly keys: string[];
  readonly nothings: (((reader: WireReader) => unknown) | undefined)[];
}

interface Table {
  readonly title: string;
  readonly byTag: (FieldReader | undefined)[];
  readonly rest: Map<number, FieldReader>;
  readonly nameOf: Map<number, string>;
}

export const messageReaderOf: (message: Message) => MessageReader = compileOnce(compile);

function compile(message: Message): MessageReader {
  if (message.structuralSchema !== undefined) throw new Error(`${message.name}: custom objects have no protobuf form`);
  const layout: Layout = { keys: [], nothings: [] };
  const table = tableOf(message, layout);
  return (reader, earlier) => {
    const slots: Slots = earlier === undefined ? new Array(layout.keys.length) : slotsOf(earlier, layout);
    readFields(reader, slots, table);
    return build(reader, slots, layout);
  };
}

function tableOf(message: Message, layout: Layout): Table {
  const table: Table = { title: message.name, byTag: [], rest: new Map(), nameOf: new Map() };
  for (const [key, field] of Object.entries(message.fields)) {
    if (key === '__proto__') throw new Error(`${message.name}: a field named __proto__ has no protobuf form`);
    if (field.presence === 'inline' && field.shape.kind === 'message') {
      const inner = tableOf(field.shape.message(), layout);
      add(table, field.number, LENGTH_DELIMITED, (reader, slots) => readInline(reader, slots, inner));
    } else {
      const { byWireType, readNothing } = fieldReadersOf(field, layout.keys.length, messageReaderOf);
      layout.keys.push(key);
      layout.nothings.push(readNothing);
      for (const [wireType, read] of byWireType) add(table, field.number, wireType, read);
    }
    table.nameOf.set(field.number, `${message.name}.${key}`);
  }
  for (let tag = 0; tag < table.byTag.length; tag++) table.byTag[tag] ??= undefined;
  return table;
}

/** Number 0 stands for a field that protobuf does not have. */
function add(table: Table, number: number, wireType: 0 | 1 | 2 | 5, read: FieldReader): void {
  const tag = fieldTag(number, wireType);
  if (number === 0) return;
  if (tag < TAGS_BY_INDEX) table.byTag[tag] = read;
  else table.rest.set(tag, read);
}

function readFields(reader: WireReader, slots: Slots, table: Table): void {
  const { byTag } = table;
  while (reader.pos < reader.limit) {
    const tag = reader.readTag();
    const read = tag < byTag.length ? byTag[tag] : table.rest.get(tag);
    if (read !== undefined) read(reader, slots);
    else skipUnknown(reader, tag, table);
  }
}

function skipUnknown(reader: WireReader, tag: number, table: Table): void {
  const name = tag < 8 ? undefined : table.nameOf.get(tag >>> 3);
  if (name !== undefined) refuseMessage(`wrong wire type ${tag & 7} for ${name}`);
  reader.skip(tag);
  reader.onUnknown?.(`${table.title} field ${tag >>> 3}`);
}

function readInline(reader: WireReader, slots: Slots, table: Table): void {
  const outer = reader.enter();
  readFields(reader, slots, table);
  reader.leave(outer);
}

function build(reader: WireReader, slots: Slots, layout: Layout): Plain {
  const object: Plain = {};
  const { keys, nothings } = layout;
  for (let slot = 0; slot < keys.length; slot++) {
    const value = slots[slot];
    if (value !== undefined) object[keys[slot] as string] = value;
    else {
      const readNothing = nothings[slot];
      if (readNothing !== undefined) object[keys[slot] as string] = readNothing(reader);
    }
  }
  return object;
}

/** A message sent in two parts is the merge of both; null is how an empty field looks. */
function slotsOf(object: Plain, layout: Layout): Slots {
  return layout.keys.map((key) => (Object.hasOwn(object, key) ? (object[key] ?? undefined) : undefined));
}
