/** The properties that may precede a node: an anchor that names it, and a tag that gives its type. */
import type { JsonValue } from '../language/json-value.ts';
import { isFlowMark } from './plain-scalar.ts';
import { codeAt, isAtEnd, isGap, skipBlanks, skipToContent } from './reader.ts';
import type { Reader } from './reader.ts';
import { kindOfScalar, resolveScalar } from './resolve-scalar.ts';
import { fail } from './yaml-fault.ts';

export interface Properties {
  readonly anchor: string | undefined;
  readonly tag: string | undefined;
  readonly offset: number;
  /** The node is not on the line of its properties. */
  readonly endsLine: boolean;
}

const ampersand = 0x26;
const exclamation = 0x21;

/** Shared by nearly all nodes, so that it can be compared by identity. */
export const noProperties: Properties = { anchor: undefined, tag: undefined, offset: 0, endsLine: false };

export function readProperties(reader: Reader): Properties {
  const first = codeAt(reader);
  if (first !== ampersand && first !== exclamation) return noProperties;
  const offset = reader.at;
  let anchor: string | undefined;
  let tag: string | undefined;
  for (let code = first; ; code = codeAt(reader)) {
    if (code === ampersand && anchor === undefined) anchor = readName(reader);
    else if (code === exclamation && tag === undefined) tag = readTag(reader);
    else break;
    skipBlanks(reader);
  }
  if (anchor !== undefined) reader.anchors.begin(anchor);
  const isNextLine = skipToContent(reader);
  return { anchor, tag, offset, endsLine: isNextLine || isAtEnd(reader) };
}

/** The name of an anchor or an alias, behind its mark. */
export function readName(reader: Reader): string {
  const start = reader.at + 1;
  reader.at = start;
  for (let code = codeAt(reader); !isGap(code) && !isFlowMark(code); code = codeAt(reader)) reader.at += 1;
  if (reader.at === start) fail('did not find expected alphabetic or numeric character', start);
  return reader.text.slice(start, reader.at);
}

function readTag(reader: Reader): string {
  const start = reader.at;
  const isVerbatim = codeAt(reader, 1) === 0x3c;
  for (let code = codeAt(reader); !isGap(code) && (isVerbatim || !isFlowMark(code)); code = codeAt(reader)) {
    reader.at += 1;
  }
  return reader.text.slice(start, reader.at);
}

const standard = /^(?:!!|!<tag:yaml\.org,2002:)([a-z]+)>?$/;

/** The text of a scalar, and what it means without a tag. */
export interface Scalar {
  readonly text: string;
  readonly value: JsonValue;
}

/** The value that the tag wants, under its anchor. */
export function finishScalar(reader: Reader, { anchor, tag, offset }: Properties, scalar: Scalar): JsonValue {
  const value = tag === undefined ? scalar.value : retag(tag, scalar, offset);
  if (anchor !== undefined) reader.anchors.end(anchor, value);
  return value;
}

/** The same for a list or an object. */
export function finishCollection<T extends JsonValue>(
  reader: Reader,
  { anchor, tag, offset }: Properties,
  value: T,
): T {
  if (tag !== undefined && standard.exec(tag)?.[1] !== (Array.isArray(value) ? 'seq' : 'map')) refuseTag(tag, offset);
  if (anchor !== undefined) reader.anchors.end(anchor, value);
  return value;
}

function retag(tag: string, { text, value }: Scalar, offset: number): JsonValue {
  const wanted = tag === '!' ? 'str' : standard.exec(tag)?.[1];
  if (wanted === 'str') return text;
  const resolved = typeof value === 'string' ? resolveScalar(text, offset) : value;
  const kind = kindOfScalar(text, resolved);
  if (kind === wanted || (kind === 'int' && wanted === 'float')) return resolved;
  return refuseTag(tag, offset);
}

function refuseTag(tag: string, offset: number): never {
  fail(`the tag ${tag} does not fit, or has no counterpart in JSON`, offset);
}
