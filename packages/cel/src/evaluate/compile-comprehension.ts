/** Compiles the macros that go over lists and the keys of maps. */
import { turnCosts } from '../estimate/estimate-cost.ts';
import { CelFault, CelList, isCelMap, noSuchOverload } from '../values/value.ts';
import type { CelValue } from '../values/value.ts';
import type { Evaluate, EvaluationFrame } from './frame.ts';

export interface Loop {
  readonly range: Evaluate;
  readonly slot: number;
  readonly predicate: Evaluate;
}

/** The items of a list, or the keys of a map. */
function openRange(range: CelValue): { readonly size: number; readonly at: (index: number) => CelValue } | CelFault {
  if (range instanceof CelFault) return range;
  if (range instanceof CelList) return { size: range.size, at: (index) => range.at(index) };
  if (!isCelMap(range)) return noSuchOverload;
  const keys = range.keys();
  return { size: keys.length, at: (index) => keys[index] ?? noSuchOverload };
}

/**
 * `all` if `decisive` is false, `exists` if it is true. The first item that decides absorbs errors of those before. Its
 * price includes the condition of the next turn, which ends the loop.
 */
export function compileQuantifier(decisive: boolean, { range, slot, predicate }: Loop): Evaluate {
  const turnCost = turnCosts[decisive ? 'exists' : 'all'];
  return (frame) => {
    const items = openRange(range(frame));
    if (items instanceof CelFault) return items;
    frame.meter.spend(1);
    let undecided: CelFault | undefined;
    for (let index = 0; index < items.size; index += 1) {
      frame.meter.spend(turnCost);
      const value = turn(frame, { slot, item: items.at(index), body: predicate });
      if (value === decisive) {
        if (index < items.size - 1) frame.meter.spend(turnCost - 1);
        return decisive;
      }
      if (typeof value !== 'boolean') undecided ??= value instanceof CelFault ? value : noSuchOverload;
    }
    return undecided ?? !decisive;
  };
}

function turn(
  frame: EvaluationFrame,
  { slot, item, body }: { slot: number; item: CelValue; body: Evaluate },
): CelValue {
  if (item instanceof Uint8Array) frame.meter.toil(item.length / 32);
  frame.slots[slot] = item;
  return body(frame);
}

export function compileExistsOne({ range, slot, predicate }: Loop): Evaluate {
  return (frame) => {
    const items = openRange(range(frame));
    if (items instanceof CelFault) return items;
    frame.meter.spend(2);
    frame.meter.toil(items.size);
    let count = 0;
    for (let index = 0; index < items.size; index += 1) {
      const value = turn(frame, { slot, item: items.at(index), body: predicate });
      if (typeof value !== 'boolean') return value instanceof CelFault ? value : noSuchOverload;
      if (!value) continue;
      frame.meter.spend(turnCosts.exists_one);
      count += 1;
    }
    return count === 1;
  };
}

/** `map`, with or without a predicate, and `filter`, whose transformation is the item itself. */
export function compileCollection(macro: 'map' | 'filter', loop: Loop, transform: Evaluate): Evaluate {
  const { range, slot, predicate } = loop;
  return (frame) => {
    const source = range(frame);
    const items = openRange(source);
    if (items instanceof CelFault) return items;
    frame.meter.spend(1);
    frame.meter.toil(items.size);
    const found: CelValue[] = [];
    for (let index = 0; index < items.size; index += 1) {
      const isWanted = turn(frame, { slot, item: items.at(index), body: predicate });
      if (isWanted === false) continue;
      if (isWanted !== true) return isWanted instanceof CelFault ? isWanted : noSuchOverload;
      frame.meter.spend(turnCosts[macro]);
      const value = transform(frame);
      if (value instanceof CelFault) return value;
      found.push(value);
    }
    return CelList.of(found);
  };
}
