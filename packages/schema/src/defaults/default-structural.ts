/**
 * Defaulting of custom objects, at any depth of what exists: absent fields and nulls that the schema does not allow
 * become the default, which is itself completed. Nothing is changed in place: where a default is added, the objects
 * around it are copied. Applying it twice is applying it once.
 */
import type { StructuralSchema } from '../language/structural-schema.ts';
import { failed, startDecode } from '../json/decode-state.ts';
import { encodeSorted } from '../json/encode-sorted.ts';
import { setOwn } from '../json/set-own.ts';
import { inKeyOrder } from '../json/sort-keys.ts';
import { hasDefault, itemSchema, memberSchema, refusesNull } from '../language/part-schema.ts';
import { compileReach } from '../language/reach-of-schemas.ts';
import { pruneValue } from '../json/prune-value.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const hasStructuralDefaults = compileReach(hasDefault);

/**
 * The characters of JSON that one run adds, more than any store takes in one value: a small object can ask for
 * gigabytes of defaults. One that is cut short is refused by its size.
 */
const mostCharacters = 1_600_000;

interface Filling {
  charactersLeft: number;
}

/** The value with its defaults: a new one, or the same when it lacks none. */
export function defaultStructural(schema: StructuralSchema | undefined, value: unknown): unknown {
  return fillIn(value, schema, { charactersLeft: mostCharacters });
}

/** The same for an object whose fields in `except` belong to something else. */
export function defaultFields(object: JsonObject, schema: StructuralSchema, except: ReadonlySet<string>): JsonObject {
  return hasStructuralDefaults(schema)
    ? fillInFields(object, schema, { charactersLeft: mostCharacters }, except)
    : object;
}

function fillIn(value: unknown, schema: StructuralSchema | undefined, filling: Filling): unknown {
  if (typeof value !== 'object' || value === null || schema === undefined) return value;
  if (!hasStructuralDefaults(schema)) return value;
  if (Array.isArray(value)) return fillInItems(value, schema, filling);
  return fillInFields(value as JsonObject, schema, filling);
}

function fillInFields(
  object: JsonObject,
  schema: StructuralSchema,
  filling: Filling,
  except?: ReadonlySet<string>,
): JsonObject {
  const changes = new Map<string, unknown>();
  for (const [key, part] of defaultedProperties(schema)) {
    if (except?.has(key) === true || !isUnset(ownValue(object, key), part)) continue;
    const value = takeDefault(part, filling);
    if (value !== undefined) changes.set(key, value);
  }
  for (const key in object) {
    if (except?.has(key) === true || changes.has(key)) continue;
    const filled = fillInMember(object[key], memberSchema(schema, key), filling);
    if (filled !== object[key]) changes.set(key, filled);
  }
  return changes.size === 0 ? object : withChanges(object, changes);
}

function fillInMember(value: unknown, schema: StructuralSchema | undefined, filling: Filling): unknown {
  if (schema === undefined) return value;
  if (value === null && refusesNull(schema) && hasDefault(schema)) return takeDefault(schema, filling) ?? null;
  return fillIn(value, schema, filling);
}

function fillInItems(items: readonly unknown[], schema: StructuralSchema, filling: Filling): readonly unknown[] {
  const below = itemSchema(schema);
  let copy: unknown[] | undefined;
  for (let index = 0; index < items.length; index += 1) {
    const filled = fillInMember(items[index], below, filling);
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

interface KnownDefault {
  readonly value: unknown;
  readonly characters: number;
}

const knownDefaults = new WeakMap<StructuralSchema, KnownDefault>();

/** A copy, for its holder may change it. Undefined when no more is added. */
function takeDefault(schema: StructuralSchema, filling: Filling): unknown {
  let known = knownDefaults.get(schema);
  if (known === undefined) knownDefaults.set(schema, (known = completeDefault(schema)));
  filling.charactersLeft -= known.characters;
  return filling.charactersLeft < 0 ? undefined : copyOf(known.value);
}

/** A default is pruned and completed as the values of its schema are. */
function completeDefault(schema: StructuralSchema): KnownDefault {
  const pruned = pruneValue(schema.default, schema, { state: startDecode(false), decodeMetadata: undefined });
  const value = defaultStructural(schema, pruned === failed ? null : pruned);
  return { value, characters: encodeSorted(value)?.length ?? 0 };
}

function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf);
  const copy: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) setOwn(copy, key, copyOf(inner));
  return copy;
}
