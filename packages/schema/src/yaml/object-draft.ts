/** Puts the keys of a YAML map together. A key may be given once; merge keys fill in what the map does not have itself. */
import { ExactNumber } from '../formats/exact-number.ts';
import { setOwn } from '../json/set-own.ts';
import type { JsonValue } from '../language/json-value.ts';
import { notePlace } from './reader.ts';
import type { Reader } from './reader.ts';
import { fail } from './yaml-fault.ts';

type JsonObject = Record<string, JsonValue>;

export interface ObjectDraft {
  readonly object: JsonObject;
  /** Keys that came by a merge and may still be given; made with the first merge. */
  merged: Set<string> | undefined;
}

const mergeKey = '<<';

export function startObject(): ObjectDraft {
  return { object: {}, merged: undefined };
}

export interface Key {
  /** Absent for what is no scalar, and cannot be a key of JSON. */
  readonly key: string | undefined;
  readonly isPlain: boolean;
  readonly offset: number;
}

export function addEntry(reader: Reader, draft: ObjectDraft, key: Key, value: JsonValue): void {
  const { object } = draft;
  const text = key.key ?? fail('keys have to be plain strings', key.offset);
  if (text === mergeKey && key.isPlain) {
    merge(draft, value, key.offset);
    return;
  }
  if (Object.hasOwn(object, text) && draft.merged?.delete(text) !== true) {
    fail(`Map keys must be unique: ${JSON.stringify(text)} is there already`, key.offset);
  }
  setOwn(object, text, value);
  notePlace(reader, object, text, key.offset);
}

/** Keys that are there already win over merged ones, in whatever order they come. */
function merge(draft: ObjectDraft, value: JsonValue, offset: number): void {
  const { object } = draft;
  const merged = (draft.merged ??= new Set());
  for (const source of Array.isArray(value) ? (value as readonly JsonValue[]) : [value]) {
    if (!isObject(source)) fail('a merge key needs a map or a list of maps', offset);
    for (const [key, each] of Object.entries(source)) {
      if (Object.hasOwn(object, key)) continue;
      setOwn(object, key, each);
      merged.add(key);
    }
  }
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}
