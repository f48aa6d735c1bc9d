/** Equality and order of values. Values of different types are unequal; numbers compare by their value. */
import { numberOf } from './numbers.ts';
import {
  CelDuration,
  CelFault,
  CelList,
  CelObject,
  CelTimestamp,
  CelTypeName,
  CelUrl,
  isCelMap,
  noSuchOverload,
} from './value.ts';
import type { CostMeter } from './cost-meter.ts';
import type { CelMap, CelValue } from './value.ts';

export function areEqual(meter: CostMeter, a: CelValue, b: CelValue): boolean | CelFault {
  if (a instanceof CelFault) return a;
  if (b instanceof CelFault) return b;
  if (typeof a === 'string' || typeof a === 'boolean' || a === null) return a === b;
  const left = numberOf(a);
  if (left !== undefined) return areEqualNumbers(left, numberOf(b));
  meter.toil(1);
  if (a instanceof CelList) return b instanceof CelList && areEqualLists(meter, a, b);
  if (a instanceof CelObject) return b instanceof CelObject && areEqualObjects(meter, a, b);
  if (isCelMap(a)) return isCelMap(b) && areEqualMaps(meter, a, b);
  return areEqualLeaves(a, b);
}

function areEqualNumbers(a: number | bigint, b: number | bigint | undefined): boolean {
  // A mixed comparison is exact; `===` would tell the types apart.
  return b !== undefined && a <= b && a >= b;
}

function areEqualLeaves(a: CelValue, b: CelValue): boolean {
  if (a instanceof CelTimestamp) return b instanceof CelTimestamp && a.nanoseconds === b.nanoseconds;
  if (a instanceof CelDuration) return b instanceof CelDuration && a.nanoseconds === b.nanoseconds;
  if (a instanceof Uint8Array) return b instanceof Uint8Array && Buffer.compare(a, b) === 0;
  if (a instanceof CelTypeName) return b instanceof CelTypeName && a.name === b.name;
  return a instanceof CelUrl && b instanceof CelUrl && a.text === b.text;
}

function areEqualLists(meter: CostMeter, a: CelList, b: CelList): boolean | CelFault {
  if (a.size !== b.size) return false;
  if (a.identity !== undefined) return areEqualSets(meter, a, b);
  meter.toil(a.size);
  for (let index = 0; index < a.size; index += 1) {
    const isEqual = areEqual(meter, a.at(index), b.at(index));
    if (isEqual !== true) return isEqual;
  }
  return true;
}

/** Items that cannot be told apart, such as those without their keys, are compared in order. */
function areEqualSets(meter: CostMeter, a: CelList, b: CelList): boolean | CelFault {
  meter.toil(8 * a.size);
  const others = new Map<string, CelValue>();
  for (let index = 0; index < b.size; index += 1) others.set(identityIn(a, b.at(index), index), b.at(index));
  if (others.size !== b.size) return false;
  for (let index = 0; index < a.size; index += 1) {
    const item = a.at(index);
    const other = others.get(identityIn(a, item, index));
    if (other === undefined) return false;
    const isEqual = areEqual(meter, item, other);
    if (isEqual !== true) return isEqual;
  }
  return true;
}

function identityIn(list: CelList, item: CelValue, index: number): string {
  return list.identity?.identityOf(item) ?? `#${index}`;
}

function areEqualObjects(meter: CostMeter, a: CelObject, b: CelObject): boolean | CelFault {
  meter.toil(a.fields.size);
  if (a.fields !== b.fields) return false;
  for (const name of a.fields.keys()) {
    const isEqual = areEqualParts(meter, a.get(name), b.get(name));
    if (isEqual !== true) return isEqual;
  }
  return true;
}

function areEqualMaps(meter: CostMeter, a: CelMap, b: CelMap): boolean | CelFault {
  if (a.size !== b.size) return false;
  meter.toil(2 * a.size);
  for (const key of a.keys()) {
    const isEqual = areEqualParts(meter, a.get(key), b.get(key));
    if (isEqual !== true) return isEqual;
  }
  return true;
}

function areEqualParts(meter: CostMeter, a: CelValue | undefined, b: CelValue | undefined): boolean | CelFault {
  return a === undefined || b === undefined ? a === b : areEqual(meter, a, b);
}

/** Below zero if `a` comes before `b`; `undefined` if they have no order, as NaN. */
export function compareValues(a: CelValue, b: CelValue): number | CelFault | undefined {
  if (a instanceof CelFault) return a;
  if (b instanceof CelFault) return b;
  const left = numberOf(a);
  const right = numberOf(b);
  if (left !== undefined) return right === undefined ? noSuchOverload : order(left, right);
  if (typeof a === 'string') return typeof b === 'string' ? compareTexts(a, b) : noSuchOverload;
  if (typeof a === 'boolean') return typeof b === 'boolean' ? Number(a) - Number(b) : noSuchOverload;
  if (a instanceof CelTimestamp && b instanceof CelTimestamp) return order(a.nanoseconds, b.nanoseconds);
  if (a instanceof CelDuration && b instanceof CelDuration) return order(a.nanoseconds, b.nanoseconds);
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
  return noSuchOverload;
}

function order(a: number | bigint, b: number | bigint): number | undefined {
  if (a < b) return -1;
  if (a > b) return 1;
  return a <= b ? 0 : undefined;
}

/** By code points, which UTF-16 orders differently beyond the first plane. */
function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  const end = Math.min(a.length, b.length);
  let at = 0;
  while (at < end && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  if (at === end) return a.length - b.length;
  return rank(a.charCodeAt(at)) - rank(b.charCodeAt(at));
}

/** Halves of pairs come after all other units. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}
