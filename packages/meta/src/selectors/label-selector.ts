/** Sets of conditions on labels, all of which have to hold. */
import { quote } from '@keelson/schema';
import {
  makeLabelRequirement,
  meetsLabelRequirement,
  printLabelRequirement,
  type LabelOperator,
  type LabelRequirement,
  type Labels,
} from './label-requirement.ts';

/** Sorted by key. Without conditions it selects everything. */
export type LabelSelector = readonly LabelRequirement[];

export type LabelSelectorResult =
  { readonly ok: true; readonly selector: LabelSelector | null } | { readonly ok: false; readonly problem: string };

/** `null` selects nothing. */
export function matchesLabels(selector: LabelSelector | null, labels: Labels | null | undefined): boolean {
  if (selector === null) return false;
  return selector.every((requirement) => meetsLabelRequirement(requirement, labels ?? {}));
}

/** The text that parses to the same selector. */
export function printLabelSelector(selector: LabelSelector): string {
  return selector.map(printLabelRequirement).join(',');
}

/** The object that stands for a selector inside other objects. */
export interface LabelSelectorObject {
  readonly matchLabels?: Labels | null;
  readonly matchExpressions?: readonly LabelExpression[] | null;
}

export interface LabelExpression {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[] | null;
}

const operators = new Map<string, LabelOperator>([
  ['In', 'in'],
  ['NotIn', 'notin'],
  ['Exists', 'exists'],
  ['DoesNotExist', '!'],
]);

/** An absent object selects nothing, an empty one everything. */
export function selectorFromLabelSelector(object: LabelSelectorObject | null | undefined): LabelSelectorResult {
  if (object === null || object === undefined) return { ok: true, selector: null };
  const requirements: LabelRequirement[] = [];
  const expressions = [
    ...Object.entries(object.matchLabels ?? {}).map(([key, value]) => ({
      key,
      operator: '=' as const,
      values: [value],
    })),
    ...(object.matchExpressions ?? []).map((expression) => ({
      ...expression,
      operator: operators.get(expression.operator),
    })),
  ];
  for (const [index, { key, operator, values }] of expressions.entries()) {
    if (operator === undefined) return { ok: false, problem: wordOperator(object, index) };
    const made = makeLabelRequirement(key, operator, values ?? []);
    if (!made.ok) return made;
    requirements.push(made.requirement);
  }
  return { ok: true, selector: sortByKey(requirements) };
}

function wordOperator(object: LabelSelectorObject, index: number): string {
  const expression = object.matchExpressions?.[index - Object.keys(object.matchLabels ?? {}).length];
  return `${quote(expression?.operator ?? '')} is not a valid label selector operator`;
}

export function sortByKey(requirements: readonly LabelRequirement[]): LabelRequirement[] {
  return [...requirements].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}
