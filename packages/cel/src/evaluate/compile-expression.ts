/** Compiles a checked expression into closures. An evaluation allocates what its values need, and no tree is walked. */
import { listCost, mapCost } from '../estimate/estimate-cost.ts';
import { freePrice } from '../functions/price.ts';
import { CostMeter } from '../values/cost-meter.ts';
import { CelFault, CelList, CelObject, isCelMap, LiteralMap, noSuchOverload } from '../values/value.ts';
import { compileCall } from './compile-call.ts';
import { compileCollection, compileExistsOne, compileQuantifier } from './compile-comprehension.ts';
import { compileConditional, compileLogic } from './compile-logic.ts';
import type {
  TypedCall,
  TypedComprehension,
  TypedExpression,
  TypedList,
  TypedMap,
  TypedSelect,
} from '../check/typed-expression.ts';
import type { CelOverload } from '../functions/overload.ts';
import type { CelValue } from '../values/value.ts';
import type { Evaluate } from './frame.ts';

export function compileExpression(expression: TypedExpression): Evaluate {
  switch (expression.kind) {
    case 'literal': {
      const { value } = expression;
      return () => value;
    }
    case 'variable':
      return compileVariable(expression.slot);
    case 'select':
      return compileSelect(expression);
    case 'call':
      return compileOperation(expression);
    case 'list':
      return compileList(expression);
    case 'map':
      return compileMap(expression);
    case 'comprehension':
      return compileComprehension(expression);
  }
}

function compileVariable(slot: number): Evaluate {
  return ({ meter, slots }) => {
    meter.spend(1);
    return slots[slot] ?? null;
  };
}

function compileSelect({ operand, field, isTest }: TypedSelect): Evaluate {
  const evaluate = compileExpression(operand);
  if (isTest) {
    return (frame) => {
      frame.meter.toil(1);
      return hasField(evaluate(frame), field);
    };
  }
  const noSuchKey = new CelFault(`no such key: ${field}`);
  return (frame) => {
    const value = evaluate(frame);
    frame.meter.spend(1);
    if (value instanceof CelFault) return value;
    if (!(value instanceof CelObject) && !isCelMap(value)) return noSuchOverload;
    const found = value.get(field);
    // Bytes are decoded each time they are read.
    if (found instanceof Uint8Array) frame.meter.toil(found.length / 32);
    return found === undefined ? noSuchKey : found;
  };
}

function hasField(value: CelValue, field: string): CelValue {
  if (value instanceof CelObject) return value.has(field);
  if (value instanceof CelFault) return value;
  return isCelMap(value) ? value.get(field) !== undefined : noSuchOverload;
}

function compileOperation({ name, args, overloads }: TypedCall): Evaluate {
  const compiled = args.map(compileExpression);
  const [a, b, c] = compiled;
  if (a !== undefined && b !== undefined) {
    if (name === '_&&_') return compileLogic(false, a, b);
    if (name === '_||_') return compileLogic(true, a, b);
    if (name === '_?_:_' && c !== undefined) return compileConditional([a, b, c]);
  }
  const evaluate = compileCall(isFree(name, args) ? overloads.map(withoutPrice) : overloads, compiled);
  return isConstant(name, args) ? constantOf(evaluate) : evaluate;
}

const conversions = new Set(['bool', 'bytes', 'double', 'duration', 'int', 'string', 'timestamp', 'uint']);

/** The conversion of a literal is made once, and costs nothing. */
function isConstant(name: string, args: readonly TypedExpression[]): boolean {
  return conversions.has(name) && args.length === 1 && args[0]?.kind === 'literal';
}

const mostConstantWork = 100_000;

function constantOf(evaluate: Evaluate): Evaluate {
  const value = evaluate({ meter: new CostMeter(mostConstantWork), slots: [] });
  return () => value;
}

/** An index that is not a literal pays for itself alone, and a list of literals is searched for nothing. */
function isFree(name: string, [, second]: readonly TypedExpression[]): boolean {
  if (name === '_[_]') return second?.kind !== 'literal';
  return name === '@in' && second?.kind === 'list' && second.items.every(({ kind }) => kind === 'literal');
}

function withoutPrice(overload: CelOverload): CelOverload {
  return { ...overload, price: freePrice };
}

/** A list of literals is made once, and costs nothing. */
function compileList({ items }: TypedList): Evaluate {
  const literals = items.flatMap((item) => (item.kind === 'literal' ? [item.value] : []));
  if (literals.length === items.length) {
    const list = CelList.of(literals);
    return () => list;
  }
  const compiled = items.map(compileExpression);
  return (frame) => {
    frame.meter.spend(listCost);
    frame.meter.toil(compiled.length / 2);
    const values: CelValue[] = [];
    for (const evaluate of compiled) {
      const value = evaluate(frame);
      if (value instanceof CelFault) return value;
      values.push(value);
    }
    return CelList.of(values);
  };
}

const repeatedKey = new CelFault('Failed with repeated key');
const badKey = new CelFault('unsupported key type');

/** A map of literals is made once, and costs nothing. */
function compileMap({ entries }: TypedMap): Evaluate {
  const makeMap = compileEntries(entries);
  if (!entries.flat().every(({ kind }) => kind === 'literal')) return makeMap;
  const map = makeMap({ meter: new CostMeter(Infinity), slots: [] });
  return () => map;
}

function compileEntries(entries: TypedMap['entries']): Evaluate {
  const compiled = entries.map(([key, value]) => [compileExpression(key), compileExpression(value)] as const);
  return (frame) => {
    frame.meter.spend(mapCost);
    frame.meter.toil(6 * compiled.length);
    const map = new LiteralMap();
    for (const [evaluateKey, evaluateValue] of compiled) {
      const key = evaluateKey(frame);
      if (key instanceof CelFault) return key;
      const value = evaluateValue(frame);
      if (value instanceof CelFault) return value;
      const isNew = map.add(key, value);
      if (isNew !== true) return isNew === undefined ? badKey : repeatedKey;
    }
    return map;
  };
}

const always: Evaluate = () => true;

function compileComprehension({ macro, slot, ...parts }: TypedComprehension): Evaluate {
  const range = compileExpression(parts.range);
  const predicate = parts.predicate === undefined ? always : compileExpression(parts.predicate);
  const loop = { range, slot, predicate };
  switch (macro) {
    case 'all':
      return compileQuantifier(false, loop);
    case 'exists':
      return compileQuantifier(true, loop);
    case 'exists_one':
      return compileExistsOne(loop);
    case 'map':
      return compileCollection(
        'map',
        loop,
        parts.transform === undefined ? always : compileExpression(parts.transform),
      );
    case 'filter':
      return compileCollection('filter', loop, ({ slots }) => slots[slot] ?? null);
  }
}
