/** Estimates what an expression may cost at most, from the sizes that the schema allows its values. */
import { addRanges, joinRanges, multiplyRanges, noCost, one, sizeOfValue, unbounded } from '../functions/price.ts';
import { resolveType } from '../typing/cel-type.ts';
import type {
  TypedCall,
  TypedComprehension,
  TypedExpression,
  TypedList,
  TypedMap,
  TypedSelect,
} from '../check/typed-expression.ts';
import type { CostRange } from '../functions/price.ts';
import type { ComprehensionMacro } from '../syntax/expression.ts';
import type { CelType } from '../typing/cel-type.ts';

interface Estimate {
  readonly cost: CostRange;
  readonly size: CostRange;
  /** The sizes of a list's items, where they do not follow from its type. */
  readonly items?: CostRange | undefined;
}

/** The constructions of a list and of a map. */
export const listCost = 10;
export const mapCost = 30;

/** One turn of a loop beside its body: what its condition and its step cost. */
export const turnCosts: Readonly<Record<ComprehensionMacro, number>> = {
  all: 3,
  exists: 4,
  exists_one: 2,
  map: 12,
  filter: 13,
};

/** Infinite if nothing bounds it. */
export function estimateCost(expression: TypedExpression): number {
  return new CostEstimator().estimate(expression).cost.max;
}

const exactly = (count: number): CostRange => ({ min: count, max: count });

class CostEstimator {
  /** Of the variables of loops. */
  readonly #sizes = new Map<number, CostRange>();

  estimate(expression: TypedExpression): Estimate {
    switch (expression.kind) {
      case 'literal':
        return { cost: noCost, size: exactly(sizeOfValue(expression.value)) };
      case 'variable':
        return { cost: one, size: this.#sizes.get(expression.slot) ?? sizeOfType(expression.type) };
      case 'select':
        return this.#estimateSelect(expression);
      case 'call':
        return this.#estimateCall(expression);
      case 'list':
        return this.#estimateList(expression);
      case 'map':
        return this.#estimateMap(expression);
      case 'comprehension':
        return this.#estimateComprehension(expression);
    }
  }

  #estimateSelect({ operand, isTest, type }: TypedSelect): Estimate {
    // A test reads nothing.
    if (isTest) return { cost: noCost, size: one };
    return { cost: addRanges(this.estimate(operand).cost, one), size: sizeOfType(type) };
  }

  #estimateCall({ name, args, overloads, type }: TypedCall): Estimate {
    const estimates = args.map((arg) => this.estimate(arg));
    const costs = estimates.map(({ cost }) => cost);
    const [first = noCost, second = noCost, third = noCost] = costs;
    // The second operand of a logical operator may not be evaluated.
    if (name === '_&&_' || name === '_||_') return { cost: { min: first.min, max: first.max + second.max }, size: one };
    if (name === '_?_:_') return conditional(estimates, addRanges(first, joinRanges(second, third)));
    const inputs = args.map((arg, index) => ({
      type: arg.type,
      size: estimates[index]?.size ?? unbounded,
      literal: arg.kind === 'literal' ? arg.value : undefined,
    }));
    const calls = overloads.map(({ price }) => price.estimate(inputs));
    const call = calls.reduce((a, b) => ({ ...a, cost: joinRanges(a.cost, b.cost), ...joinSizes(a.size, b.size) }));
    const size = call.size ?? sizeOfType(type);
    return { cost: addRanges(call.cost, ...costs), size, items: call.size && itemsOfResult(type, args, estimates) };
  }

  #estimateList({ items }: TypedList): Estimate {
    const estimates = items.map((item) => this.estimate(item));
    const cost = addRanges(exactly(listCost), ...estimates.map((item) => item.cost));
    const sizes = estimates.map((item) => item.size);
    return { cost, size: exactly(items.length), items: sizes.length > 0 ? sizes.reduce(joinRanges) : noCost };
  }

  #estimateMap({ entries }: TypedMap): Estimate {
    const costs = entries.flatMap((entry) => entry.map((part) => this.estimate(part).cost));
    return { cost: addRanges(exactly(mapCost), ...costs), size: exactly(entries.length) };
  }

  #estimateComprehension({ macro, range, slot, predicate, transform }: TypedComprehension): Estimate {
    const over = this.estimate(range);
    if (over.items !== undefined && resolveType(range.type).kind === 'list') this.#sizes.set(slot, over.items);
    const test = this.#estimateIfAny(predicate);
    const made = this.#estimateIfAny(transform);
    this.#sizes.delete(slot);
    const turn = addRanges(exactly(turnCosts[macro]), test.cost, made.cost);
    const makesList = macro === 'map' || macro === 'filter';
    const start = makesList ? exactly(listCost + 1) : one;
    const cost = addRanges(over.cost, start, multiplyRanges(over.size, turn));
    if (!makesList) return { cost, size: one };
    return { cost, size: { min: 0, max: over.size.max }, items: macro === 'map' ? made.size : over.items };
  }

  #estimateIfAny(expression: TypedExpression | undefined): Estimate {
    return expression === undefined ? { cost: noCost, size: noCost } : this.estimate(expression);
  }
}

function conditional(estimates: readonly Estimate[], cost: CostRange): Estimate {
  const [, a, b] = estimates;
  const size = joinRanges(a?.size ?? unbounded, b?.size ?? unbounded);
  const items = a?.items === undefined || b?.items === undefined ? undefined : joinRanges(a.items, b.items);
  return { cost, size, items };
}

/** The items of a concatenation are those of its operands; those that a text is cut into are no longer than it. */
function itemsOfResult(
  type: CelType,
  args: readonly TypedExpression[],
  estimates: readonly Estimate[],
): CostRange | undefined {
  if (resolveType(type).kind !== 'list') return undefined;
  const sizes = args.flatMap((arg, index) => {
    const estimate = estimates[index];
    const found = resolveType(arg.type);
    if (estimate === undefined) return [];
    if (found.kind === 'list') return [estimate.items ?? sizeOfType(found.item)];
    return found.kind === 'string' ? [estimate.size] : [];
  });
  return sizes.length === 0 ? undefined : sizes.reduce(joinRanges);
}

function joinSizes(a: CostRange | undefined, b: CostRange | undefined): { size?: CostRange } {
  return a === undefined || b === undefined ? {} : { size: joinRanges(a, b) };
}

const sized = new Set<CelType['kind']>(['string', 'bytes', 'list', 'map', 'dyn', 'variable']);

function sizeOfType(type: CelType): CostRange {
  const found = resolveType(type);
  if (!sized.has(found.kind)) return one;
  const max = 'maxElements' in found ? found.maxElements : undefined;
  return { min: 0, max: max ?? Infinity };
}
