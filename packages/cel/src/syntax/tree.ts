/** Makes nodes of the tree and bounds its height. */
import { SyntaxFault } from './source-fault.ts';
import type { CallExpression, CelExpression } from './expression.ts';

/** The same limit holds for the nesting of the source. */
export const maxHeight = 250;

export function heightAbove(at: number, parts: readonly (CelExpression | undefined)[]): number {
  let height = 1;
  for (const part of parts) if (part !== undefined && part.height >= height) height = part.height + 1;
  if (height > maxHeight) throw tooDeep(at);
  return height;
}

export function tooDeep(at: number): SyntaxFault {
  return new SyntaxFault(at, `expression recursion limit exceeded: ${maxHeight}`);
}

export function operator(name: string, at: number, args: readonly CelExpression[]): CallExpression {
  return { kind: 'call', name, target: undefined, args, at, height: heightAbove(at, args) };
}

/** `a && b && c` as a balanced tree, so that a long chain is no deep one. */
export function balance(name: string, terms: readonly CelExpression[], signs: readonly number[]): CelExpression {
  const [only] = terms;
  if (only === undefined) throw new RangeError('no terms');
  if (terms.length === 1) return only;
  const middle = terms.length >> 1;
  const left = balance(name, terms.slice(0, middle), signs.slice(0, middle - 1));
  const right = balance(name, terms.slice(middle), signs.slice(middle));
  return operator(name, signs[middle - 1] ?? 0, [left, right]);
}
