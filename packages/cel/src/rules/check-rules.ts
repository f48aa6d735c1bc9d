/** Checks the rules of a schema when it is defined: their form, their types, where `oldSelf` may be, their costs. */
import { createReport, quote, verbatim } from '@keelson/schema';
import { giveWay } from '@keelson/telemetry';
import type { Issue, StructuralSchema, ValidationRule } from '@keelson/schema';
import type { MaybePromise } from '@keelson/telemetry';

import { CostLimitError, CostMeter } from '../values/cost-meter.ts';
import { DeclaredTypes } from '../declared/declared-type.ts';
import { mostOccurrences } from '../declared/sizes.ts';
import { longestSource } from '../syntax/parser.ts';
import { cardinalityOfParts } from './cardinality.ts';
import { compileRule } from './compile-rule.ts';
import { maxEstimatedRuleCost, maxEstimatedSchemaCost } from './limits.ts';
import type { DeclaredType } from '../declared/declared-type.ts';
import type { Cardinality } from './cardinality.ts';
import type { RuleResult } from './compile-rule.ts';

type RuleReport = ReturnType<typeof createReport>;

/** Of all rules of a schema, in characters. This and the next bound the time of a check. */
const longestRules = 400_000;
/** Of compiling the patterns of a rule, and of all rules of a schema. */
const maxRulePatternWork = 1_000_000;
const maxPatternWork = 4_000_000;

/**
 * The issues of the rules of `schema`, which is that of whole objects and has no other faults. `at` is its path. A rule
 * takes some microseconds; the most that is allowed takes tenths of a second, without a pause.
 */
export function checkRules(schema: StructuralSchema, at: string): Issue[] {
  const check = beginCheck(schema, at);
  while (check.steps.next().done !== true);
  return check.issues();
}

/** Like `checkRules`, but gives way to other work between rules. There is no promise unless it takes long. */
export function checkRulesInTurns(schema: StructuralSchema, at: string): MaybePromise<Issue[]> {
  const check = beginCheck(schema, at);
  return goOn(check);
}

interface RunningCheck {
  readonly steps: Iterator<undefined, undefined>;
  readonly issues: () => Issue[];
}

function beginCheck(schema: StructuralSchema, at: string): RunningCheck {
  const check = new RuleCheck();
  const steps = check.visit(schema, { at, cardinality: 1, isResource: true, uncorrelated: undefined });
  return { steps, issues: () => check.finish(at) };
}

function goOn(check: RunningCheck): MaybePromise<Issue[]> {
  while (check.steps.next().done !== true) {
    const pause = giveWay();
    if (pause !== undefined) return pause.then(() => goOn(check));
  }
  return check.issues();
}

interface Site {
  readonly at: string;
  readonly cardinality: Cardinality;
  readonly isResource: boolean;
  /** The path of the outermost list above whose items have no identity. */
  readonly uncorrelated: string | undefined;
}

interface Contribution {
  readonly at: string;
  readonly cost: number;
}

const mostContributions = 4;

class RuleCheck {
  readonly report: RuleReport = createReport();
  readonly #types = new DeclaredTypes();
  #patternWork = 0;
  #total = 0;
  #characters = 0;
  #contributions: Contribution[] = [];

  /** Yields between the rules. */
  *visit(schema: StructuralSchema, site: Site): Generator<undefined, undefined> {
    const { at } = site;
    const { items, additionalProperties: values } = schema;
    const cardinality = cardinalityOfParts(schema, site.cardinality);
    if (items !== undefined) {
      const hasIdentity = schema['x-kubernetes-list-type'] === 'map';
      const uncorrelated = site.uncorrelated ?? (hasIdentity ? undefined : at);
      yield* this.visit(items, { at: `${at}.items`, cardinality, isResource: isEmbedded(items), uncorrelated });
    }
    if (typeof values === 'object') {
      const path = `${at}.additionalProperties`;
      yield* this.visit(values, { ...site, at: path, cardinality, isResource: isEmbedded(values) });
    }
    for (const [property, part] of Object.entries(schema.properties ?? {})) {
      yield* this.visit(part, { ...site, at: `${at}.properties[${property}]`, isResource: isEmbedded(part) });
    }
    const rules = schema['x-kubernetes-validations'] ?? [];
    if (rules.length > 0) yield* this.#checkAll(rules, schema, site);
  }

