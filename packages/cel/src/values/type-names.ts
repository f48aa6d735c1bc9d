/** The name of the type of a value, as `type()` and messages have it. */
import {
  CelDuration,
  CelFault,
  CelList,
  CelObject,
  CelTimestamp,
  CelTypeName,
  CelUint,
  CelUrl,
  isCelMap,
} from './value.ts';
import type { CelValue } from './value.ts';

const ofClasses: readonly (readonly [new (...input: never[]) => unknown, string])[] = [
  [CelUint, 'uint'],
  [CelList, 'list'],
  [CelTimestamp, 'google.protobuf.Timestamp'],
  [CelDuration, 'google.protobuf.Duration'],
  [CelTypeName, 'type'],
  [CelUrl, 'kubernetes.URL'],
  [CelFault, 'error'],
  [CelObject, 'object'],
  [Uint8Array, 'bytes'],
];

const ofPrimitives: Readonly<Record<string, string>> = {
  bigint: 'int',
  number: 'double',
  string: 'string',
  boolean: 'bool',
};

export function celTypeNameOf(value: CelValue): string {
  const primitive = ofPrimitives[typeof value];
  if (primitive !== undefined) return primitive;
  if (value === null) return 'null_type';
  if (isCelMap(value)) return 'map';
  return ofClasses.find(([type]) => value instanceof type)?.[1] ?? 'dyn';
}
