/**
 * Emptiness in the canonical form: what stands where nothing was given, and what an
 * item of a list or map is when it is null.
 */
import { compileOnce } from '../compile-once.ts';
import type { Field, Message, Shape } from '../language/descriptor.ts';
import { layoutOf } from './layout.ts';
import { setOwn } from './set-own.ts';

export type MakeEmpty = () => unknown;

/** Makes the message's empty object, a new one with each call. */
export const emptyOf: (message: Message) => () => Record<string, unknown> = compileOnce((message) => {
  const always: { name: string; make: MakeEmpty }[] = [];
  for (const { name, field } of layoutOf(message)) {
    const make = emptyField(field);
    if (make !== undefined) always.push({ name, make });
  }
  return () => {
    const object: Record<string, unknown> = {};
    for (const { name, make } of always) setOwn(object, name, make());
    return object;
  };
});

/** Makes the value of an unset field; undefined for a field that is then absent. */
export function emptyField({ shape, presence, isAlwaysWritten }: Field): MakeEmpty | undefined {
  if (presence === 'pointer') return isAlwaysWritten ? () => null : undefined;
  switch (shape.kind) {
    case 'string':
    case 'bool':
    case 'int32':
    case 'int64':
    case 'double':
      return isAlwaysWritten ? zeroOf(shape) : undefined;
    case 'list':
    case 'map':
    case 'bytes':
      return isAlwaysWritten ? () => null : undefined;
    case 'time':
    case 'microTime':
    case 'duration':
    case 'quantity':
    case 'intOrString':
    case 'fieldsV1':
    case 'rawExtension':
    case 'json':
    case 'message':
    case 'alternative':
      return zeroOf(shape);
  }
}

/** The zero value of a shape. */
export function zeroOf(shape: Shape): MakeEmpty {
  switch (shape.kind) {
    case 'string':
    case 'bytes':
      return () => '';
    case 'bool':
      return () => false;
    case 'int32':
    case 'int64':
    case 'double':
    case 'intOrString':
      return () => 0;
    case 'quantity':
      return () => '0';
    case 'duration':
      return () => '0s';
    case 'time':
    case 'microTime':
    case 'fieldsV1':
    case 'rawExtension':
    case 'json':
      return () => null;
    case 'list':
      return () => [];
    case 'map':
      return () => ({});
    case 'message':
      return () => emptyOf(shape.message())();
    case 'alternative':
      return () => (shape.or === 'bool' ? false : null);
  }
}

/** Returns true if a value of a non-pointer field means the same as its absence. */
export function isZero(shape: Shape, value: unknown): boolean {
  switch (shape.kind) {
    case 'string':
    case 'bytes':
      return value === '';
    case 'bool':
      return value === false;
    case 'int32':
    case 'int64':
    case 'double':
    case 'intOrString':
      return value === 0 || value === 0n;
    case 'quantity':
      return value === '0';
    case 'duration':
      return value === '0s';
    case 'list':
      return Array.isArray(value) && value.length === 0;
    case 'map':
      return hasNoKeys(value);
    case 'time':
    case 'microTime':
    case 'fieldsV1':
    case 'rawExtension':
    case 'json':
    case 'message':
    case 'alternative':
      return false;
  }
}

function hasNoKeys(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  for (const key in value) if (Object.hasOwn(value, key)) return false;
  return true;
}

/**
 * Returns true if an empty value differs in meaning from an absent one. A wrapped list is a message
 * of its own in protobuf, so it can be present and empty even where it is no pointer.
 */
export function tellsEmptyFromNone({ shape, presence, isAlwaysWritten }: Field): boolean {
  return presence === 'pointer' || (isAlwaysWritten && shape.kind === 'list' && shape.isWrapped === true);
}
