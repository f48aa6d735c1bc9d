/** The declaration of a function: its types for the checker, its price for estimates, its code for evaluation. */
import { resolveType } from '../typing/cel-type.ts';
import { celTypeNameOf } from '../values/type-names.ts';
import { constantPrice } from './price.ts';
import type { CelType, SimpleKind } from '../typing/cel-type.ts';
import type { CostMeter } from '../values/cost-meter.ts';
import type { CelValue } from '../values/value.ts';
import type { Price } from './price.ts';

/** Arguments that a function does not have are null. None of those it has is an error. */
export type CelFunction = (meter: CostMeter, ...args: CelValue[]) => CelValue;

export interface CelOverload {
  /** Called as `target.name(…)`; the target is the first of `params`. */
  readonly isMember: boolean;
  readonly params: readonly CelType[];
  readonly result: CelType;
  readonly price: Price;
  readonly run: CelFunction;
}

export type FunctionEntry = readonly [name: string, overload: CelOverload];

interface Signature {
  readonly params: readonly CelType[];
  readonly result: CelType;
  readonly price?: Price;
}

export function globalFunction(name: string, signature: Signature, run: CelFunction): FunctionEntry {
  return [name, { price: constantPrice, ...signature, isMember: false, run }];
}

export function memberFunction(name: string, signature: Signature, run: CelFunction): FunctionEntry {
  return [name, { price: constantPrice, ...signature, isMember: true, run }];
}

const kindsOfValues: Readonly<Record<string, CelType['kind']>> = {
  int: 'int',
  uint: 'uint',
  double: 'double',
  bool: 'bool',
  string: 'string',
  bytes: 'bytes',
  null_type: 'null',
  list: 'list',
  map: 'map',
  type: 'type',
  object: 'object',
  'google.protobuf.Timestamp': 'timestamp',
  'google.protobuf.Duration': 'duration',
  'kubernetes.URL': 'url',
};

const taking = new Set<SimpleKind | CelType['kind']>(['dyn', 'parameter', 'variable']);

/** Tells if an overload takes values whose types the checker could not know. The types of items are not looked at. */
export function takesValues(overload: CelOverload, values: readonly CelValue[]): boolean {
  return overload.params.every((param, index) => {
    const { kind } = resolveType(param);
    const value = values[index];
    return value !== undefined && (taking.has(kind) || kindsOfValues[celTypeNameOf(value)] === kind);
  });
}
