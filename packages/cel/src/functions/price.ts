/**
 * The prices of functions: one for an estimate, from the sizes that arguments may have, and one for a call, from those
 * that they have. The API documents both, and rules depend on them: a price that changes breaks stored definitions.
 */
import { resolveType } from '../typing/cel-type.ts';
import { CelList, CelObject, CelUint, isCelMap } from '../values/value.ts';
import type { CelType } from '../typing/cel-type.ts';
import type { CostMeter } from '../values/cost-meter.ts';
import type { CelValue } from '../values/value.ts';

/** The least and the most. A most that nothing bounds is infinite. */
export interface CostRange {
  readonly min: number;
  readonly max: number;
}

/** An argument as an estimate sees it. */
export interface EstimatedArgument {
  readonly size: CostRange;
  readonly type: CelType;
  /** The value of a literal. */
  readonly literal: CelValue | undefined;
}

export interface CallEstimate {
  readonly cost: CostRange;
  /** Of the result, where it follows from the arguments. */
  readonly size?: CostRange;
}

/** Arguments begin with the target of a member. */
export interface Price {
  readonly charge: (meter: CostMeter, a: CelValue, b: CelValue) => void;
  readonly estimate: (args: readonly EstimatedArgument[]) => CallEstimate;
}

export const noCost: CostRange = { min: 0, max: 0 };
export const one: CostRange = { min: 1, max: 1 };
export const unbounded: CostRange = { min: 0, max: Infinity };

/** A character of a text, a character of a pattern. */
const perCharacter = 0.1;
const perPatternCharacter = 0.25;

export function addRanges(...ranges: readonly CostRange[]): CostRange {
  return ranges.reduce((a, b) => ({ min: a.min + b.min, max: a.max + b.max }), noCost);
}

export function multiplyRanges(a: CostRange, b: CostRange): CostRange {
  return { min: product(a.min, b.min), max: product(a.max, b.max) };
}

export function joinRanges(a: CostRange, b: CostRange): CostRange {
  return { min: Math.min(a.min, b.min), max: Math.max(a.max, b.max) };
}

/** Nothing times infinity is nothing. */
function product(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : a * b;
}

function scale(size: CostRange, factor: number): CostRange {
  return { min: Math.ceil(size.min * factor), max: Math.ceil(size.max * factor) };
}

export function sizeOfValue(value: CelValue): number {
  if (typeof value === 'string' || value instanceof Uint8Array) return value.length;
  if (typeof value !== 'object' || value === null || value instanceof CelUint) return 1;
  if (value instanceof CelList) return value.size;
  if (value instanceof CelObject) return value.size;
  return isCelMap(value) ? value.size : 1;
}

function sizeAt(args: readonly EstimatedArgument[], index: number): CostRange {
  return args[index]?.size ?? unbounded;
}

export const constantPrice: Price = {
  charge: (meter) => meter.spend(1),
  estimate: () => ({ cost: one }),
};

/** Traverses the target; an estimate looks at the last argument, which bounds what is read. */
export const prefixPrice: Price = {
  charge: (meter, a) => meter.spend(Math.ceil(sizeOfValue(a) * perCharacter)),
  estimate: (args) => ({ cost: scale(sizeAt(args, args.length - 1), perCharacter) }),
};

/** `in` a list. */
export const searchPrice: Price = {
  charge: (meter, _, list) => meter.spend(sizeOfValue(list)),
  estimate: (args) => ({ cost: sizeAt(args, 1) }),
};

export const comparisonPrice: Price = {
  charge: (meter, a, b) => {
    const isSimple = typeof a === 'bigint' || typeof b === 'bigint';
    meter.spend(isSimple ? 1 : Math.ceil(Math.min(sizeOfValue(a), sizeOfValue(b)) * perCharacter));
  },
  estimate: (args) => {
    const max = Math.min(sizeAt(args, 0).max, sizeAt(args, 1).max);
    return { cost: scale({ min: max > 0 ? 1 : 0, max }, perCharacter) };
  },
};

export const concatenationPrice: Price = {
  charge: (meter, a, b) => meter.spend(Math.ceil((sizeOfValue(a) + sizeOfValue(b)) * perCharacter)),
  estimate: (args) => {
    const size = addRanges(sizeAt(args, 0), sizeAt(args, 1));
    return { cost: scale(size, perCharacter), size };
  },
};

/** The price of concatenating lists does not grow with them; the work does. */
export const listConcatenationPrice: Price = {
  charge: (meter, a, b) => {
    meter.spend(1);
    meter.toil(sizeOfValue(a) + sizeOfValue(b));
  },
  estimate: (args) => ({ cost: one, size: addRanges(sizeAt(args, 0), sizeAt(args, 1)) }),
};

