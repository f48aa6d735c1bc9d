/** Compiles calls: operands in order, the price, the function. An operand that is an error is the result. */
import { takesValues } from '../functions/overload.ts';
import { constantPrice } from '../functions/price.ts';
import { CelFault, noSuchOverload } from '../values/value.ts';
import type { CelFunction, CelOverload } from '../functions/overload.ts';
import type { Price } from '../functions/price.ts';
import type { CelValue } from '../values/value.ts';
import type { Evaluate, EvaluationFrame } from './frame.ts';

/** Some calls have no price. */
const smallWork = 0.5;

interface Target {
  readonly price: Price;
  readonly run: CelFunction;
}

export function compileCall(overloads: readonly CelOverload[], args: readonly Evaluate[]): Evaluate {
  const target = chooseTarget(overloads, args.length);
  const [first, second] = args;
  if (first !== undefined && args.length === 1) return compileUnary(target, first);
  if (first !== undefined && second !== undefined && args.length === 2) return compileBinary(target, first, second);
  return compileAny(target, args);
}

function chooseTarget(overloads: readonly CelOverload[], count: number): Target {
  const [first, ...others] = overloads;
  if (first === undefined) throw new RangeError('a call without an overload');
  if (others.every(({ run, price }) => run === first.run && price === first.price)) return first;
  const find = (values: readonly CelValue[]) =>
    overloads.find((overload) => takesValues(overload, values.slice(0, count)));
  return {
    price: {
      ...constantPrice,
      charge: (meter, a, b) => (find([a, b]) ?? { price: constantPrice }).price.charge(meter, a, b),
    },
    run: (meter, ...values) => find(values)?.run(meter, ...values) ?? noSuchOverload,
  };
}

/** A call whose operand is an error has a price too. */
function pay(frame: EvaluationFrame, fault: CelFault): CelFault {
  frame.meter.spend(1);
  return fault;
}

function compileUnary({ price, run }: Target, operand: Evaluate): Evaluate {
  return (frame) => {
    const value = operand(frame);
    if (value instanceof CelFault) return pay(frame, value);
    frame.meter.toil(smallWork);
    price.charge(frame.meter, value, null);
    return run(frame.meter, value, null, null, null);
  };
}

function compileBinary({ price, run }: Target, left: Evaluate, right: Evaluate): Evaluate {
  return (frame) => {
    const a = left(frame);
    if (a instanceof CelFault) return pay(frame, a);
    const b = right(frame);
    if (b instanceof CelFault) return pay(frame, b);
    frame.meter.toil(smallWork);
    price.charge(frame.meter, a, b);
    return run(frame.meter, a, b, null, null);
  };
}

function compileAny({ price, run }: Target, args: readonly Evaluate[]): Evaluate {
  return (frame) => {
    const values: CelValue[] = [];
    for (const arg of args) {
      const value = arg(frame);
      if (value instanceof CelFault) return pay(frame, value);
      values.push(value);
    }
    const [a = null, b = null, c = null, d = null] = values;
    frame.meter.toil(smallWork);
    price.charge(frame.meter, a, b);
    return run(frame.meter, a, b, c, d);
  };
}
