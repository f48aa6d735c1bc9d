/** Compiles one rule: parses it, checks its types, estimates its cost, makes its evaluator. */
import { checkExpression } from '../check/check-expression.ts';
import { oldSelfSlot } from '../check/typed-expression.ts';
import { estimateCost } from '../estimate/estimate-cost.ts';
import { compileExpression } from '../evaluate/compile-expression.ts';
import { findPattern } from '../functions/patterns.ts';
import { parseExpression } from '../syntax/parser.ts';
import { printFaults } from '../syntax/source-fault.ts';
import { resolveType } from '../typing/cel-type.ts';
import { CostMeter } from '../values/cost-meter.ts';
import { CelFault } from '../values/value.ts';
import type { TypedExpression } from '../check/typed-expression.ts';
import type { Evaluate } from '../evaluate/frame.ts';
import type { SourceFault } from '../syntax/source-fault.ts';
import type { CelType } from '../typing/cel-type.ts';

export interface CompiledRule {
  readonly ok: true;
  /** It compares a value with the one before, by `oldSelf`. */
  readonly isTransition: boolean;
  /** Of one evaluation, at most. */
  readonly estimatedCost: number;
  readonly evaluate: Evaluate;
}

export type RuleResult = CompiledRule | { readonly ok: false; readonly message: string };

/** `self` is the type of the value that the rule is about. `patterns` counts the work of compiling patterns, for a
 * limit on it: rules that are stored were checked. */
export function compileRule(source: string, self: CelType, patterns = new CostMeter(Infinity)): RuleResult {
  const fail = (faults: readonly SourceFault[]): RuleResult => {
    return { ok: false, message: `compilation failed: ${printFaults(source, faults)}` };
  };
  const parsed = parseExpression(source);
  if (!parsed.ok) return fail(parsed.faults);
  const checked = checkExpression(parsed.expression, self);
  if (!checked.ok) return fail(checked.faults);
  const { expression } = checked;
  if (resolveType(expression.type).kind !== 'bool') {
    return { ok: false, message: 'cel expression must evaluate to a bool' };
  }
  const problem = findPatternProblem(expression, patterns);
  if (problem !== undefined) return { ok: false, message: `program instantiation failed: ${problem}` };
  const estimatedCost = estimateCost(expression);
  return { ok: true, isTransition: usesOldSelf(expression), estimatedCost, evaluate: compileExpression(expression) };
}

function partsOf(expression: TypedExpression): readonly TypedExpression[] {
  switch (expression.kind) {
    case 'literal':
    case 'variable':
      return [];
    case 'select':
      return [expression.operand];
    case 'call':
      return expression.args;
    case 'list':
      return expression.items;
    case 'map':
      return expression.entries.flat();
    case 'comprehension': {
      const { range, predicate, transform } = expression;
      return [range, predicate, transform].filter((part) => part !== undefined);
    }
  }
}

function usesOldSelf(expression: TypedExpression): boolean {
  if (expression.kind === 'variable') return expression.slot === oldSelfSlot;
  return partsOf(expression).some(usesOldSelf);
}

const patternFunctionNames = new Set(['matches', 'find', 'findAll']);

/** A pattern that is a literal must be a regular expression. */
function findPatternProblem(expression: TypedExpression, meter: CostMeter): string | undefined {
  if (expression.kind === 'call' && patternFunctionNames.has(expression.name)) {
    const source = expression.args[1];
    if (source?.kind === 'literal' && typeof source.value === 'string') {
      const pattern = findPattern(meter, source.value);
      if (pattern instanceof CelFault) return pattern.message;
    }
  }
  for (const part of partsOf(expression)) {
    const problem = findPatternProblem(part, meter);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
