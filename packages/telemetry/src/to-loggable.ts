/**
 * A value as it is written into a log line. Errors become text, wherever they stand in it:
 * their own fields are not enumerable, so that JSON would make `{}` of them. It never
 * throws, and what it returns can be made JSON: no cycle, no bigint.
 *
 * Cost is bounded, whatever it is handed: by depth, by entries and by the length of texts.
 * Bytes are never shown, since they may be a secret's.
 */
import { describeError, isError } from './describe-error.ts';
import type { DescribeOptions } from './describe-error.ts';

const mostDepth = 6;
const mostEntries = 200;
const mostCharacters = 20_000;

interface Walk extends DescribeOptions {
  /** The remaining budget of entries, of all objects together. */
  entriesLeft: number;
}

export function toLoggable(value: unknown, options: DescribeOptions): unknown {
  return loggable(value, { ...options, entriesLeft: mostEntries }, []);
}

/** `within`: the objects that this one is a part of. */
function loggable(value: unknown, walk: Walk, within: readonly object[]): unknown {
  switch (typeof value) {
    case 'string':
      return shorten(value);
    case 'object':
      return value === null ? null : loggableObject(value, walk, within);
    case 'bigint':
    case 'symbol':
      return value.toString();
    case 'function':
      return `[function ${value.name}]`;
    default:
      return value;
  }
}

/** Getters and `toJSON` may throw. */
function loggableObject(value: object, walk: Walk, within: readonly object[]): unknown {
  try {
    if (isError(value)) return shorten(describeError(value, walk));
    if (ArrayBuffer.isView(value)) return `[${String(value.byteLength)} bytes]`;
    if (within.includes(value)) return '[circular]';
    if (within.length >= mostDepth) return '[more]';
    return loggableContent(value, walk, [...within, value]);
  } catch {
    return '[not printable]';
  }
}

function loggableContent(value: object, walk: Walk, within: readonly object[]): unknown {
  const { toJSON } = value as { readonly toJSON?: unknown };
  if (typeof toJSON === 'function') return loggable(toJSON.call(value), walk, within);
  if (Array.isArray(value) || value instanceof Set)
    return take(value, walk).map((each) => loggable(each, walk, within));
  const entries = value instanceof Map ? value : Object.entries(value);
  return Object.fromEntries(take(entries, walk).map(([name, each]) => [String(name), loggable(each, walk, within)]));
}

function take<T>(entries: Iterable<T>, walk: Walk): T[] {
  const taken: T[] = [];
  for (const entry of entries) {
    if (walk.entriesLeft === 0) break;
    walk.entriesLeft -= 1;
    taken.push(entry);
  }
  return taken;
}

function shorten(text: string): string {
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
}
