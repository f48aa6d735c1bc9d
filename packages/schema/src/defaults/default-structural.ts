/**
 * Defaulting of custom objects, at any depth of what exists: absent fields and nulls that the schema does not allow
 * become the default, which is itself completed. Nothing is changed in place: where a default is added, the objects
 * around it are copied. Applying it twice is applying it once.
 */
import type { StructuralSchema } from '../language/structural-schema.ts';
import { failed, startDecode } from '../json/decode-state.ts';
import { setOwn } from '../json/set-own.ts';
import { inKeyOrder } from '../json/sort-keys.ts';
import { hasStructuralDefaults } from './has-structural-defaults.ts';
import { hasDefault, itemSchema, memberSchema, refusesNull } from '../language/part-schema.ts';
import { pruneValue } from '../json/prune-value.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** The value with its defaults: a new one, or the same when it lacks none. */
export function defaultStructural(schema: StructuralSchema | undefined, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || schema === undefined) return value;
  if (!hasStructuralDefaults(schema)) return value;
  if (Array.isArray(value)) return fillInItems(value, schema);
  return fillInFields(value as JsonObject, schema, noFields);
}

const noFields: ReadonlySet<string> = new Set();

/** The same for an object whose fields in `except` belong to something else. */
export function fillInFields(object: JsonObject, schema: StructuralSchema, except: ReadonlySet<string>): JsonObject {
  const changes = new Map<string, unknown>();
  for (const [key, part] of defaultedProperties(schema)) {
    if (!except.has(key) && isUnset(ownValue(object, key), part)) changes.set(key, defaultOf(part));
  }
  for (const key in object) {
    if (except.has(key) || changes.has(key)) continue;
    const filled = fillInMember(object[key], memberSchema(schema, key));
    if (filled !== object[key]) changes.set(key, filled);
  }
  return changes.size === 0 ? object : withChanges(object, changes);
}

function fillInMember(value: unknown, schema: StructuralSchema | undefined): unknown {
  if (schema === undefined) return value;
  if (value === null && refusesNull(schema) && hasDefault(schema)) return defaultOf(schema);
  return defaultStructural(schema, value);
}

function fillInItems(items: readonly unknown[], schema: StructuralSchema): readonly unknown[] {
  const below = itemSchema(schema);
  let copy: unknown[] | undefined;
  for (let index = 0; index < items.length; index += 1) {
    const filled = fillInMember(items[index], below);
    if (filled !== items[index]) (copy ??= [...items])[index] = filled;
  }
  return copy ?? items;
}

function withChanges(object: JsonObject, changes: ReadonlyMap<string, unknown>): JsonObject {
  const added = [...changes.keys()].filter((key) => !Object.hasOwn(object, key));
  const copy: Record<string, unknown> = {};
  for (const key of inKeyOrder([...Object.keys(object), ...added])) {
    setOwn(copy, key, changes.has(key) ? changes.get(key) : object[key]);
  }
  return copy;
}

function ownValue(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function isUnset(value: unknown, schema: StructuralSchema): boolean {
  return value === undefined || (value === null && refusesNull(schema));
}

type Defaulted = readonly (readonly [string, StructuralSchema])[];

const knownProperties = new WeakMap<StructuralSchema, Defaulted>();

function defaultedProperties(schema: StructuralSchema): Defaulted {
  const found = knownProperties.get(schema);
  if (found !== undefined) return found;
  const made = Object.entries(schema.properties ?? {}).filter(([, part]) => hasDefault(part));
  knownProperties.set(schema, made);
  return made;
}

const knownDefaults = new WeakMap<StructuralSchema, unknown>();

/** A copy, for its holder may change it. A default is pruned and completed as the values of its schema are. */
function defaultOf(schema: StructuralSchema): unknown {
  let value = knownDefaults.get(schema);
  if (value === undefined) {
    const pruned = pruneValue(schema.default, schema, { state: startDecode(false), decodeMetadata: undefined });
    value = defaultStructural(schema, pruned === failed ? null : pruned);
    knownDefaults.set(schema, value);
  }
  return copyOf(value);
}

function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf);
  const copy: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) setOwn(copy, key, copyOf(inner));
  return copy;
}