  *#checkAll(rules: readonly ValidationRule[], schema: StructuralSchema, site: Site): Generator<undefined, undefined> {
    const at = `${site.at}.x-kubernetes-validations`;
    const before = this.report.issues.length;
    rules.forEach((rule, index) => this.#checkForm(rule, `${at}[${index}]`));
    if (this.report.issues.length > before || this.report.isFull) return;
    const declared = this.#types.declare(schema, site.isResource);
    if (declared === undefined) {
      this.report.internal(at, noTypeDetail(schema));
      return;
    }
    for (const [index, rule] of rules.entries()) {
      this.#checkRule(rule, declared, { ...site, at: `${at}[${index}].rule` });
      yield;
    }
  }

  #checkForm({ rule, message }: ValidationRule, at: string): void {
    const trimmed = message?.trim() ?? '';
    const hasBreaks = (text: string) => /[\r\n]/.test(text);
    if (rule.trim() === '') this.report.required(`${at}.rule`, 'rule is not specified');
    else if (message !== undefined && message !== '' && trimmed === '') {
      this.report.invalid(`${at}.message`, message, 'message must be non-empty if specified');
    } else if (hasBreaks(trimmed)) {
      this.report.invalid(`${at}.message`, message, 'message must not contain line breaks');
    } else if (hasBreaks(rule.trim()) && trimmed === '') {
      this.report.required(`${at}.message`, 'message must be specified if rule contains line breaks');
    }
  }

  #checkRule(rule: ValidationRule, declared: DeclaredType, site: Site): void {
    // A rule that is longer is refused unread.
    this.#characters += Math.min(rule.rule.length, longestSource);
    if (this.report.isFull) return;
    if (this.#characters > longestRules) {
      this.report.forbidden(
        site.at,
        `the rules of a schema must not be longer than ${longestRules} characters together`,
      );
      return;
    }
    const compiled = this.#compile(rule.rule, declared);
    if (compiled.ok) this.#checkCost(compiled, declared, site);
    else this.report.invalid(site.at, printRule(rule), compiled.message);
    if (compiled.ok && compiled.isTransition && site.uncorrelated !== undefined) {
      const where = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${site.uncorrelated}`;
      this.report.invalid(site.at, rule.rule, where);
    }
  }

  #compile(rule: string, { type }: DeclaredType): RuleResult {
    const meter = new CostMeter(Math.min(maxRulePatternWork, maxPatternWork - this.#patternWork));
    try {
      return compileRule(rule, type, meter);
    } catch (cause) {
      if (!(cause instanceof CostLimitError)) throw cause;
      return { ok: false, message: 'program instantiation failed: the patterns of the schema are too large together' };
    } finally {
      this.#patternWork += meter.work;
    }
  }

  #checkCost({ estimatedCost }: Extract<RuleResult, { ok: true }>, declared: DeclaredType, site: Site): void {
    const times = site.cardinality ?? mostOccurrences(declared.minBytes);
    const cost = estimatedCost === 0 || times === 0 ? 0 : estimatedCost * times;
    if (cost > maxEstimatedRuleCost) {
      this.report.forbidden(site.at, excessDetail('estimated rule cost', cost, maxEstimatedRuleCost));
    }
    this.#total += cost;
    if (cost < maxEstimatedSchemaCost / 100) return;
    this.#contributions.push({ at: site.at, cost });
    this.#contributions.sort((a, b) => b.cost - a.cost).splice(mostContributions);
  }

  /** `at` is the path of the schema. */
  finish(at: string): Issue[] {
    if (this.#total <= maxEstimatedSchemaCost) return this.report.issues;
    for (const contribution of this.#contributions) {
      const detail = 'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema';
      this.report.forbidden(contribution.at, detail);
    }
    const name = 'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema';
    this.report.forbidden(at, excessDetail(name, this.#total, maxEstimatedSchemaCost));
    return this.report.issues;
  }
}

function isEmbedded(schema: StructuralSchema): boolean {
  return schema['x-kubernetes-embedded-resource'] === true;
}

function noTypeDetail(schema: StructuralSchema): string {
  const preserves = schema['x-kubernetes-preserve-unknown-fields'] === true;
  const words = `type: '${schema.type ?? ''}' x-kubernetes-preserve-unknown-fields: '${preserves}'`;
  return `rule declared on schema that does not support validation rules ${words}`;
}

function printRule({ rule, message = '' }: ValidationRule) {
  return verbatim(`apiextensions.ValidationRule{Rule:${quote(rule)}, Message:${quote(message)}}`);
}

function excessDetail(name: string, cost: number, limit: number): string {
  const advice =
    'try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared';
  return `${name} exceeds budget by factor of ${printFactor(cost / limit)} (${advice})`;
}

/** Close to the limit it has more digits, so that it is not shown as 1. */
function printFactor(factor: number): string {
  if (factor > 100) return 'more than 100x';
  return `${factor.toFixed(factor < 1.5 ? 6 : 1)}x`;
}
