/**
 * Rules of the conditions in a schema: `allOf`, `anyOf`, `oneOf` and `not` hold no more than validations of values. The
 * two usual forms of int-or-string may name types.
 */
import type { Report } from '@keelson/schema';

import type { PatternCache } from './pattern-cache.ts';
import { itemsOf, propertyOf, type SchemaNode, type SchemaPart } from './schema-node.ts';
import { isOnlyType } from './structural-words.ts';

interface Walk {
  readonly report: Report;
  readonly patterns: PatternCache;
}

/** Conditions that may be an int-or-string's types, and are then not looked at. */
interface Exempt {
  readonly anyOf: boolean;
  readonly firstOfAllOf: boolean;
}

const nothing: Exempt = { anyOf: false, firstOfAllOf: false };

export function checkConditions(part: SchemaPart, walk: Walk): void {
  const { anyOf, allOf, oneOf, not, pattern } = part.node;
  if ((anyOf ?? allOf ?? oneOf ?? not ?? pattern) === undefined) return;
  check(part, { anyOf: isIntOrString(anyOf), firstOfAllOf: isIntOrString(allOf?.[0]?.anyOf) }, walk);
}

function isIntOrString(anyOf: readonly SchemaNode[] = []): boolean {
  const [integer, string, ...others] = anyOf;
  if (integer === undefined || string === undefined || others.length > 0) return false;
  return isOnlyType(integer, 'integer') && isOnlyType(string, 'string');
}

function check({ node, at }: SchemaPart, exempt: Exempt, walk: Walk): void {
  const { anyOf = [], allOf = [], oneOf = [], not, pattern } = node;
  if (!exempt.anyOf) {
    anyOf.forEach((each, index) => checkNested({ node: each, at: `${at}.anyOf[${index}]` }, nothing, walk));
  }
  allOf.forEach((each, index) => {
    const exemptEach = { ...nothing, anyOf: exempt.firstOfAllOf && index === 0 };
    checkNested({ node: each, at: `${at}.allOf[${index}]` }, exemptEach, walk);
  });
  oneOf.forEach((each, index) => checkNested({ node: each, at: `${at}.oneOf[${index}]` }, nothing, walk));
  if (not !== undefined) checkNested({ node: not, at: `${at}.not` }, nothing, walk);
  if (pattern !== undefined) checkPattern(pattern, `${at}.pattern`, walk);
}

function checkPattern(pattern: string, at: string, { report, patterns }: Walk): void {
  const compiled = patterns.find(pattern);
  if (compiled?.ok !== false) return;
  report.invalid(at, pattern, `must be a valid regular expression, but isn't: ${compiled.message}`);
}

function checkNested(part: SchemaPart, exempt: Exempt, walk: Walk): void {
  const { node, at } = part;
  const { report } = walk;
  if (report.isFull) return;
  check(part, exempt, walk);
  const items = itemsOf(node);
  if (items !== undefined) checkNested({ node: items, at: `${at}.items` }, nothing, walk);
  for (const [key, property] of Object.entries(node.properties ?? {})) {
    checkNested({ node: property, at: `${at}.properties[${key}]` }, nothing, walk);
  }
  for (const [word, detail] of outside) if (isGiven(node[word])) report.forbidden(`${at}.${word}`, detail);
  if (propertyOf(node, 'metadata') !== undefined) {
    report.forbidden(`${at}.properties[metadata]`, 'must not be specified in a nested context');
  }
}

/** Words that belong outside conditions. */
const outside = [
  ['type', 'must be empty to be structural'],
  ['additionalProperties', 'must be undefined to be structural'],
  ['default', 'must be undefined to be structural'],
  ['title', 'must be empty to be structural'],
  ['description', 'must be empty to be structural'],
  ['nullable', 'must be false to be structural'],
  ['x-kubernetes-preserve-unknown-fields', 'must be false to be structural'],
  ['x-kubernetes-embedded-resource', 'must be false to be structural'],
  ['x-kubernetes-int-or-string', 'must be false to be structural'],
  ['x-kubernetes-list-map-keys', 'must be empty to be structural'],
  ['x-kubernetes-list-type', 'must be undefined to be structural'],
  ['x-kubernetes-map-type', 'must be undefined to be structural'],
  ['x-kubernetes-validations', 'must be empty to be structural'],
] as const;

function isGiven(value: unknown): boolean {
  return value !== undefined && !(Array.isArray(value) && value.length === 0);
}
