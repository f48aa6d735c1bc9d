/** Reads what can stand within a line: scalars, aliases, and lists and objects in brackets, over several lines if need be. */
import type { JsonValue } from '../language/json-value.ts';
import { addEntry, startObject } from './object-draft.ts';
import type { Key, ObjectDraft } from './object-draft.ts';
import { canBePlain, isFlowMark, readPlain } from './plain-scalar.ts';
import { finishCollection, finishScalar, noProperties, readName, readProperties } from './properties.ts';
import type { Properties, Scalar } from './properties.ts';
import { isQuote, readQuoted } from './quoted-scalar.ts';
import { close, codeAt, isAtDocumentMarker, isAtEnd, isGap, isMark, notePlace, open, skipToContent } from './reader.ts';
import type { Reader } from './reader.ts';
import { resolveScalar } from './resolve-scalar.ts';
import { fail } from './yaml-fault.ts';

const asterisk = 0x2a;
const openList = 0x5b;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;
const comma = 0x2c;
const colon = 0x3a;
const question = 0x3f;

export interface InlineNode extends Key {
  readonly value: JsonValue;
  /** Only such a node can be a key. */
  readonly isOneLine: boolean;
  /** After one in quotes or brackets a colon need not stand by itself, within brackets. */
  readonly isClosed: boolean;
}

/** The value of an empty node. */
export const nothing: Scalar = { text: '', value: null };

export function emptyNode(offset: number): InlineNode {
  return { value: null, key: '', isPlain: true, offset, isOneLine: true, isClosed: false };
}

/** `indent` is the column of what holds the node in block style; undefined within brackets. */
export function readInline(reader: Reader, indent: number | undefined, properties: Properties): InlineNode {
  const offset = reader.at;
  const code = codeAt(reader);
  if (code === openList || code === openObject) return readBrackets(reader, properties);
  if (code === asterisk) return readAlias(reader, properties);
  if (isQuote(code)) {
    const { text, isOneLine } = readQuoted(reader);
    const value = properties === noProperties ? text : finishScalar(reader, properties, { text, value: text });
    return { value, key: text, isPlain: false, offset, isOneLine, isClosed: true };
  }
  if (isAtEnd(reader)) fail('did not find expected node content', offset);
  if (!canBePlain(reader, indent === undefined)) fail('found character that cannot start any token', offset);
  const { text, isOneLine } = readPlain(reader, indent ?? -1, indent === undefined);
  const plain = resolveScalar(text, offset);
  const value = properties === noProperties ? plain : finishScalar(reader, properties, { text, value: plain });
  return { value, key: text, isPlain: properties.tag === undefined, offset, isOneLine, isClosed: false };
}

function readAlias(reader: Reader, { anchor, tag }: Properties): InlineNode {
  const offset = reader.at;
  const name = readName(reader);
  if (anchor !== undefined || tag !== undefined) fail(`alias *${name} can have neither an anchor nor a tag`, offset);
  const value = reader.anchors.copyOf(name, offset, reader.maxDepth - reader.depth);
  return { value, key: undefined, isPlain: false, offset, isOneLine: true, isClosed: false };
}

function readBrackets(reader: Reader, properties: Properties): InlineNode {
  const offset = reader.at;
  const { lineStart } = reader;
  const isList = codeAt(reader) === openList;
  open(reader);
  reader.at += 1;
  const value: JsonValue = isList ? readList(reader) : readObject(reader);
  reader.at += 1;
  close(reader);
  finishCollection(reader, properties, value);
  return {
    value,
    key: undefined,
    isPlain: false,
    offset,
    isOneLine: reader.lineStart === lineStart,
    isClosed: true,
  };
}

function readList(reader: Reader): JsonValue[] {
  const list: JsonValue[] = [];
  for (;;) {
    const code = goToNext(reader, "did not find expected ',' or ']'");
    if (code === closeList) return list;
    if (code === comma) fail('did not find expected node content', reader.at);
    notePlace(reader, list, list.length, reader.at);
    list.push(readItem(reader));
    endEntry(reader, closeList, "did not find expected ',' or ']'");
  }
}

function readObject(reader: Reader): Record<string, JsonValue> {
  const draft = startObject();
  for (;;) {
    const code = goToNext(reader, "did not find expected ',' or '}'");
    if (code === closeObject) return draft.object;
    if (code === comma) fail('did not find expected node content', reader.at);
    readEntry(reader, draft);
    endEntry(reader, closeObject, "did not find expected ',' or '}'");
  }
}

/** The code of what comes next, which has to be within the brackets. */
function goToNext(reader: Reader, fault: string): number {
  skipToContent(reader);
  if (isAtEnd(reader) || isAtDocumentMarker(reader)) fail(fault, reader.at);
  return codeAt(reader);
}

/** Consumes a comma; leaves the bracket to the collection that it closes. */
function endEntry(reader: Reader, bracket: number, fault: string): void {
  const code = goToNext(reader, fault);
  if (code === comma) reader.at += 1;
  else if (code !== bracket) fail(fault, reader.at);
}

/** A pair among the items of a list is an object of one key. */
function readItem(reader: Reader): JsonValue {
  const isExplicit = isMark(reader, question);
  if (isExplicit) return readPair(reader, readKey(reader));
  const node = readNode(reader);
  return isAtPairColon(reader, node) ? readPair(reader, node) : node.value;
}

function readPair(reader: Reader, key: InlineNode): JsonValue {
  const draft = startObject();
  open(reader);
  addEntry(reader, draft, key, readValue(reader, key));
  close(reader);
  return draft.object;
}

function readEntry(reader: Reader, draft: ObjectDraft): void {
  const key = isMark(reader, question) ? readKey(reader) : readNode(reader);
  addEntry(reader, draft, key, readValue(reader, key));
}

/** A key behind its question mark. */
function readKey(reader: Reader): InlineNode {
  reader.at += 1;
  skipToContent(reader);
  return readNode(reader);
}

/** Null where there is none. */
function readValue(reader: Reader, key: InlineNode): JsonValue {
  if (!isAtPairColon(reader, key)) return null;
  reader.at += 1;
  skipToContent(reader);
  return readNode(reader).value;
}

function isAtPairColon(reader: Reader, { isClosed }: InlineNode): boolean {
  skipToContent(reader);
  if (codeAt(reader) !== colon) return false;
  const next = codeAt(reader, 1);
  return isClosed || isGap(next) || isFlowMark(next);
}

/** Where nothing is said, a null. */
function readNode(reader: Reader): InlineNode {
  const properties = readProperties(reader);
  const code = codeAt(reader);
  const isEmpty = code === comma || code === closeList || code === closeObject || isEmptyKey(reader);
  if (!isEmpty) return readInline(reader, undefined, properties);
  const value = finishScalar(reader, properties, nothing);
  return { value, key: '', isPlain: true, offset: reader.at, isOneLine: true, isClosed: false };
}

function isEmptyKey(reader: Reader): boolean {
  const next = codeAt(reader, 1);
  return codeAt(reader) === colon && (isGap(next) || isFlowMark(next));
}
