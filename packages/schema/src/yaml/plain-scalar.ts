/** Reads plain scalars: text without quotes, over several lines where they are indented. */
import { codeAt, columnOf, isAtDocumentMarker, isAtEnd, isGap, newline, skipBlanks } from './reader.ts';
import type { Reader } from './reader.ts';
import { fail } from './yaml-fault.ts';

export interface PlainText {
  readonly text: string;
  /** Only such a text can be a key. */
  readonly isOneLine: boolean;
}

const colon = 0x3a;
const hash = 0x23;
const indicators = codesOf(',[]{}#&*!|>\'"%@`');
/** They may begin plain text where something follows at once. */
const halfIndicators = codesOf('-?:');
const flowMarks = codesOf(',[]{}');

function codesOf(marks: string): ReadonlySet<number> {
  return new Set(Array.from(marks, (mark) => mark.charCodeAt(0)));
}

export function isFlowMark(code: number): boolean {
  return flowMarks.has(code);
}

export function canBePlain(reader: Reader, isInFlow: boolean): boolean {
  const code = codeAt(reader);
  if (indicators.has(code)) return false;
  if (!halfIndicators.has(code)) return true;
  const next = codeAt(reader, 1);
  return !isGap(next) && !(isInFlow && isFlowMark(next));
}

/** Lines that follow belong to the text where they are indented deeper than `indent`; in flow, all do. */
export function readPlain(reader: Reader, indent: number, isInFlow: boolean): PlainText {
  const first = readLine(reader, isInFlow);
  if (codeAt(reader) !== newline) return { text: first, isOneLine: true };
  const parts = [first];
  for (;;) {
    const start = reader.at;
    const lineStart = reader.lineStart;
    const breaks = skipBreaks(reader);
    if (!goesOn(reader, indent, isInFlow)) {
      // The next token starts before its indentation, which its reader needs to tell its column.
      if (isAtEnd(reader)) break;
      Object.assign(reader, { at: start, lineStart });
      break;
    }
    parts.push(breaks === 1 ? ' ' : '\n'.repeat(breaks - 1), readLine(reader, isInFlow));
    if (codeAt(reader) !== newline) break;
  }
  refuseLateKey(reader, parts.length > 1, isInFlow);
  return { text: parts.join(''), isOneLine: parts.length === 1 };
}

/** To the end of the line, of the text, or to what ends plain text within a line. */
function readLine(reader: Reader, isInFlow: boolean): string {
  const { text, at: start } = reader;
  let at = start;
  let end = start;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === newline) break;
    if (code === 0x20 || code === 0x09) continue;
    if (code === hash && end < at) break;
    if (code === colon && endsAtColon(text.charCodeAt(at + 1), isInFlow)) break;
    if (isInFlow && flowMarks.has(code)) break;
    end = at + 1;
  }
  reader.at = at;
  return text.slice(start, end);
}

function endsAtColon(next: number, isInFlow: boolean): boolean {
  return isGap(next) || (isInFlow && flowMarks.has(next));
}

function skipBreaks(reader: Reader): number {
  let breaks = 0;
  for (;;) {
    skipBlanks(reader);
    if (codeAt(reader) !== newline) return breaks;
    breaks += 1;
    reader.at += 1;
    reader.lineStart = reader.at;
  }
}

function goesOn(reader: Reader, indent: number, isInFlow: boolean): boolean {
  const code = codeAt(reader);
  if (isAtEnd(reader) || code === hash || isAtDocumentMarker(reader)) return false;
  if (isInFlow) return !flowMarks.has(code) && !(code === colon && endsAtColon(codeAt(reader, 1), true));
  return columnOf(reader) > indent;
}

/** Text over several lines is no key. */
function refuseLateKey(reader: Reader, hasSeveralLines: boolean, isInFlow: boolean): void {
  if (isInFlow || !hasSeveralLines || codeAt(reader) !== colon) return;
  fail('mapping values are not allowed in this context', reader.at);
}
