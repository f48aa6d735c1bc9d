/** The operators `+ - * / %`, on numbers, texts, lists, instants and durations. */
import { simpleTypes as t, listOf } from '../typing/cel-type.ts';
import { identityIn } from '../values/equality.ts';
import { toDuration, toInt, toTimestamp, toUint } from '../values/numbers.ts';
import { CelDuration, CelFault, CelList, CelTimestamp, CelUint, noSuchOverload } from '../values/value.ts';
import { globalFunction } from './overload.ts';
import { concatenationPrice, listConcatenationPrice } from './price.ts';
import type { CelType, ParameterType } from '../typing/cel-type.ts';
import type { CostMeter } from '../values/cost-meter.ts';
import type { CelValue } from '../values/value.ts';
import type { FunctionEntry } from './overload.ts';
import type { Price } from './price.ts';

const divisionByZero = new CelFault('division by zero');
const modulusByZero = new CelFault('modulus by zero');

function onInts(name: string, run: (a: bigint, b: bigint) => bigint | CelFault): FunctionEntry {
  return globalFunction(name, { params: [t.int, t.int], result: t.int }, (_, a, b) => {
    if (typeof a !== 'bigint' || typeof b !== 'bigint') return noSuchOverload;
    const result = run(a, b);
    return typeof result === 'bigint' ? toInt(result) : result;
  });
}

function onUints(name: string, run: (a: bigint, b: bigint) => bigint | CelFault): FunctionEntry {
  return globalFunction(name, { params: [t.uint, t.uint], result: t.uint }, (_, a, b) => {
    if (!(a instanceof CelUint) || !(b instanceof CelUint)) return noSuchOverload;
    const result = run(a.value, b.value);
    return typeof result === 'bigint' ? toUint(result) : result;
  });
}

function onDoubles(name: string, run: (a: number, b: number) => number): FunctionEntry {
  return globalFunction(name, { params: [t.double, t.double], result: t.double }, (_, a, b) =>
    typeof a === 'number' && typeof b === 'number' ? run(a, b) : noSuchOverload,
  );
}

const divide = (a: bigint, b: bigint) => (b === 0n ? divisionByZero : a / b);
const remainder = (a: bigint, b: bigint) => (b === 0n ? modulusByZero : a % b);

const numeric: readonly FunctionEntry[] = [
  onInts('_+_', (a, b) => a + b),
  onInts('_-_', (a, b) => a - b),
  onInts('_*_', (a, b) => a * b),
  onInts('_/_', divide),
  onInts('_%_', remainder),
  onUints('_+_', (a, b) => a + b),
  onUints('_-_', (a, b) => a - b),
  onUints('_*_', (a, b) => a * b),
  onUints('_/_', divide),
  onUints('_%_', remainder),
  onDoubles('_+_', (a, b) => a + b),
  onDoubles('_-_', (a, b) => a - b),
  onDoubles('_*_', (a, b) => a * b),
  onDoubles('_/_', (a, b) => a / b),
  globalFunction('-_', { params: [t.int], result: t.int }, (_, a) =>
    typeof a === 'bigint' ? toInt(-a) : noSuchOverload,
  ),
  globalFunction('-_', { params: [t.double], result: t.double }, (_, a) =>
    typeof a === 'number' ? -a : noSuchOverload,
  ),
];

/** The operands of operators on time, in nanoseconds. */
function onTimes(
  name: string,
  [left, right, result]: readonly [CelType, CelType, CelType],
  run: (a: bigint, b: bigint) => CelValue,
): FunctionEntry {
  return globalFunction(name, { params: [left, right], result }, (_, a, b) => {
    const isTime = (value: CelValue) => value instanceof CelTimestamp || value instanceof CelDuration;
    return isTime(a) && isTime(b) ? run(a.nanoseconds, b.nanoseconds) : noSuchOverload;
  });
}

const times: readonly FunctionEntry[] = [
  onTimes('_+_', [t.timestamp, t.duration, t.timestamp], (a, b) => toTimestamp(a + b)),
  onTimes('_+_', [t.duration, t.timestamp, t.timestamp], (a, b) => toTimestamp(a + b)),
  onTimes('_+_', [t.duration, t.duration, t.duration], (a, b) => toDuration(a + b)),
  onTimes('_-_', [t.timestamp, t.timestamp, t.duration], (a, b) => toDuration(a - b)),
  onTimes('_-_', [t.timestamp, t.duration, t.timestamp], (a, b) => toTimestamp(a - b)),
  onTimes('_-_', [t.duration, t.duration, t.duration], (a, b) => toDuration(a - b)),
];

const item: ParameterType = { kind: 'parameter', name: 'A' };

function concatenation(type: CelType, price: Price, run: (meter: CostMeter, a: CelValue, b: CelValue) => CelValue) {
  return globalFunction('_+_', { params: [type, type], result: type, price }, run);
}

const sequences: readonly FunctionEntry[] = [
  concatenation(t.string, concatenationPrice, (_, a, b) =>
    typeof a === 'string' && typeof b === 'string' ? a + b : noSuchOverload,
  ),
  concatenation(t.bytes, concatenationPrice, (_, a, b) =>
    a instanceof Uint8Array && b instanceof Uint8Array ? Buffer.concat([a, b]) : noSuchOverload,
  ),
  concatenation(listOf(item), listConcatenationPrice, (meter, a, b) =>
    a instanceof CelList && b instanceof CelList ? concatenate(meter, a, b) : noSuchOverload,
  ),
];

function concatenate(meter: CostMeter, a: CelList, b: CelList): CelValue {
  if (a.identity !== undefined) return mergeSets(meter, a, b);
  const [left, right] = [a.items(), b.items()];
  if (left instanceof CelFault) return left;
  return right instanceof CelFault ? right : CelList.of([...left, ...right]);
}

/** Items of `b` take the places of those of `a` that have their identity; the others follow. */
function mergeSets(meter: CostMeter, a: CelList, b: CelList): CelValue {
  meter.toil(8 * (a.size + b.size));
  const merged = new Map<string, CelValue>();
  let unnamed = 0;
  for (const list of [a, b]) {
    for (let index = 0; index < list.size; index += 1) {
      const value = list.at(index);
      if (value instanceof CelFault) return value;
      merged.set(identityIn(meter, a, { item: value, index: unnamed++ }), value);
    }
  }
  return CelList.of([...merged.values()], a.identity);
}

export const arithmetic: readonly FunctionEntry[] = [...numeric, ...times, ...sequences];