function patternCost(text: number, pattern: number): number {
  return Math.ceil((text + 1) * perCharacter) * Math.ceil(pattern * perPatternCharacter);
}

/** `matches` and its kin. One is added to the text, so that a pattern is never free. */
export const patternPrice: Price = {
  charge: (meter, a, b) => meter.spend(patternCost(sizeOfValue(a), sizeOfValue(b))),
  estimate: (args) => {
    const text = sizeAt(args, 0);
    const inText = scale(addRanges(text, one), perCharacter);
    const cost = multiplyRanges(inText, scale(sizeAt(args, 1), perPatternCharacter));
    return { cost, size: { min: 0, max: text.max } };
  },
};

export const containsPrice: Price = {
  charge: (meter, a, b) =>
    meter.spend(Math.ceil(sizeOfValue(a) * perCharacter) * Math.ceil(sizeOfValue(b) * perCharacter)),
  estimate: (args) => ({
    cost: multiplyRanges(scale(sizeAt(args, 0), perCharacter), scale(sizeAt(args, 1), perCharacter)),
  }),
};

/** One pass over the items of a list and the texts among them, or over a text. */
export const traversalPrice: Price = {
  charge: (meter, a) => {
    // Short texts have no price.
    if (a instanceof CelList) meter.toil(2 * a.size);
    meter.spend(costOfTraversal(a));
  },
  estimate: (args) => {
    const [list] = args;
    const size = sizeAt(args, 0);
    const type = list === undefined ? undefined : resolveType(list.type);
    if (type?.kind !== 'list') return { cost: scale(size, perCharacter) };
    const item = resolveType(type.item);
    const isText = item.kind === 'string' || item.kind === 'bytes';
    const ofItem = isText ? scale({ min: 0, max: item.maxElements ?? Infinity }, perCharacter) : noCost;
    return { cost: multiplyRanges(size, addRanges(one, ofItem)) };
  },
};

function costOfTraversal(value: CelValue): number {
  if (typeof value === 'string' || value instanceof Uint8Array) return Math.floor(value.length * perCharacter);
  if (!(value instanceof CelList)) return 1;
  // Items are of one type: those without a size are not read.
  const first = value.size === 0 ? null : value.at(0);
  if (typeof first === 'bigint' || typeof first === 'number' || typeof first === 'boolean') return value.size;
  let cost = 0;
  for (let index = 0; index < value.size; index += 1) cost += costOfTraversal(value.at(index));
  return cost;
}

/** One pass over a text, whose size the result does not exceed. */
export const textPrice: Price = {
  charge: (meter, a) => meter.spend(Math.ceil(sizeOfValue(a) * perCharacter)),
  estimate: (args) => ({ cost: scale(sizeAt(args, 0), perCharacter), size: { min: 0, max: sizeAt(args, 0).max } }),
};

/** One pass over a text, and another one that makes the result. */
function chargeTwoPasses(meter: CostMeter, a: CelValue): void {
  meter.spend(Math.ceil(sizeOfValue(a) * 2 * perCharacter));
}

/** `charAt`: the result is one character. */
export const characterPrice: Price = {
  charge: constantPrice.charge,
  estimate: () => ({ cost: one, size: { min: 0, max: 4 } }),
};

export const replacePrice: Price = {
  charge: chargeTwoPasses,
  estimate: (args) => {
    const [text, from, to] = [sizeAt(args, 0), sizeAt(args, 1), sizeAt(args, 2)];
    const min = Math.ceil(text.min / Math.max(1, from.max)) * to.min;
    const max = product(Math.ceil(text.max / Math.max(1, from.min)), Math.max(1, to.max));
    return { cost: scale(text, 2 * perCharacter), size: { min, max: Math.max(text.max, max) } };
  },
};

/** At worst each character is an item; a limit that is a literal bounds them. */
export const splitPrice: Price = {
  charge: chargeTwoPasses,
  estimate: (args) => {
    const text = sizeAt(args, 0);
    const limit = args[2]?.literal;
    const max = typeof limit === 'bigint' && limit >= 0n ? Number(limit) : text.max;
    return { cost: scale(text, 2 * perCharacter), size: { min: 0, max } };
  },
};

export const joinPrice: Price = {
  charge: traversalPrice.charge,
  estimate: (args) => ({ cost: traversalPrice.estimate(args).cost }),
};

/** Values that are made or looked up before the evaluation. */
export const freePrice: Price = {
  charge: (meter, _, list) => meter.toil(sizeOfValue(list)),
  estimate: constantPrice.estimate,
};
