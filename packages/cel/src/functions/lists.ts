/** The functions of lists: order, sums, extremes, positions. */
import { listOf, simpleTypes as t } from '../typing/cel-type.ts';
import { areEqual, compareCelValues } from '../values/equality.ts';
import { toDuration, toInt, toUint } from '../values/numbers.ts';
import { CelDuration, CelFault, CelList, CelUint, noSuchOverload } from '../values/value.ts';
import { memberFunction } from './overload.ts';
import { traversalPrice } from './price.ts';
import type { CelType, ParameterType } from '../typing/cel-type.ts';
import type { CostMeter } from '../values/cost-meter.ts';
import type { CelValue } from '../values/value.ts';
import type { FunctionEntry } from './overload.ts';

type ListFunction = (list: CelList, meter: CostMeter) => CelValue;

function onList(name: string, [item, result]: readonly [CelType, CelType], run: ListFunction): FunctionEntry {
  return memberFunction(name, { params: [listOf(item)], result, price: traversalPrice }, (meter, list) =>
    list instanceof CelList ? run(list, meter) : noSuchOverload,
  );
}

const comparable = [t.int, t.uint, t.double, t.bool, t.duration, t.timestamp, t.string, t.bytes];

function isSorted(list: CelList): CelValue {
  for (let index = 1; index < list.size; index += 1) {
    const comparison = compareCelValues(list.at(index - 1), list.at(index));
    if (comparison instanceof CelFault) return comparison;
    if (comparison === undefined || comparison > 0) return false;
  }
  return true;
}

/** `sign` is 1 for the greatest, -1 for the least. */
function findExtreme(list: CelList, name: string, sign: number): CelValue {
  if (list.size === 0) return new CelFault(`${name} called on empty list`);
  let found = list.at(0);
  for (let index = 1; index < list.size; index += 1) {
    const item = list.at(index);
    const comparison = compareCelValues(item, found);
    if (comparison instanceof CelFault) return comparison;
    if (comparison !== undefined && comparison * sign > 0) found = item;
  }
  return found;
}

function sumInts(list: CelList): CelValue {
  let sum = 0n;
  for (let index = 0; index < list.size; index += 1) {
    const item = list.at(index);
    if (typeof item !== 'bigint') return item instanceof CelFault ? item : noSuchOverload;
    sum += item;
    const checked = toInt(sum);
    if (checked instanceof CelFault) return checked;
  }
  return sum;
}

function sumDoubles(list: CelList): CelValue {
  let sum = 0;
  for (let index = 0; index < list.size; index += 1) {
    const item = list.at(index);
    if (typeof item !== 'number') return item instanceof CelFault ? item : noSuchOverload;
    sum += item;
  }
  return sum;
}

function sumWrapped(list: CelList, unwrap: (item: CelValue) => bigint | undefined): bigint | CelFault {
  let sum = 0n;
  for (let index = 0; index < list.size; index += 1) {
    const item = list.at(index);
    const part = unwrap(item);
    if (part === undefined) return item instanceof CelFault ? item : noSuchOverload;
    sum += part;
  }
  return sum;
}

function sumUints(list: CelList): CelValue {
  const sum = sumWrapped(list, (item) => (item instanceof CelUint ? item.value : undefined));
  return typeof sum === 'bigint' ? toUint(sum) : sum;
}

function sumDurations(list: CelList): CelValue {
  const sum = sumWrapped(list, (item) => (item instanceof CelDuration ? item.nanoseconds : undefined));
  return typeof sum === 'bigint' ? toDuration(sum) : sum;
}

function findFirst(meter: CostMeter, list: CelList, value: CelValue): CelValue {
  for (let index = 0; index < list.size; index += 1) {
    const isEqual = areEqual(meter, list.at(index), value);
    if (isEqual === true) return BigInt(index);
  }
  return -1n;
}

function findLast(meter: CostMeter, list: CelList, value: CelValue): CelValue {
  for (let index = list.size - 1; index >= 0; index -= 1) {
    const isEqual = areEqual(meter, list.at(index), value);
    if (isEqual === true) return BigInt(index);
  }
  return -1n;
}

const A: ParameterType = { kind: 'parameter', name: 'A' };

function searching(name: string, run: (meter: CostMeter, list: CelList, value: CelValue) => CelValue): FunctionEntry {
  const signature = { params: [listOf(A), A], result: t.int, price: traversalPrice };
  return memberFunction(name, signature, (meter, list, value) =>
    list instanceof CelList ? run(meter, list, value) : noSuchOverload,
  );
}

export const lists: readonly FunctionEntry[] = [
  ...comparable.flatMap((type) => [
    onList('isSorted', [type, t.bool], isSorted),
    onList('min', [type, type], (list) => findExtreme(list, 'min', -1)),
    onList('max', [type, type], (list) => findExtreme(list, 'max', 1)),
  ]),
  onList('sum', [t.int, t.int], sumInts),
  onList('sum', [t.uint, t.uint], sumUints),
  onList('sum', [t.double, t.double], sumDoubles),
  onList('sum', [t.duration, t.duration], sumDurations),
  searching('indexOf', findFirst),
  searching('lastIndexOf', findLast),
];
