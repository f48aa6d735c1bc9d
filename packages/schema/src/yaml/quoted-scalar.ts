/** Reads scalars in quotes: escapes in double ones, doubled quotes in single ones, lines that are folded in both. */
import { codeAt, isAtDocumentMarker, isBlank, newline, skipBlanks } from './reader.ts';
import type { Reader } from './reader.ts';
import { fail } from './yaml-fault.ts';

export interface QuotedText {
  readonly text: string;
  readonly isOneLine: boolean;
}

const doubleQuote = 0x22;
const singleQuote = 0x27;
const backslash = 0x5c;

export function isQuote(code: number): boolean {
  return code === doubleQuote || code === singleQuote;
}

interface Draft {
  readonly parts: string[];
  /** Where the text begins that is not among the parts yet. */
  from: number;
  isOneLine: boolean;
}

export function readQuoted(reader: Reader): QuotedText {
  const start = reader.at;
  const quote = codeAt(reader);
  reader.at += 1;
  const draft: Draft = { parts: [], from: reader.at, isOneLine: true };
  for (;;) {
    const code = codeAt(reader);
    if (Number.isNaN(code)) fail('found unexpected end of stream', start);
    if (code === quote) {
      if (quote === doubleQuote || codeAt(reader, 1) !== singleQuote) break;
      take(reader, draft, reader.at + 1);
      reader.at += 2;
      draft.from = reader.at;
    } else if (code === newline) foldLines(reader, draft);
    else if (code === backslash && quote === doubleQuote) readEscape(reader, draft);
    else reader.at += 1;
  }
  take(reader, draft, reader.at);
  reader.at += 1;
  const { parts, isOneLine } = draft;
  const [only = ''] = parts;
  return { text: parts.length === 1 ? only : joinPairs(parts), isOneLine };
}

function take({ text }: Reader, draft: Draft, end: number): void {
  if (end > draft.from || draft.parts.length === 0) draft.parts.push(text.slice(draft.from, end));
}

/** Halves of a surrogate pair may be escaped one by one; half a pair has no UTF-8. */
function joinPairs(parts: readonly string[]): string {
  return parts.join('').replace(/\p{Surrogate}/gu, '\ufffd');
}

/** One break is a space, of several the first goes; blanks around them do not count. */
function foldLines(reader: Reader, draft: Draft): void {
  const { text } = reader;
  let end = reader.at;
  while (end > draft.from && isBlank(text.charCodeAt(end - 1))) end -= 1;
  take(reader, draft, end);
  let breaks = 0;
  while (codeAt(reader) === newline) {
    breaks += 1;
    skipBreak(reader);
  }
  draft.parts.push(breaks === 1 ? ' ' : '\n'.repeat(breaks - 1));
  draft.from = reader.at;
  draft.isOneLine = false;
}

/** The break and the blanks that the next line begins with. */
function skipBreak(reader: Reader): void {
  reader.at += 1;
  reader.lineStart = reader.at;
  if (isAtDocumentMarker(reader)) fail('found unexpected document indicator', reader.at);
  skipBlanks(reader);
}

const escapes: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  t: '\t',
  '\t': '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\x1b',
  ' ': ' ',
  '"': '"',
  '/': '/',
  '\\': '\\',
  N: '\x85',
  _: '\xa0',
  L: '\u2028',
  P: '\u2029',
};

const codeLengths: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

function readEscape(reader: Reader, draft: Draft): void {
  const { text, at } = reader;
  take(reader, draft, at);
  const letter = text.charAt(at + 1);
  const plain = Object.hasOwn(escapes, letter) ? escapes[letter] : undefined;
  const length = Object.hasOwn(codeLengths, letter) ? codeLengths[letter] : undefined;
  if (plain !== undefined) {
    draft.parts.push(plain);
    reader.at += 2;
  } else if (length !== undefined) {
    draft.parts.push(readCode(text, at, length));
    reader.at += 2 + length;
  } else if (letter === '\n') {
    draft.isOneLine = false;
    reader.at += 1;
    skipBreak(reader);
    keepEmptyLines(reader, draft);
  } else if (letter === '') {
    fail('found unexpected end of stream', at);
  } else {
    fail('found unknown escape character', at);
  }
  draft.from = reader.at;
}

/** An escaped break is none; the empty lines after it are breaks all the same. */
function keepEmptyLines(reader: Reader, draft: Draft): void {
  while (codeAt(reader) === newline) {
    draft.parts.push('\n');
    skipBreak(reader);
  }
}

const highest = 0x10ffff;

function readCode(text: string, at: number, length: number): string {
  const digits = text.slice(at + 2, at + 2 + length);
  if (digits.length < length || !/^[0-9a-fA-F]+$/.test(digits)) fail('did not find expected hexadecimal number', at);
  const code = Number.parseInt(digits, 16);
  if (code > highest) fail('found invalid Unicode character escape code', at);
  return String.fromCodePoint(code);
}
