/** The macros: calls that are rewritten by their name and the number of their arguments. */
import { SyntaxFault } from './source-fault.ts';
import { heightAbove } from './tree.ts';
import type { CallExpression, CelExpression, ComprehensionMacro } from './expression.ts';

const argumentCounts: Readonly<Record<ComprehensionMacro, readonly number[]>> = {
  all: [2],
  exists: [2],
  exists_one: [2],
  map: [2, 3],
  filter: [2],
};

function isMacro(name: string): name is ComprehensionMacro {
  return Object.hasOwn(argumentCounts, name);
}

/** Returns `call` itself if it is no macro. */
export function expandMacro(call: CallExpression): CelExpression {
  const { name, target, args } = call;
  if (target === undefined) return name === 'has' && args.length === 1 ? expandHas(call) : call;
  return isMacro(name) && argumentCounts[name].includes(args.length) ? expandLoop(call, name, target) : call;
}

function expandHas({ args, at }: CallExpression): CelExpression {
  const [argument] = args;
  if (argument?.kind !== 'select') throw new SyntaxFault(at, 'invalid argument to has() macro');
  return { ...argument, isTest: true, at };
}

function expandLoop({ args, at }: CallExpression, macro: ComprehensionMacro, range: CelExpression): CelExpression {
  const [variable, first, second] = args;
  if (variable?.kind !== 'name') throw new SyntaxFault(variable?.at ?? at, 'argument must be a simple name');
  const isMap = macro === 'map';
  const predicate = isMap && second === undefined ? undefined : first;
  const transform = isMap ? (second ?? first) : undefined;
  const height = heightAbove(at, [range, predicate, transform]);
  return { kind: 'comprehension', macro, range, variable: variable.name, predicate, transform, at, height };
}
