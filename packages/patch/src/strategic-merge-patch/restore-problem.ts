/**
 * Why an object that a strategic merge patch made cannot be one of its type, in the
 * words the API has for that and for nothing else. It finds the first misfit; that
 * values of the right JSON type are valid is for the decoder to say.
 */
import { isJsonNumber, numberText } from '@keelson/schema';
import type { Field, Message, Shape } from '@keelson/schema';

import { isList, isObject, valueOf } from '../json-object.ts';
import { goTypeName } from '../print-go-value.ts';

export function findRestoreProblem(message: Message, value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (!isObject(value)) return `cannot restore struct from: ${goTypeName(value)}`;
  const ofType = message.hasTypeMeta
    ? firstProblem(plainText, [valueOf(value, 'kind'), valueOf(value, 'apiVersion')])
    : undefined;
  if (ofType !== undefined) return ofType;
  for (const [name, field] of Object.entries(message.fields)) {
    const problem = problemOfField(name, field, value);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function problemOfField(name: string, field: Field, value: Readonly<Record<string, unknown>>): string | undefined {
  if (field.presence !== 'inline') return problemOf(field.shape, valueOf(value, name));
  return field.shape.kind === 'message' ? findRestoreProblem(field.shape.message(), value) : undefined;
}

const plainText: Shape = { kind: 'string' };

type Scalar = Extract<Shape, { kind: 'bool' | 'int32' | 'int64' | 'double' | 'string' }>;
const goTypes = { bool: 'bool', int32: 'int32', int64: 'int64', double: 'float64', string: 'string' } as const;

function problemOf(shape: Shape, value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  switch (shape.kind) {
    case 'message':
      return findRestoreProblem(shape.message(), value);
    case 'map':
      if (!isObject(value)) return `cannot restore map from ${goTypeName(value)}`;
      return firstProblem(shape.value, Object.values(value));
    case 'list':
      if (!isList(value)) return `cannot restore slice from ${goTypeName(value)}`;
      return firstProblem(shape.item, value);
    case 'bytes':
      return typeof value === 'string' ? undefined : `cannot restore slice from ${goTypeName(value)}`;
    case 'string':
    case 'bool':
    case 'int32':
    case 'int64':
    case 'double':
      return fits(shape.kind, value) ? undefined : wordMisfit(shape, goTypeName(value));
    // These read their JSON themselves, and word what is wrong with it.
    case 'time':
    case 'microTime':
    case 'duration':
    case 'quantity':
    case 'intOrString':
    case 'fieldsV1':
    case 'rawExtension':
    case 'json':
    case 'alternative':
      return undefined;
  }
}

function firstProblem(shape: Shape, values: readonly unknown[]): string | undefined {
  for (const value of values) {
    const problem = problemOf(shape, value);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** The message of 1.24 differs: numbers are reported as convertible, other values as of an unknown type. */
function wordMisfit(shape: Scalar, given: string): string {
  const isConvertible = shape.kind === 'string' ? given === 'int64' : given === 'float64' && shape.kind !== 'bool';
  if (!isConvertible) return `unrecognized type: ${goTypes[shape.kind]}`;
  const wanted = shape.kind === 'string' ? (shape.typeName ?? 'string') : goTypes[shape.kind];
  return `cannot convert ${given} to ${wanted}`;
}

function fits(kind: Scalar['kind'], value: unknown): boolean {
  const type = goTypeName(value);
  if (kind === 'string' || kind === 'bool') return type === kind;
  return type === 'int64' || (type === 'float64' && (kind === 'double' || isWhole(value)));
}

function isWhole(value: unknown): boolean {
  return isJsonNumber(value) && Number.isInteger(Number(numberText(value)));
}
