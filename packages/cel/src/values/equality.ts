/** Equality and order of values. Values of different types are unequal; numbers compare by their value. */
import { numberOf } from './numbers.ts';
import { stringifySorted } from './stringify-sorted.ts';
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
  noSuchOverload,
} from './value.ts';
import type { CostMeter } from './cost-meter.ts';
import type { CelMap, CelValue } from './value.ts';

export function areEqual(meter: CostMeter, a: CelValue, b: CelValue): boolean | CelFault {
  if (a instanceof CelFault) return a;
  if (b instanceof CelFault) return b;
  if (typeof a === 'string') return typeof b === 'string' && areEqualTexts(meter, a, b);
  if (typeof a !== 'object' || a === null || a instanceof CelUint) return areEqualScalars(a, b);
  meter.toil(1);
  if (a instanceof CelList) return b instanceof CelList && areEqualLists(meter, a, b);
  return areEqualOthers(meter, a, b);
}

function areEqualOthers(meter: CostMeter, a: CelValue, b: CelValue): boolean | CelFault {
  if (a instanceof CelObject) return b instanceof CelObject && areEqualObjects(meter, a, b);
  if (isCelMap(a)) return isCelMap(b) && areEqualMaps(meter, a, b);
  return areEqualLeaves(meter, a, b);
}

/** The price of a list does not grow with its texts. */
function areEqualTexts(meter: CostMeter, a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  if (a.length > 256) meter.toil(a.length / 256);
  return a === b;
}

function areEqualScalars(a: CelValue, b: CelValue): boolean {
  const number = numberOf(a);
  return number === undefined ? a === b : areEqualNumbers(number, numberOf(b));
}

function areEqualNumbers(a: number | bigint, b: number | bigint | undefined): boolean {
  return b !== undefined && order(a, b) === 0;
}

function areEqualLeaves(meter: CostMeter, a: CelValue, b: CelValue): boolean {
  if (a instanceof CelTimestamp) return b instanceof CelTimestamp && a.nanoseconds === b.nanoseconds;
  if (a instanceof CelDuration) return b instanceof CelDuration && a.nanoseconds === b.nanoseconds;
  if (a instanceof Uint8Array) {
    meter.toil(a.length / 32);
    return b instanceof Uint8Array && Buffer.compare(a, b) === 0;
  }
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
  for (let index = 0; index < b.size; index += 1) {
    const item = b.at(index);
    others.set(identityIn(meter, a, { item, index }), item);
  }
  if (others.size !== b.size) return false;
  for (let index = 0; index < a.size; index += 1) {
    const item = a.at(index);
    const other = others.get(identityIn(meter, a, { item, index }));
    if (other === undefined) return false;
    const isEqual = areEqual(meter, item, other);
    if (isEqual !== true) return isEqual;
  }
  return true;
}

interface ItemAt {
  readonly item: CelValue;
  readonly index: number;
}

/** A long identity is work that the number of items does not tell. */
export function identityIn(meter: CostMeter, list: CelList, { item, index }: ItemAt): string {
  const identity = list.identity?.identityOf(item) ?? `#${index}`;
  meter.toil(identity.length / 8);
  return identity;
}

/** Properties that are not declared count too. */
function areEqualObjects(meter: CostMeter, a: CelObject, b: CelObject): boolean | CelFault {
  meter.toil(a.fields.size + a.size + b.size);
  if (a.fields !== b.fields || a.size !== b.size) return false;
  for (const name of a.fields.keys()) {
    const isEqual = areEqualParts(meter, a.get(name), b.get(name));
    if (isEqual !== true) return isEqual;
  }
  if (isAllDeclared(a) && isAllDeclared(b)) return true;
  const [left, right] = [stringifySorted(a.unknownProperties()), stringifySorted(b.unknownProperties())];
  meter.toil((left.length + right.length) / 2);
  return left === right;
}

function isAllDeclared(object: CelObject): boolean {
  let count = 0;
  for (const name of object.fields.keys()) if (object.hasProperty(name)) count += 1;
  return count === object.size;
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
export function compareCelValues(a: CelValue, b: CelValue): number | CelFault | undefined {
  if (a instanceof CelFault) return a;
  if (b instanceof CelFault) return b;
  const left = numberOf(a);
  const right = numberOf(b);
  if (left !== undefined && right !== undefined) return order(left, right);
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  return compareOthers(a, b);
}

function compareOthers(a: CelValue, b: CelValue): number | CelFault {
  if (a instanceof CelTimestamp && b instanceof CelTimestamp) return orderTimes(a, b);
  if (a instanceof CelDuration && b instanceof CelDuration) return orderTimes(a, b);
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
  return noSuchOverload;
}

function orderTimes(a: CelTimestamp | CelDuration, b: CelTimestamp | CelDuration): number {
  return a.nanoseconds < b.nanoseconds ? -1 : Number(a.nanoseconds > b.nanoseconds);
}

/** An integer and a double compare as doubles. */
function order(first: number | bigint, second: number | bigint): number | undefined {
  const isMixed = typeof first !== typeof second;
  const a = isMixed ? Number(first) : first;
  const b = isMixed ? Number(second) : second;
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
