/**
 * The decoder of custom objects: declared fields by their shapes, all others by the structural schema. Keys are sorted
 * at every depth, as kube-apiserver prints them, so that equal contents have equal bytes.
 */
import type { Message } from '../language/descriptor.ts';
import type { StructuralSchema } from '../language/structural-schema.ts';
import { pruneField } from './prune-value.ts';
import { isJsonObject } from './decode-shape.ts';
import { decodeSlot } from './decode-slot.ts';
import type { Slot } from './decode-slot.ts';
import { failType, failed } from './decode-state.ts';
import type { Decode, DecodeState, Failed } from './decode-state.ts';
import { setOwn } from './set-own.ts';
import { inKeyOrder } from './sort-keys.ts';
import { typeName } from './type-name.ts';

type JsonObject = Record<string, unknown>;

const noSchema: StructuralSchema = {};

/** The message's slots are in the order of their names. */
export function compileStructuralDecoder(message: Message, slots: readonly Slot[]): Decode {
  const byName = new Map(slots.map((slot) => [slot.name, slot]));
  const decodeMetadata = byName.get('metadata')?.decode;
  const decodeDeclared = (value: JsonObject, state: DecodeState): JsonObject | Failed => {
    const found: JsonObject = {};
    for (const slot of slots) {
      const { name, makeEmpty } = slot;
      const given = Object.hasOwn(value, name) ? value[name] : undefined;
      const isGiven = given !== undefined && given !== null;
      const decoded = isGiven ? decodeSlot(slot, given, state) : undefined;
      // Declared fields are read apart from the rest, so the fault does not name the object.
      if (decoded === failed) return failed;
      const kept = decoded ?? makeEmpty?.();
      if (kept !== undefined) setOwn<unknown>(found, name, kept);
    }
    return found;
  };
  return (value, state) => {
    if (!isJsonObject(value)) return failType(state, value, typeName({ kind: 'message', message: () => message }));
    state.depth += 1;
    const object = decodeDeclared(value, state);
    if (object === failed) return failed;
    const before = state.unknown.length;
    const schema = message.structuralSchema?.() ?? noSchema;
    const others = Object.keys(value).filter((key) => !byName.has(key));
    for (const key of inKeyOrder(others)) {
      const kept = pruneField(key, value[key], schema, { state, decodeMetadata });
      if (kept === failed) return failed;
      if (kept !== undefined) setOwn<unknown>(object, key, kept);
    }
    state.depth -= 1;
    if (state.unknown.length - before > 1) sortFrom(state.unknown, before);
    return inOrder(object);
  };
}

/** As kube-apiserver reports them. */
function sortFrom(paths: string[], start: number): void {
  paths.push(...paths.splice(start).sort());
}

function inOrder(object: JsonObject): JsonObject {
  const keys = Object.keys(object);
  const order = inKeyOrder(keys);
  if (order === keys) return object;
  const copy: JsonObject = {};
  for (const key of order) setOwn(copy, key, object[key]);
  return copy;
}
