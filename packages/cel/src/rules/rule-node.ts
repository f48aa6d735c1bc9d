/**
 * The nodes of a schema that have rules at or below them. Made once for each node, its rules compiled when they are
 * first asked for; a schema without rules has no nodes at all.
 */
import type { StructuralSchema } from '@keelson/schema';

import { DeclaredTypes } from '../declared/declared-type.ts';
import { compileRule } from './compile-rule.ts';
import type { DeclaredType } from '../declared/declared-type.ts';
import type { RuleResult } from './compile-rule.ts';

export interface RuleNode {
  readonly schema: StructuralSchema;
  /** `undefined` if values of the schema have no type. */
  readonly declared: () => DeclaredType | undefined;
  /** In the order of the schema's rules; an empty rule has none. */
  readonly rules: () => readonly (RuleResult | undefined)[];
  /** Rules at or below the node use `oldSelf`. Compiles them. */
  readonly hasTransitions: () => boolean;
  readonly properties: readonly (readonly [property: string, node: RuleNode])[];
  readonly items: RuleNode | undefined;
  readonly values: RuleNode | undefined;
}

const ofRoots = new WeakMap<StructuralSchema, RuleNode | 'none'>();

/** The node of a schema of whole objects; `undefined` if there are no rules. */
export function findRuleNode(root: StructuralSchema): RuleNode | undefined {
  const known = ofRoots.get(root);
  if (known !== undefined) return known === 'none' ? undefined : known;
  const made = makeNode(root, true, new DeclaredTypes());
  ofRoots.set(root, made ?? 'none');
  return made;
}

function makeNode(schema: StructuralSchema, isResource: boolean, types: DeclaredTypes): RuleNode | undefined {
  const findPart = (part: StructuralSchema | boolean | undefined) =>
    typeof part === 'object' ? makeNode(part, part['x-kubernetes-embedded-resource'] === true, types) : undefined;
  const properties = Object.entries(schema.properties ?? {}).flatMap(([property, part]) => {
    const node = findPart(part);
    return node === undefined ? [] : [[property, node] as const];
  });
  const items = findPart(schema.items);
  const values = findPart(schema.additionalProperties);
  const sources = schema['x-kubernetes-validations'] ?? [];
  const isEmpty = properties.length === 0 && items === undefined && values === undefined && sources.length === 0;
  if (isEmpty) return undefined;
  const declared = () => (sources.length === 0 ? undefined : types.declare(schema, isResource));
  let rules: readonly (RuleResult | undefined)[] | undefined;
  const compile = () => {
    const self = declared();
    return sources.map(({ rule }) => {
      if (rule.trim() === '' || self === undefined) return undefined;
      return compileRule(rule, self.type);
    });
  };
  const ownRules = () => (rules ??= compile());
  let answer: boolean | undefined;
  const findTransitions = () =>
    ownRules().some((rule) => rule?.ok === true && rule.isTransition) ||
    [...properties.map(([, part]) => part), items, values].some((part) => part?.hasTransitions() === true);
  const hasTransitions = () => (answer ??= findTransitions());
  return { schema, properties, items, values, declared, rules: ownRules, hasTransitions };
}
