/**
 * Reads the block style: lists of `- ` and objects of `key: `, and their content.
 *
 * A node belongs to what holds it as long as its lines are indented deeper; only the list of a key may stand level
 * with the key.
 */
import type { JsonValue } from '../language/json-value.ts';
import { isBlockScalar, readBlockScalar } from './block-scalar.ts';
import { emptyNode, nothing, readInline } from './flow.ts';
import type { InlineNode } from './flow.ts';
import { addEntry, startObject } from './object-draft.ts';
import type { ObjectDraft } from './object-draft.ts';
import { finishCollection, finishScalar, noProperties, readProperties } from './properties.ts';
import type { Properties } from './properties.ts';
import {
  close,
  codeAt,
  columnOf,
  isAtDocumentMarker,
  isAtEnd,
  isMark,
  notePlace,
  open,
  skipBlanks,
  skipToContent,
  startsLine,
} from './reader.ts';
import type { Reader } from './reader.ts';
import { fail } from './yaml-fault.ts';

const dash = 0x2d;
const colon = 0x3a;
const question = 0x3f;

/** The node at the reader's place. `indent` is the column of what holds it, -1 for nothing. */
export function readBlockNode(reader: Reader, indent: number): JsonValue {
  const start = reader.at;
  const properties = readProperties(reader);
  if (properties !== noProperties && properties.endsLine) {
    return isDeeper(reader, indent)
      ? readNextLines(reader, indent, properties)
      : finishScalar(reader, properties, nothing);
  }
  if (properties === noProperties) {
    if (isMark(reader, dash)) return readSequence(reader);
    if (isMark(reader, question)) return readMapping(reader, columnOf(reader), undefined);
  }
  if (isBlockScalar(codeAt(reader))) return readBlockText(reader, indent, properties);
  const node = isMark(reader, colon) ? emptyNode(reader.at) : readInline(reader, indent, properties);
  // A key, and what stands before it, is where its object begins.
  return isKey(reader, node) ? readMapping(reader, start - reader.lineStart, node) : node.value;
}

/** Reads the rest of the line after `key:`, where neither an object nor a list can begin. */
function readRestOfLine(reader: Reader, column: number): JsonValue {
  const properties = readProperties(reader);
  if (properties !== noProperties && properties.endsLine) {
    return belongsToKey(reader, column)
      ? readNextLines(reader, column, properties)
      : finishScalar(reader, properties, nothing);
  }
  if (isBlockScalar(codeAt(reader))) return readBlockText(reader, column, properties);
  if (isMark(reader, dash)) fail('block sequence entries are not allowed in this context', reader.at);
  const node = readInline(reader, column, properties);
  if (isKey(reader, node)) fail('mapping values are not allowed in this context', reader.at);
  return node.value;
}

function isDeeper(reader: Reader, indent: number): boolean {
  return !isAtEnd(reader) && !isAtDocumentMarker(reader) && columnOf(reader) > indent && startsLine(reader);
}

/** The list of a key may stand level with it. */
function belongsToKey(reader: Reader, column: number): boolean {
  return isDeeper(reader, isMark(reader, dash) ? column - 1 : column);
}

/** The node of properties that stand on a line before it. They are those of an object if a key comes. */
function readNextLines(reader: Reader, indent: number, properties: Properties): JsonValue {
  const column = columnOf(reader);
  if (isMark(reader, dash)) return finishCollection(reader, properties, readSequence(reader));
  if (isMark(reader, question)) {
    return finishCollection(reader, properties, readMapping(reader, column, undefined));
  }
  if (isBlockScalar(codeAt(reader))) return readBlockText(reader, indent, properties);
  const own = readProperties(reader);
  const node = readInline(reader, indent, own);
  if (isKey(reader, node)) return finishCollection(reader, properties, readMapping(reader, column, node));
  if (own !== noProperties) fail('did not find expected node content', node.offset);
  return node.key === undefined
    ? finishCollection(reader, properties, node.value)
    : finishScalar(reader, properties, { text: node.key, value: node.value });
}

