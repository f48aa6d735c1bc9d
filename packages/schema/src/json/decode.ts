/**
 * JSON values to objects in canonical form: types checked, unknown fields dropped and
 * reported, keys in declared order, required fields filled in. Checks structure
 * only. Free-form parts of the value are taken over, not copied; of custom objects, the parts that are canonical.
 */
import { compileOnce } from '../compile-once.ts';
import type { Field, Message } from '../language/descriptor.ts';
import type { TypeOf } from '../language/infer.ts';
import type { JsonValue } from '../language/json-value.ts';
import { isJsonObject, shapeDecoder } from './decode-shape.ts';
import type { MessageDecoderOf } from './decode-shape.ts';
import { decodeSlot } from './decode-slot.ts';
import type { Slot } from './decode-slot.ts';
import { failText, failType, failWithin, failed, faultMessage, noteUnknown, startDecode } from './decode-state.ts';
import type { Decode } from './decode-state.ts';
import { compileStructuralDecoder } from './decode-structural.ts';
import { emptyField, emptyOf, isZero, tellsEmptyFromNone } from './empty.ts';
import { layoutOf, sortedLayoutOf } from './layout.ts';
import type { LayoutRow } from './layout.ts';
import { maxNesting } from './max-nesting.ts';
import { setOwn } from './set-own.ts';
import { structName, typeName } from './type-name.ts';

export type DecodeResult<T> =
  { readonly ok: true; readonly object: T } | { readonly ok: false; readonly message: string };

export interface DecodeOptions {
  /** Told the path of each field that the message does not have, such as `spec.ports[0].nmae`; at most a hundred. */
  readonly onUnknown?: ((path: string) => void) | undefined;
}

export function decodeJson<M extends Message>(
  message: M,
  value: JsonValue,
  { onUnknown }: DecodeOptions = {},
): DecodeResult<TypeOf<M>> {
  const state = startDecode(onUnknown !== undefined);
  const object = value === null ? emptyOf(message)() : decoderOf(message)(value, state);
  if (object === failed) return { ok: false, message: faultMessage(state) };
  if (onUnknown !== undefined) for (const path of state.unknown) onUnknown(path);
  return { ok: true, object: object as TypeOf<M> };
}

export const decoderOf: (message: Message) => Decode = compileOnce((message): Decode => {
  return message.structuralSchema === undefined
    ? compileDecoder(message, layoutOf(message), decoderOf)
    : compileStructuralDecoder(message, compileSlots(sortedLayoutOf(message), sortedDecoderOf));
});

/** Of what custom objects hold: with keys that are sorted, not in declared order. */
const sortedDecoderOf: (message: Message) => Decode = compileOnce((message) =>
  compileDecoder(message, sortedLayoutOf(message), sortedDecoderOf),
);

function compileDecoder(message: Message, layout: readonly LayoutRow[], messageDecoder: MessageDecoderOf): Decode {
  const slots = compileSlots(layout, messageDecoder);
  const byName = new Map(slots.map((slot) => [slot.name, slot]));
  const byAlias = findAliases(message, byName);
  const struct = structName(message);
  return (value, state) => {
    if (!isJsonObject(value)) return failType(state, value, typeName({ kind: 'message', message: () => message }));
    if (state.depth >= maxNesting) return failText(state, `json: exceeded max depth of ${maxNesting} messages`);
    state.depth += 1;
    const found = new Array<unknown>(slots.length);
    for (const key in value) {
      const given = value[key];
      const slot = byName.get(key) ?? (byAlias && findByAlias(byAlias, key, value));
      if (slot === undefined) noteUnknown(state, key);
      else if (given !== null && given !== undefined) {
        const decoded = decodeSlot(slot, given, state);
        if (decoded === failed) return failWithin(state, struct, key);
        found[slot.index] = decoded;
      }
    }
    state.depth -= 1;
    return arrange(slots, found);
  };
}

function compileSlots(layout: readonly LayoutRow[], messageDecoder: MessageDecoderOf): Slot[] {
  return layout.map(({ name, field }, index) => {
    return { index, name, decode: fieldDecoder(field, messageDecoder), makeEmpty: emptyField(field) };
  });
}

type Slots = ReadonlyMap<string, Slot>;

/** Undefined for the many messages that have none. */
function findAliases(message: Message, byName: Slots): Slots | undefined {
  const found = layoutOf(message).flatMap(({ name, field: { aliases = [] } }) => {
    const slot = byName.get(name);
    return slot === undefined ? [] : aliases.map((alias): [string, Slot] => [alias, slot]);
  });
  return found.length === 0 ? undefined : new Map(found);
}

/** An alias beside a value under the name itself is unknown. */
function findByAlias(byAlias: Slots, key: string, value: Readonly<Record<string, unknown>>): Slot | undefined {
  const slot = byAlias.get(key);
  return slot === undefined || (value[slot.name] ?? null) === null ? slot : undefined;
}

function arrange(slots: readonly Slot[], found: readonly unknown[]): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const { index, name, makeEmpty } of slots) {
    const value = found[index];
    if (value !== undefined) setOwn(object, name, value);
    else if (makeEmpty !== undefined) setOwn(object, name, makeEmpty());
  }
  return object;
}

function fieldDecoder(field: Field, messageDecoder: MessageDecoderOf): Decode {
  const { shape, presence } = field;
  const decode = shapeDecoder(shape, messageDecoder);
  switch (shape.kind) {
    case 'string':
    case 'bool':
    case 'int32':
    case 'int64':
    case 'double':
    case 'bytes':
      return presence === 'pointer' ? decode : (value, state) => decode(value, state) || undefined;
    case 'list':
    case 'map':
      if (tellsEmptyFromNone(field)) return decode;
      return (value, state) => {
        const decoded = decode(value, state);
        return isZero(shape, decoded) ? undefined : decoded;
      };
    case 'time':
    case 'microTime':
    case 'alternative':
      return presence === 'pointer' ? (value, state) => decode(value, state) ?? undefined : decode;
    case 'duration':
    case 'quantity':
    case 'intOrString':
    case 'fieldsV1':
    case 'rawExtension':
    case 'json':
    case 'message':
      return decode;
  }
}
