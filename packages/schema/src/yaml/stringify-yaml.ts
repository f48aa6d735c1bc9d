/**
 * Writes JSON values as YAML in the block style that clients of this API print:
 * keys sorted, lists level with their key, strings quoted when YAML 1.1 would take
 * them for something else.
 *
 * Law: indentation, which a line may have more of than text, takes at most a fixed multiple of what it indents. What
 * is nested so deep that it would take more is written as JSON, which is YAML too.
 */
import { ExactNumber, numberText } from '../formats/exact-number.ts';
import { stringifyJson } from '../json/stringify-json.ts';
import type { JsonValue } from '../language/json-value.ts';
import { inlineText, literalBlock } from './scalar-text.ts';

type JsonObject = Readonly<Record<string, JsonValue | undefined>>;

interface Writer {
  readonly parts: string[];
  /** The remaining budget of indentation characters; written text adds to it. */
  indentLeft: number;
}

const step = '  ';
/** Far above the need of any usual object, whose lines are longer than their indentation. */
const freeIndent = 64 * 1024;
const indentPerCharacter = 8;
/** Lines this deep need no more than their own characters give, short as they may be. */
const freeColumns = 24;
/** Beyond it the stack might end. */
const deepestColumn = 400;
/** Longer keys have to be marked, else readers do not look for their colon. */
const longestKey = 1024;

export function stringifyYaml(value: JsonValue): string {
  const writer: Writer = { parts: [], indentLeft: freeIndent };
  const entries = entriesOf(value);
  if (entries !== undefined) {
    writeEntries(writer, entries, '', '');
    return writer.parts.join('');
  }
  writeLeaf(writer, value, '');
  return writer.parts.join('').slice(1);
}

type Entries =
  | { readonly keys: undefined; readonly values: readonly JsonValue[] }
  | { readonly keys: readonly string[]; readonly values: JsonObject };

/** The entries of a list or an object; undefined for empty ones, and for all other values. */
function entriesOf(value: JsonValue): Entries | undefined {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : { keys: undefined, values: value };
  const values = value as JsonObject;
  const keys = Object.keys(values).filter((key) => values[key] !== undefined);
  return keys.length === 0 ? undefined : { keys: keys.sort(), values };
}

/** `first` stands before the first entry: the indentation, or nothing behind the dash that holds the list or object. */
function writeEntries(writer: Writer, { keys, values }: Entries, indent: string, first: string): void {
  let lead = first;
  if (keys === undefined) {
    for (const item of values) {
      put(writer, lead, '-');
      writeItem(writer, item, indent);
      lead = indent;
    }
    return;
  }
  for (const key of keys) {
    writeKey(writer, key, lead, indent);
    writeValue(writer, values[key] ?? null, indent);
    lead = indent;
  }
}

function put(writer: Writer, lead: string, text: string): void {
  writer.parts.push(lead, text);
  writer.indentLeft += text.length * indentPerCharacter;
}

/** Takes the indentation of `lines` lines off the budget. Returns false if the budget is too small. */
function reserve(writer: Writer, lines: number, indent: string): boolean {
  const needed = lines * Math.max(0, indent.length - freeColumns);
  if (needed > writer.indentLeft || indent.length > deepestColumn) return false;
  writer.indentLeft -= needed;
  return true;
}

function writeKey(writer: Writer, key: string, lead: string, indent: string): void {
  const text = inlineText(key);
  put(writer, lead, text.length > longestKey ? `? ${text}\n${indent}:` : `${text}:`);
}

/** Behind a dash: a list or an object begins on its line. */
function writeItem(writer: Writer, item: JsonValue, indent: string): void {
  const entries = entriesOf(item);
  const inner = indent + step;
  if (entries === undefined || !reserve(writer, countOf(entries), inner)) return writeLeaf(writer, item, indent);
  writer.parts.push(' ');
  writeEntries(writer, entries, inner, '');
}

/** Behind a key: a list is level with it, an object deeper. */
function writeValue(writer: Writer, value: JsonValue, indent: string): void {
  const entries = entriesOf(value);
  const inner = entries?.keys === undefined ? indent : indent + step;
  if (entries === undefined || !reserve(writer, countOf(entries), inner)) return writeLeaf(writer, value, indent);
  writer.parts.push('\n');
  writeEntries(writer, entries, inner, inner);
}

function countOf({ keys, values }: Entries): number {
  return keys === undefined ? values.length : keys.length;
}

/** Writes a value that has no lines of its own, except for those of a string. */
function writeLeaf(writer: Writer, value: JsonValue, indent: string): void {
  const block = typeof value === 'string' ? literalBlock(value) : undefined;
  const inner = indent + step;
  if (block === undefined || !reserve(writer, block.lines.length, inner)) {
    put(writer, ' ', `${leafText(value)}\n`);
    return;
  }
  put(writer, ' ', `|${block.header}\n`);
  for (const line of block.lines) put(writer, line === '' ? '' : inner, `${line}\n`);
}

function leafText(value: JsonValue): string {
  if (typeof value === 'string') return inlineText(value);
  if (typeof value === 'number' || typeof value === 'bigint' || value instanceof ExactNumber) return numberText(value);
  return stringifyJson(value);
}
