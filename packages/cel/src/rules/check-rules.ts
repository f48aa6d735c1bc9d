/** Checks the rules of a schema when it is defined: their form, their types, where `oldSelf` may be, their costs. */
import { createReport, quote, verbatim } from '@keelson/schema';
import type { Issue, StructuralSchema, ValidationRule } from '@keelson/schema';

import { declareType } from '../declared/declared-type.ts';
import { mostOccurrences } from '../declared/sizes.ts';
import { cardinalityOfParts } from './cardinality.ts';
import { compileRule } from './compile-rule.ts';
import { maxEstimatedRuleCost, maxEstimatedSchemaCost } from './limits.ts';
import type { DeclaredType } from '../declared/declared-type.ts';
import type { Cardinality } from './cardinality.ts';
import type { RuleResult } from './compile-rule.ts';

type RuleReport = ReturnType<typeof createReport>;

/** Of all rules of a schema, in characters: it bounds the time of a check. */
export const longestRules = 400_000;

/**
 * The issues of the rules of `schema`, which is that of whole objects and has no other faults. `at` is its path. Takes
 * a few microseconds for a rule, and less than 50 ms in all.
 */
export function checkRules(schema: StructuralSchema, at: string): Issue[] {
  const check = new RuleCheck();
  check.visit(schema, { at, cardinality: 1, isResource: true, uncorrelated: undefined });
  check.checkTotal(at);
  return check.report.issues;
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
  #total = 0;
  #characters = 0;
  #contributions: Contribution[] = [];

  visit(schema: StructuralSchema, site: Site): void {
    const { at } = site;
    const { items, additionalProperties: values } = schema;
    const cardinality = cardinalityOfParts(schema, site.cardinality);
    if (items !== undefined) {
      const hasIdentity = schema['x-kubernetes-list-type'] === 'map';
      const uncorrelated = site.uncorrelated ?? (hasIdentity ? undefined : at);
      this.visit(items, { at: `${at}.items`, cardinality, isResource: isEmbedded(items), uncorrelated });
    }
    if (typeof values === 'object') {
      const path = `${at}.additionalProperties`;
      this.visit(values, { ...site, at: path, cardinality, isResource: isEmbedded(values) });
    }
    for (const [property, part] of Object.entries(schema.properties ?? {})) {
      this.visit(part, { ...site, at: `${at}.properties[${property}]`, isResource: isEmbedded(part) });
    }
    const rules = schema['x-kubernetes-validations'] ?? [];
    if (rules.length > 0) this.#checkAll(rules, schema, site);
  }

  #checkAll(rules: readonly ValidationRule[], schema: StructuralSchema, site: Site): void {
    const at = `${site.at}.x-kubernetes-validations`;
    const before = this.report.issues.length;
    rules.forEach((rule, index) => this.#checkForm(rule, `${at}[${index}]`));
    if (this.report.issues.length > before || this.report.isFull) return;
    const declared = declareType(schema, site.isResource);
    if (declared === undefined) {
      this.report.internal(at, noTypeDetail(schema));
      return;
    }
    rules.forEach((rule, index) => this.#checkRule(rule, declared, { ...site, at: `${at}[${index}].rule` }));
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
    this.#characters += rule.rule.length;
    if (this.report.isFull) return;
    if (this.#characters > longestRules) {
      this.report.forbidden(
        site.at,
        `the rules of a schema must not be longer than ${longestRules} characters together`,
      );
      return;
    }
    const compiled = compileRule(rule.rule, declared.type);
    if (compiled.ok) this.#checkCost(compiled, declared, site);
    else this.report.invalid(site.at, printRule(rule), compiled.message);
    if (compiled.ok && compiled.isTransition && site.uncorrelated !== undefined) {
      const where = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${site.uncorrelated}`;
      this.report.invalid(site.at, rule.rule, where);
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

  checkTotal(at: string): void {
    if (this.#total <= maxEstimatedSchemaCost) return;
    for (const contribution of this.#contributions) {
      const detail = 'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema';
      this.report.forbidden(contribution.at, detail);
    }
    const name = 'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema';
    this.report.forbidden(at, excessDetail(name, this.#total, maxEstimatedSchemaCost));
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
