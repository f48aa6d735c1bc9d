/**
 * Pruning: values of custom objects in canonical form. Fields that the schema does not specify are dropped and
 * reported, nulls that it does not allow are dropped, the metadata of embedded resources is decoded, keys are sorted,
 * numbers are plain. The given value is not changed; parts that are canonical already are shared with it.
 */
import { ExactNumber } from '../formats/exact-number.ts';
import type { Decode, DecodeState, Failed } from './decode-state.ts';
import {
  failField,
  failNumber,
  failText,
  failed,
  faultMessage,
  noteUnknown,
  prefixField,
  prefixUnknown,
} from './decode-state.ts';
import { maxNesting } from './max-nesting.ts';
import { setOwn } from './set-own.ts';
import { inKeyOrder } from './sort-keys.ts';
import { freeFormValue } from '../printed/free-form-value.ts';
import { printValue } from '../printed/print-value.ts';
import type { StructuralSchema } from '../language/structural-schema.ts';
import {
  hasDefault,
  isEmbedded,
  isTypeOrMetadata,
  itemSchema,
  keepsUnknown,
  propertySchema,
  refusesNull,
  takesAnyKey,
  valueSchema,
} from '../language/part-schema.ts';

type JsonObject = Record<string, unknown>;

export interface PruneContext {
  readonly state: DecodeState;
  /** Decodes the metadata of embedded resources; absent where it is kept as it is. */
  readonly decodeMetadata: Decode | undefined;
}

/** The schema of a value; one without a schema is kept whole, or has no fields. */
interface Rules {
  readonly schema: StructuralSchema | undefined;
  readonly keepsUnknown: boolean;
}

const unknownField = Symbol('unknown field');
const keepAll: Rules = { schema: undefined, keepsUnknown: true };
const keepNone: Rules = { schema: undefined, keepsUnknown: false };

/** The canonical value, or `failed`. */
export function pruneValue(value: unknown, schema: StructuralSchema | undefined, pruning: PruneContext): unknown {
  return prune(value, rulesOf(schema), pruning);
}

/** One member of an object of the schema: undefined when it is dropped. Unknown fields are noted. */
export function pruneField(key: string, value: unknown, schema: StructuralSchema, pruning: PruneContext): unknown {
  const { state } = pruning;
  const before = state.unknown.length;
  const kept = pruneMember(key, value, rulesOf(schema), pruning);
  if (kept === unknownField) {
    noteUnknown(state, key);
    return undefined;
  }
  if (state.unknown.length !== before) prefixUnknown(state, before, key);
  return kept === failed ? failMember(key, schema, state) : kept;
}

function rulesOf(schema: StructuralSchema | undefined): Rules {
  return schema === undefined ? keepNone : { schema, keepsUnknown: keepsUnknown(schema) };
}

function prune(value: unknown, rules: Rules, pruning: PruneContext): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof ExactNumber) return plainNumber(value, pruning.state);
  const { state } = pruning;
  if (state.depth >= maxNesting) return failText(state, `json: exceeded max depth of ${maxNesting}`);
  state.depth += 1;
  const pruned = Array.isArray(value)
    ? pruneList(value, rules, pruning)
    : pruneObject(value as JsonObject, rules, pruning);
  state.depth -= 1;
  return pruned;
}

/** As kube-apiserver keeps it: in double precision, unless it is beyond that. */
function plainNumber(value: ExactNumber, state: DecodeState): unknown {
  const number = Number(value.text);
  return Number.isFinite(number) ? number + 0 : failNumber(state, value, 'float64');
}

function pruneList(items: readonly unknown[], { schema, keepsUnknown: keeps }: Rules, pruning: PruneContext): unknown {
  const { state } = pruning;
  const below = itemSchema(schema);
  const rules = keeps ? { schema: below, keepsUnknown: true } : rulesOf(below);
  let copy: unknown[] | undefined;
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    const before = state.unknown.length;
    const pruned = prune(item, rules, pruning);
    if (pruned === failed) return prefixField(state, `[${index}]`);
    if (state.unknown.length !== before) prefixUnknown(state, before, `[${index}]`);
    if (copy === undefined && pruned !== item) copy = items.slice(0, index);
    copy?.push(pruned);
  }
  return copy ?? items;
}

function pruneObject(given: JsonObject, rules: Rules, pruning: PruneContext): unknown {
  const { state } = pruning;
  const keys = Object.keys(given);
  const order = inKeyOrder(keys);
  let copy: JsonObject | undefined = order === keys ? undefined : {};
  for (let index = 0; index < order.length; index += 1) {
    const key = order[index] ?? '';
    const value = given[key];
    const before = state.unknown.length;
    const kept = pruneMember(key, value, rules, pruning);
    if (kept === failed) return failMember(key, rules.schema, state);
    if (copy === undefined && kept !== value) copy = firstOf(given, order, index);
    if (kept === unknownField) noteUnknown(state, key);
    else {
      if (state.unknown.length !== before) prefixUnknown(state, before, key);
      if (copy !== undefined && kept !== undefined) setOwn<unknown>(copy, key, kept);
    }
  }
  return copy ?? given;
}

function firstOf(given: JsonObject, keys: readonly string[], count: number): JsonObject {
  const copy: JsonObject = {};
  for (let index = 0; index < count; index += 1) {
    const key = keys[index] ?? '';
    setOwn(copy, key, given[key]);
  }
  return copy;
}

function pruneMember(key: string, value: unknown, rules: Rules, pruning: PruneContext): unknown {
  const { schema } = rules;
  if (schema === undefined) return rules.keepsUnknown ? prune(value, keepAll, pruning) : unknownField;
  if (isTypeOrMetadata(key) && isEmbedded(schema)) return pruneTypeOrMetadata(key, value, pruning);
  const known = propertySchema(schema, key) ?? valueSchema(schema);
  if (known !== undefined) {
    return value === null && refusesNull(known) && !hasDefault(known)
      ? undefined
      : prune(value, rulesOf(known), pruning);
  }
  if (takesAnyKey(schema)) return prune(value, keepNone, pruning);
  return rules.keepsUnknown ? prune(value, keepAll, pruning) : unknownField;
}

function pruneTypeOrMetadata(key: string, value: unknown, { state, decodeMetadata }: PruneContext): unknown {
  if (key !== 'metadata') {
    return typeof value === 'string' ? value : failField(state, `Invalid value: ${printed(value)}: must be a string`);
  }
  if (decodeMetadata === undefined) return value;
  const metadata = decodeMetadata(value ?? {}, state);
  if (metadata === failed) {
    return failField(state, `Invalid value: ${printed(value)}: ${faultMessage(state)}`);
  }
  const { creationTimestamp, ...others } = metadata as JsonObject;
  return creationTimestamp === null || creationTimestamp === undefined ? others : metadata;
}

/** Enough to find the value by. */
const longestPrinted = 1024;

function printed(value: unknown): string {
  const text = value === null ? 'null' : printValue(freeFormValue(value));
  return text.length > longestPrinted ? `${text.slice(0, longestPrinted)}...` : text;
}

function failMember(key: string, schema: StructuralSchema | undefined, state: DecodeState): Failed {
  const isProperty = schema === undefined || isTypeOrMetadata(key) || propertySchema(schema, key) !== undefined;
  return prefixField(state, isProperty ? key : `[${key}]`);
}
