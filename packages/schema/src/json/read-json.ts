/**
 * A JSON reader that keeps numbers as they were written, tells of duplicate keys and
 * names the first fault. Holds its own stack, so depth costs memory and nothing else.
 * Three to five times slower than `JSON.parse`, which parse-json.ts prefers.
 */
import type { JsonValue } from '../language/json-value.ts';
import { toJsonNumber } from '../formats/exact-number.ts';
import { readString, skipSpace } from './read-token.ts';
import { setOwn } from './set-own.ts';
import { unexpected } from './syntax-error.ts';

export interface ReadOptions {
  readonly maxDepth: number;
  /** Called once for each path that was given more than once; the last value counts. */
  readonly onDuplicate?: ((path: string) => void) | undefined;
}

interface ObjectFrame {
  readonly value: Record<string, JsonValue>;
  readonly isList: false;
  key: string;
}

interface ListFrame {
  readonly value: JsonValue[];
  readonly isList: true;
}

type Frame = ObjectFrame | ListFrame;

interface Reader {
  readonly text: string;
  readonly stack: Frame[];
  readonly maxDepth: number;
  readonly noteDuplicate: ((frame: ObjectFrame) => void) | undefined;
  at: number;
}

/** Throws a JsonSyntaxError where the text is no JSON. */
export function readJsonOrThrow(text: string, options: ReadOptions): JsonValue {
  const stack: Frame[] = [];
  const noteDuplicate = options.onDuplicate && duplicateNoter(stack, options.onDuplicate);
  const reader: Reader = { text, stack, maxDepth: options.maxDepth, noteDuplicate, at: 0 };
  for (;;) {
    const value = readValue(reader);
    if (value === opened) continue;
    const whole = attach(reader, value);
    if (whole !== unfinished) return whole;
  }
}

const opened = Symbol('a list or object was opened');
const unfinished = Symbol('more has to come');

/** The limit of kube-apiserver too. It bounds the cost of the paths. */
const maxDuplicates = 100;

function readValue(reader: Reader): JsonValue | typeof opened {
  const { text } = reader;
  reader.at = skipSpace(text, reader.at);
  switch (text.charAt(reader.at)) {
    case '{':
      return openObject(reader);
    case '[':
      return openList(reader);
    case '"': {
      const token = readString(text, reader.at);
      reader.at = token.end;
      return token.value;
    }
    case 't':
      return readWord(reader, 'true', true);
    case 'f':
      return readWord(reader, 'false', false);
    case 'n':
      return readWord(reader, 'null', null);
    default:
      return readNumber(reader);
  }
}

function openObject(reader: Reader): JsonValue | typeof opened {
  refuseDepth(reader);
  reader.at = skipSpace(reader.text, reader.at + 1);
  if (reader.text.charAt(reader.at) === '}') {
    reader.at += 1;
    return {};
  }
  const frame: ObjectFrame = { value: {}, isList: false, key: '' };
  reader.stack.push(frame);
  readKey(reader, frame);
  return opened;
}

function openList(reader: Reader): JsonValue | typeof opened {
  refuseDepth(reader);
  reader.at = skipSpace(reader.text, reader.at + 1);
  if (reader.text.charAt(reader.at) === ']') {
    reader.at += 1;
    return [];
  }
  reader.stack.push({ value: [], isList: true });
  return opened;
}

function refuseDepth({ text, stack, at, maxDepth }: Reader): void {
  if (stack.length >= maxDepth) throw unexpected(text, at, 'exceeded max depth');
}

function readKey(reader: Reader, frame: ObjectFrame): void {
  const { text } = reader;
  const start = skipSpace(text, reader.at);
  if (text.charAt(start) !== '"') throw unexpected(text, start, 'looking for beginning of object key string');
  const token = readString(text, start);
  const colon = skipSpace(text, token.end);
  if (text.charAt(colon) !== ':') throw unexpected(text, colon, 'after object key');
  frame.key = token.value;
  reader.at = colon + 1;
  if (Object.hasOwn(frame.value, token.value)) reader.noteDuplicate?.(frame);
}

/** Adds a finished value to its container, and closes all containers that end with it. */
function attach(reader: Reader, finished: JsonValue): JsonValue | typeof unfinished {
  const { text, stack } = reader;
  let value = finished;
  for (;;) {
    const frame = stack.at(-1);
    reader.at = skipSpace(text, reader.at);
    if (frame === undefined) {
      if (reader.at < text.length) throw unexpected(text, reader.at, 'after top-level value');
      return value;
    }
    if (frame.isList) frame.value.push(value);
    else setOwn(frame.value, frame.key, value);
    const mark = text.charAt(reader.at);
    const isEnd = mark === (frame.isList ? ']' : '}');
    if (!isEnd && mark !== ',') {
      throw unexpected(text, reader.at, frame.isList ? 'after array element' : 'after object key:value pair');
    }
    reader.at += 1;
    if (!isEnd) {
      if (!frame.isList) readKey(reader, frame);
      return unfinished;
    }
    stack.pop();
    value = frame.value;
  }
}

function readWord<T extends boolean | null>(reader: Reader, word: string, value: T): T {
  for (let i = 1; i < word.length; i += 1) {
    const letter = word.charAt(i);
    if (reader.text.charAt(reader.at + i) !== letter) {
      throw unexpected(reader.text, reader.at + i, `in literal ${word} (expecting '${letter}')`);
    }
  }
  reader.at += word.length;
  return value;
}

const wholePart = /-?(?:0|[1-9][0-9]*)/y;
const fractionPart = /\.[0-9]+/y;
const exponentPart = /[eE][-+]?[0-9]+/y;

function readNumber(reader: Reader): JsonValue {
  const { text, at } = reader;
  let end = endOf(wholePart, text, at);
  if (end === at) {
    if (text.charAt(at) === '-') throw unexpected(text, at + 1, 'in numeric literal');
    throw unexpected(text, at, 'looking for beginning of value');
  }
  if (text.charAt(end) === '.') {
    const next = endOf(fractionPart, text, end);
    if (next === end) throw unexpected(text, end + 1, 'after decimal point in numeric literal');
    end = next;
  }
  if (/[eE]/.test(text.charAt(end))) {
    const next = endOf(exponentPart, text, end);
    const sign = /[-+]/.test(text.charAt(end + 1)) ? 1 : 0;
    if (next === end) throw unexpected(text, end + 1 + sign, 'in exponent of numeric literal');
    end = next;
  }
  reader.at = end;
  return toJsonNumber(text.slice(at, end));
}

function endOf(part: RegExp, text: string, at: number): number {
  part.lastIndex = at;
  return part.test(text) ? part.lastIndex : at;
}

function duplicateNoter(stack: readonly Frame[], onDuplicate: (path: string) => void) {
  const seen = new Set<string>();
  return () => {
    if (seen.size >= maxDuplicates) return;
    const path = pathOf(stack);
    if (seen.has(path)) return;
    seen.add(path);
    onDuplicate(path);
  };
}

/** `spec.containers[0].name` */
function pathOf(stack: readonly Frame[]): string {
  let path = '';
  for (const frame of stack) {
    if (frame.isList) path += `[${frame.value.length}]`;
    else path += path === '' ? frame.key : `.${frame.key}`;
  }
  return path;
}
