/** Equality, order, membership and indexing; and the signatures of the logical operators, which the evaluator runs. */
import { simpleTypes as t, listOf, mapOf } from '../typing/cel-type.ts';
import { areEqual, compareCelValues } from '../values/equality.ts';
import { numberOf } from '../values/numbers.ts';
import { CelFault, CelList, isCelMap, noSuchOverload } from '../values/value.ts';
import { globalFunction } from './overload.ts';
import { comparisonPrice, searchPrice } from './price.ts';
import type { ParameterType } from '../typing/cel-type.ts';
import type { CostMeter } from '../values/cost-meter.ts';
import type { CelValue } from '../values/value.ts';
import type { CelFunction, FunctionEntry } from './overload.ts';

const A: ParameterType = { kind: 'parameter', name: 'A' };
const B: ParameterType = { kind: 'parameter', name: 'B' };

const equality: readonly FunctionEntry[] = [
  globalFunction('_==_', { params: [A, A], result: t.bool, price: comparisonPrice }, areEqual),
  globalFunction('_!=_', { params: [A, A], result: t.bool, price: comparisonPrice }, (meter, a, b) => {
    const isEqual = areEqual(meter, a, b);
    return typeof isEqual === 'boolean' ? !isEqual : isEqual;
  }),
];

const orderedTypes = [t.bool, t.int, t.uint, t.double, t.string, t.bytes, t.timestamp, t.duration];

/** All overloads share one function: numbers of unknown types compare with each other. */
function ordering(name: string, test: (comparison: number) => boolean): FunctionEntry[] {
  const run: CelFunction = (_, a, b) => {
    const comparison = compareCelValues(a, b);
    if (typeof comparison === 'number') return test(comparison);
    return comparison ?? false;
  };
  return orderedTypes.map((type) =>
    globalFunction(name, { params: [type, type], result: t.bool, price: comparisonPrice }, run),
  );
}

const order: readonly FunctionEntry[] = [
  ...ordering('_<_', (comparison) => comparison < 0),
  ...ordering('_<=_', (comparison) => comparison <= 0),
  ...ordering('_>_', (comparison) => comparison > 0),
  ...ordering('_>=_', (comparison) => comparison >= 0),
];

function isIn(meter: CostMeter, value: CelValue, list: CelValue): CelValue {
  if (!(list instanceof CelList)) return noSuchOverload;
  let fault: CelFault | undefined;
  for (let index = 0; index < list.size; index += 1) {
    const isEqual = areEqual(meter, value, list.at(index));
    if (isEqual === true) return true;
    if (isEqual instanceof CelFault) fault = isEqual;
  }
  return fault ?? false;
}

function itemAt(_: CostMeter, list: CelValue, index: CelValue): CelValue {
  if (!(list instanceof CelList)) return noSuchOverload;
  const at = Number(numberOf(index) ?? NaN);
  if (!Number.isInteger(at)) return noSuchOverload;
  return at >= 0 && at < list.size ? list.at(at) : new CelFault(`index out of bounds: ${at}`);
}

function valueAt(_: CostMeter, map: CelValue, key: CelValue): CelValue {
  if (!isCelMap(map)) return noSuchOverload;
  const found = map.get(key);
  return found === undefined ? new CelFault(`no such key: ${typeof key === 'object' ? '' : String(key)}`) : found;
}

const access: readonly FunctionEntry[] = [
  globalFunction('@in', { params: [A, listOf(A)], result: t.bool, price: searchPrice }, isIn),
  globalFunction('@in', { params: [A, mapOf(A, B)], result: t.bool }, (_, key, map) =>
    isCelMap(map) ? map.get(key) !== undefined : noSuchOverload,
  ),
  globalFunction('_[_]', { params: [listOf(A), t.int], result: A }, itemAt),
  globalFunction('_[_]', { params: [mapOf(A, B), A], result: B }, valueAt),
];

/** The evaluator runs these itself: they do not evaluate all of their operands. */
const logic: readonly FunctionEntry[] = [
  globalFunction('_&&_', { params: [t.bool, t.bool], result: t.bool }, () => noSuchOverload),
  globalFunction('_||_', { params: [t.bool, t.bool], result: t.bool }, () => noSuchOverload),
  globalFunction('_?_:_', { params: [t.bool, A, A], result: A }, () => noSuchOverload),
  globalFunction('!_', { params: [t.bool], result: t.bool }, (_, a) => (typeof a === 'boolean' ? !a : noSuchOverload)),
];

export const comparison: readonly FunctionEntry[] = [...equality, ...order, ...access, ...logic];
