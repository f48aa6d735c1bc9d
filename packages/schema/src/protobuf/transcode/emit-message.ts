/**
 * Compiles a message into a function that writes its JSON. The wire has fields in the order of their numbers, JSON in
 * declared order: a first walk notes where each begins, a second one writes them.
 */
import { compileOnce } from '../../compile-once.ts';
import { applyDefaults } from '../../defaults/apply-defaults.ts';
import { compileFieldEncoder } from '../../json/encode.ts';
import type { Field, Message } from '../../language/descriptor.ts';
import { fieldReadersOf } from '../decode-field.ts';
import { messageReaderOf } from '../decode-message.ts';
import { WireReader } from '../reader.ts';
import { LENGTH_DELIMITED, fieldTag, type WireType } from '../wire.ts';
import { fieldEmitterOf } from './emit-field.ts';
import { passOver } from './emit-item.ts';
import { refuseForm, type Emit, type EmitMessage, type Transcoding } from './transcoding.ts';

interface Row {
  readonly name: string;
  /** The quoted name and its colon, and the same after a comma. */
  readonly label: Uint8Array;
  readonly nextLabel: Uint8Array;
  readonly emit: Emit;
  /** Written where the wire has no such field; undefined for one that is left out. */
  readonly nothing: Uint8Array | undefined;
  /** Stored objects have their defaults, but for those of later releases: such an object is refused. */
  readonly hasDefault: boolean;
}

/** What a tag stands for. */
interface Entry {
  readonly wireType: WireType;
  readonly row: number;
  readonly isRepeated: boolean;
  /** Of an inline message, whose fields are rows of the message that holds it. */
  readonly inner: Table | undefined;
}

/** Tags below this are found by index, the rest by hash; it covers field numbers up to 127. */
const tagsByIndex = 1024;

interface Table {
  readonly byTag: (Entry | undefined)[];
  readonly rest: Map<number, Entry>;
}

const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Defaults that fields declare are refused where they would take effect, those of rules are not looked at. */
export const messageEmitterOf: (message: Message) => EmitMessage = compileOnce(compile);

function compile(message: Message): EmitMessage {
  const rows: Row[] = [];
  const table = tableOf(message, rows);
  return (transcoding, members) => {
    const { reader, out, positions } = transcoding;
    const end = reader.limit;
    const base = positions.push(rows.length);
    notePositions(transcoding, table, base);
    out.writeByte(openBrace);
    let isFirst = true;
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index] as Row;
      const at = positions.list[base + index] as number;
      if (at === 0 && row.nothing === undefined && !row.hasDefault) continue;
      const label = isFirst ? row.label : row.nextLabel;
      const start = out.size + label.length;
      if (!emitRow(transcoding, row, at, label)) continue;
      isFirst = false;
      members?.push({ name: row.name, start, end: out.size });
    }
    out.writeByte(closeBrace);
    positions.top = base;
    reader.pos = end;
  };
}

/** Returns true if the field is there. */
function emitRow(transcoding: Transcoding, row: Row, at: number, label: Uint8Array): boolean {
  const { reader, out } = transcoding;
  if (at !== 0) {
    const { size } = out;
    out.writeShort(label);
    reader.pos = at;
    if (row.emit(transcoding)) return true;
    out.size = size;
  }
  if (row.hasDefault) refuseForm();
  if (row.nothing === undefined) return false;
  out.writeShort(label);
  out.writeShort(row.nothing);
  return true;
}

function tableOf(message: Message, rows: Row[]): Table {
  const table: Table = { byTag: [], rest: new Map() };
  for (const [name, field] of Object.entries(message.fields)) {
    const { number, shape } = field;
    if (field.presence === 'inline' && shape.kind === 'message') {
      const inner = tableOf(shape.message(), rows);
      const entry: Entry = { wireType: LENGTH_DELIMITED, row: -1, isRepeated: false, inner };
      addEntry(table, number, entry);
      continue;
    }
    const { wireType, emit } = fieldEmitterOf(name, field, messageEmitterOf);
    const isRepeated = shape.kind === 'list' || shape.kind === 'map';
    const entry: Entry = { wireType, row: rows.length, isRepeated, inner: undefined };
    addEntry(table, number, entry);
    const label = `${JSON.stringify(name)}:`;
    rows.push({
      name,
      label: Buffer.from(label),
      nextLabel: Buffer.from(`,${label}`),
      emit,
      nothing: field.default === undefined ? bytesOfNothing(name, field) : undefined,
      hasDefault: field.default !== undefined,
    });
  }
  return table;
}

/** Number 0 stands for a field that protobuf does not have. */
function addEntry(table: Table, number: number, entry: Entry): void {
  if (number === 0) return;
  const tag = fieldTag(number, entry.wireType);
  if (tag >= tagsByIndex) table.rest.set(tag, entry);
  else {
    while (table.byTag.length <= tag) table.byTag.push(undefined);
    table.byTag[tag] = entry;
  }
}

/** Made of the same parts as an object that is decoded, gets its defaults, and is encoded. */
function bytesOfNothing(name: string, field: Field): Uint8Array | undefined {
  const { readNothing } = fieldReadersOf(field, 0, messageReaderOf);
  const value = readNothing?.(new WireReader(noBytes, { maxDepth: Infinity, maxItems: 0 }));
  const isObject = typeof value === 'object' && value !== null;
  if (field.shape.kind === 'message' && isObject) applyDefaults(field.shape.message(), value);
  const text = compileFieldEncoder(name, field)(value);
  return text === undefined ? undefined : Buffer.from(text);
}

const noBytes = new Uint8Array(0);

/** Refuses what no encoder writes: unknown fields, values that come twice, items apart from each other. */
function notePositions(transcoding: Transcoding, table: Table, base: number): void {
  const { reader, positions } = transcoding;
  let lastTag = 0;
  while (reader.pos < reader.limit) {
    const tag = reader.readTag();
    const entry = (tag < table.byTag.length ? table.byTag[tag] : table.rest.get(tag)) ?? refuseForm();
    if (entry.inner !== undefined) {
      const outer = reader.enter();
      notePositions(transcoding, entry.inner, base);
      reader.leave(outer);
    } else {
      const index = base + entry.row;
      if (positions.list[index] === 0) positions.list[index] = reader.pos;
      else if (!entry.isRepeated || tag !== lastTag) refuseForm();
      passOver(reader, entry.wireType);
    }
    lastTag = tag;
  }
}