function readBlockText(reader: Reader, indent: number, properties: Properties): JsonValue {
  const text = readBlockScalar(reader, indent);
  return finishScalar(reader, properties, { text, value: text });
}

function isKey(reader: Reader, { isOneLine }: InlineNode): boolean {
  skipBlanks(reader);
  if (!isMark(reader, colon)) return false;
  if (!isOneLine) fail('mapping values are not allowed in this context', reader.at);
  return true;
}

/** Reads the node after `--- `, or the whole text. */
export function readDocumentNode(reader: Reader): JsonValue {
  return startsLine(reader) ? readBlockNode(reader, -1) : readRestOfLine(reader, -1);
}

function readSequence(reader: Reader): JsonValue[] {
  const column = columnOf(reader);
  const list: JsonValue[] = [];
  open(reader);
  do {
    notePlace(reader, list, list.length, reader.at);
    reader.at += 1;
    list.push(readAfterMark(reader, column));
  } while (goToEntry(reader, column, "did not find expected '-' indicator") && isMark(reader, dash));
  close(reader);
  return list;
}

/** The node behind a dash or a question mark, on its line or on those that follow. */
function readAfterMark(reader: Reader, column: number): JsonValue {
  const isNextLine = skipToContent(reader);
  if (isAtEnd(reader) || (isNextLine && !isDeeper(reader, column))) return null;
  return readBlockNode(reader, column);
}

/** Goes to the next line of a list or an object, and tells whether it is one of its entries. */
function goToEntry(reader: Reader, column: number, fault: string): boolean {
  skipToContent(reader);
  if (isAtEnd(reader) || isAtDocumentMarker(reader) || columnOf(reader) < column) return false;
  if (columnOf(reader) > column || !startsLine(reader)) fail(fault, reader.at);
  return true;
}

/** `first` is its first key, which has been read; the reader is at its colon. */
function readMapping(reader: Reader, column: number, first: InlineNode | undefined): JsonValue {
  const draft = startObject();
  open(reader);
  if (first === undefined) readEntry(reader, column, draft);
  else addEntry(reader, draft, first, readValue(reader, column));
  while (goToEntry(reader, column, 'did not find expected key') && !isMark(reader, dash)) {
    readEntry(reader, column, draft);
  }
  close(reader);
  return draft.object;
}

function readEntry(reader: Reader, column: number, draft: ObjectDraft): void {
  if (isMark(reader, question)) {
    const key = readExplicitKey(reader, column);
    addEntry(reader, draft, key, readExplicitValue(reader, column));
  } else {
    const key = readKey(reader, column);
    addEntry(reader, draft, key, readValue(reader, column));
  }
}

/** Goes to the colon behind the key. */
function readKey(reader: Reader, column: number): InlineNode {
  if (isMark(reader, colon)) return emptyNode(reader.at);
  const properties = readProperties(reader);
  const node = readInline(reader, column, properties);
  if (!isKey(reader, node)) fail("could not find expected ':'", reader.at);
  return node;
}

/** `? key`, whose value is behind a colon on a line of its own. */
function readExplicitKey(reader: Reader, column: number): InlineNode {
  const offset = reader.at;
  reader.at += 1;
  const value = readAfterMark(reader, column);
  if (typeof value === 'object' && value !== null) fail('keys have to be plain strings', offset);
  const key = value === null ? '' : String(value);
  return { value, key, isPlain: false, offset, isOneLine: true, isClosed: false };
}

/** Null where there is none. */
function readExplicitValue(reader: Reader, column: number): JsonValue {
  skipToContent(reader);
  if (isAtEnd(reader) || columnOf(reader) !== column || !isMark(reader, colon)) return null;
  reader.at += 1;
  return readAfterMark(reader, column);
}

/** The value behind the colon at the reader's place: on its line, on the lines that follow, or nothing. */
function readValue(reader: Reader, column: number): JsonValue {
  reader.at += 1;
  if (!skipToContent(reader) && !isAtEnd(reader)) return readRestOfLine(reader, column);
  return belongsToKey(reader, column) ? readBlockNode(reader, column) : null;
}
