/**
 * A place in YAML text and the steps that every part of the reader takes from it: over blanks, comments and breaks.
 *
 * Law: each step looks at a character a bounded number of times, so that reading costs the same for every byte,
 * for any input. Line breaks are `\n` alone here; `parseYaml` has replaced the others.
 */
import type { Anchors } from './anchors.ts';
import { fail } from './yaml-fault.ts';

/** The offsets of documents, items and keys in the text. */
export interface Places {
  readonly documents: number[];
  /** By list or object, its items or keys. */
  readonly steps: WeakMap<object, Map<string | number, number>>;
}

export interface Reader {
  readonly text: string;
  /** The place; in `lineStart` begins its line. */
  at: number;
  lineStart: number;
  /** The number of lists and objects that are open, and its limit. */
  depth: number;
  readonly maxDepth: number;
  readonly anchors: Anchors;
  /** Kept only for callers that ask for it. */
  readonly places: Places | undefined;
}

export const newline = 0x0a;
const tab = 0x09;
const space = 0x20;
const hash = 0x23;

export function codeAt(reader: Reader, ahead = 0): number {
  return reader.text.charCodeAt(reader.at + ahead);
}

export function columnOf({ at, lineStart }: Reader): number {
  return at - lineStart;
}

export function isBlank(code: number): boolean {
  return code === space || code === tab;
}

/** A blank, a break, or the end of the text, whose code is NaN. */
export function isGap(code: number): boolean {
  return code === space || code === newline || code === tab || Number.isNaN(code);
}

export function isAtEnd({ text, at }: Reader): boolean {
  return at >= text.length;
}

/** An indicator such as `-` or `:` that stands by itself. */
export function isMark(reader: Reader, code: number): boolean {
  return codeAt(reader) === code && isGap(codeAt(reader, 1));
}

export function skipBlanks(reader: Reader): void {
  while (isBlank(codeAt(reader))) reader.at += 1;
}

/** Goes to the next thing that is said, and tells whether it is on another line. */
export function skipToContent(reader: Reader): boolean {
  const { lineStart, text } = reader;
  for (;;) {
    skipBlanks(reader);
    const code = codeAt(reader);
    if (code === hash && isGapBefore(reader)) {
      const end = text.indexOf('\n', reader.at);
      reader.at = end < 0 ? text.length : end;
    } else if (code === newline) {
      reader.at += 1;
      reader.lineStart = reader.at;
    } else {
      return reader.lineStart !== lineStart;
    }
  }
}

/** A `#` begins a comment only where it does not touch what is before it. */
function isGapBefore({ text, at, lineStart }: Reader): boolean {
  return at === lineStart || isBlank(text.charCodeAt(at - 1));
}

/** `---` or `...` at the beginning of a line: here ends whatever is open. */
export function isAtDocumentMarker(reader: Reader): boolean {
  return reader.at === reader.lineStart && isDocumentMarker(reader.text, reader.at);
}

export function isDocumentMarker(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code !== 0x2d && code !== 0x2e) return false;
  return text.charCodeAt(at + 1) === code && text.charCodeAt(at + 2) === code && isGap(text.charCodeAt(at + 3));
}

/** Returns true if only indentation precedes the place. Tabs do not indent: their width depends on the viewer. */
export function startsLine({ text, at, lineStart }: Reader): boolean {
  for (let before = lineStart; before < at; before += 1) {
    const code = text.charCodeAt(before);
    if (code === tab) fail('found character that cannot start any token', before);
    if (code !== space) return false;
  }
  return true;
}

/** Opens a list or an object; `close` undoes it. */
export function open(reader: Reader): void {
  reader.depth += 1;
  if (reader.depth > reader.maxDepth) fail(wordTooDeep(reader.maxDepth), reader.at);
}

export function close(reader: Reader): void {
  reader.depth -= 1;
}

export function wordTooDeep(maxDepth: number): string {
  return `nested more than ${maxDepth} levels deep`;
}

/** Notes where a key or an item begins. */
export function notePlace(reader: Reader, holder: object, step: string | number, offset: number): void {
  const { places } = reader;
  if (places === undefined) return;
  const steps = places.steps.get(holder) ?? new Map<string | number, number>();
  if (steps.size === 0) places.steps.set(holder, steps);
  steps.set(step, offset);
}
