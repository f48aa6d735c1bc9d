/** Compiles `&&`, `||` and `? :`, which do not evaluate all of their operands. */
import { CelFault, noSuchOverload } from '../values/value.ts';
import type { CelValue } from '../values/value.ts';
import type { Evaluate } from './frame.ts';

/** These operators have no price. */
const smallWork = 0.5;

/** `&&` if `decisive` is false, `||` if it is true. A decisive operand absorbs an error in the other one. */
export function compileLogic(decisive: boolean, left: Evaluate, right: Evaluate): Evaluate {
  return (frame) => {
    frame.meter.toil(smallWork);
    const a = left(frame);
    if (a === decisive) return decisive;
    const b = right(frame);
    return b === decisive ? decisive : combine(a, b);
  };
}

/** Of operands neither of which decides. */
function combine(a: CelValue, b: CelValue): CelValue {
  if (typeof a !== 'boolean') return a instanceof CelFault ? a : noSuchOverload;
  if (typeof b !== 'boolean') return b instanceof CelFault ? b : noSuchOverload;
  return b;
}

export function compileConditional([condition, whenTrue, whenFalse]: readonly [
  Evaluate,
  Evaluate,
  Evaluate,
]): Evaluate {
  return (frame) => {
    frame.meter.toil(smallWork);
    const value = condition(frame);
    if (typeof value === 'boolean') return value ? whenTrue(frame) : whenFalse(frame);
    return value instanceof CelFault ? value : noSuchOverload;
  };
}
