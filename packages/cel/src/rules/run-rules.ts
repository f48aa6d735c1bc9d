/** Runs the rules of a schema on an object, within a budget, in steps that can be put off to a later turn. */
import { createReport } from '@keelson/schema';
import type { Issue, ValidationRule } from '@keelson/schema';

import { CostLimitError, CostMeter } from '../values/cost-meter.ts';
import { CelFault, noSuchOverload } from '../values/value.ts';
import { maxEvaluationCost } from './limits.ts';
import { pathOf, visitParts } from './visit.ts';
import type { CelValue } from '../values/value.ts';
import type { CompiledRule, RuleResult } from './compile-rule.ts';
import type { RuleBudget } from './limits.ts';
import type { Visit } from './visit.ts';

/** About a millisecond. */
const sliceCost = 20_000;
/** The cost of reaching a value, in units of cost, beside its rules. */
const costOfVisit = 5;

export class RuleRun {
  readonly #report = createReport();
  readonly #steps: Iterator<undefined, undefined>;
  readonly #at: string;
  readonly #budget: RuleBudget;
  #isOver = false;
  #worked = 0;

  constructor(start: Visit, at: string, budget: RuleBudget) {
    this.#at = at;
    this.#budget = budget;
    this.#steps = this.#visitAll(start);
  }

  get issues(): Issue[] {
    return this.#report.issues;
  }

  /** Goes on for about a millisecond, or for one evaluation that takes longer. Returns true when all is done. */
  step(): boolean {
    this.#worked = 0;
    while (this.#worked < sliceCost) if (this.#steps.next().done === true) return true;
    return false;
  }

  /** Yields between evaluations. */
  *#visitAll(start: Visit): Generator<undefined, undefined> {
    const stack: Iterator<Visit, undefined>[] = [[start].values()];
    for (let parts = stack.at(-1); parts !== undefined; parts = stack.at(-1)) {
      const next = parts.next();
      if (next.done === true) {
        stack.pop();
        continue;
      }
      const visit = next.value;
      this.#worked += costOfVisit;
      yield;
      if (visit.value === null || visit.value === undefined) continue;
      yield* this.#runAll(visit);
      if (this.#isOver || this.#report.isFull) return;
      if (typeof visit.value === 'object' && hasParts(visit)) stack.push(visitParts(visit));
    }
  }

  *#runAll(visit: Visit): Generator<undefined, undefined> {
    const { node, value, old } = visit;
    const sources = node.schema['x-kubernetes-validations'];
    if (sources === undefined || sources.length === 0) return;
    if (this.#budget.left <= 0) {
      this.#exhaust(visit);
      return;
    }
    const declared = node.declared();
    if (declared === undefined) return;
    const before = old === undefined || old === null ? undefined : declared.read(old);
    const slots = [declared.read(value), before ?? null];
    for (const [index, rule] of node.rules().entries()) {
      const source = sources[index];
      if (rule === undefined || source === undefined) continue;
      this.#run(rule, source, { visit, slots, hasOld: before !== undefined });
      if (this.#isOver) return;
      yield;
    }
  }

  #run(rule: RuleResult, source: ValidationRule, input: RuleInputs): void {
    const { visit } = input;
    if (!rule.ok) return this.#fail(visit, `rule compile error: ${rule.message}`);
    if (rule.isTransition && !input.hasOld) return;
    const meter = new CostMeter(maxEvaluationCost);
    const result = evaluate(rule, input.slots, meter);
    this.#worked += meter.cost + meter.work + 1;
    if (result === undefined) {
      const words = `'operation cancelled: actual cost limit exceeded': no further validation rules will be run`;
      this.#isOver = true;
      this.#budget.left = 0;
      return this.#fail(visit, `${words} due to call cost exceeds limit for rule: ${nameRule(source)}`);
    }
    if (meter.cost > this.#budget.left) return this.#exhaust(visit);
    this.#budget.left -= meter.cost;
    if (result === true) return;
    this.#fail(visit, result === false ? wordFailure(source) : wordFault(result, source));
  }

  #exhaust(visit: Visit): void {
    this.#isOver = true;
    this.#budget.left = 0;
    this.#fail(visit, 'validation failed due to running out of cost budget, no further validation rules will be run');
  }

  #fail(visit: Visit, detail: string): void {
    this.#report.invalid(pathOf(visit, this.#at), visit.node.schema.type ?? '', detail);
  }
}

interface RuleInputs {
  readonly visit: Visit;
  readonly slots: readonly CelValue[];
  readonly hasOld: boolean;
}

function hasParts({ node }: Visit): boolean {
  return node.properties.length > 0 || node.items !== undefined || node.values !== undefined;
}

/** `undefined` if the cost of one evaluation exceeds its limit. */
function evaluate(rule: CompiledRule, slots: readonly CelValue[], meter: CostMeter): CelValue | undefined {
  try {
    return rule.evaluate({ meter, slots: [...slots] });
  } catch (cause) {
    if (cause instanceof CostLimitError) return undefined;
    throw cause;
  }
}

/** The message of a rule stands for it. */
function nameRule({ rule, message = '' }: ValidationRule): string {
  return message === '' ? rule.trim() : message.trim();
}

function wordFailure({ rule, message = '' }: ValidationRule): string {
  return message === '' ? `failed rule: ${rule.trim()}` : message.trim();
}

function wordFault(result: CelValue, source: ValidationRule): string {
  const { message } = result instanceof CelFault ? result : noSuchOverload;
  if (!message.startsWith('no such overload')) return `${message} evaluating rule: ${nameRule(source)}`;
  const words = 'call arguments did not match a supported operator, function or macro signature for rule';
  return `'${message}': ${words}: ${nameRule(source)}`;
}
