/**
 * Rules of structural schemas: every node that is specified has a type, and conditions (`allOf`, `anyOf`, `oneOf`,
 * `not`) only narrow what is specified outside them. They are sorted by text, as clients know them.
 */
import { createReport, type Issue, type Report } from '@keelson/schema';

import { checkCompleteness } from './completeness-rules.ts';
import { checkConditions } from './condition-rules.ts';
import { checkMetadataSchemas } from './metadata-schema-rules.ts';
import { createPatternCache, type PatternCache } from './pattern-cache.ts';
import { additionalOf, hasNode, itemsOf, propertyOf, type SchemaNode, type SchemaPart } from './schema-node.ts';
import { findUnsupportedWord } from './unsupported-words.ts';

type Level = 'root' | 'item' | 'field';

interface Walk {
  readonly report: Report;
  readonly patterns: PatternCache;
  readonly level: Level;
}

/** The words of the schema must be supported. */
export function findStructuralIssues(root: SchemaPart, patterns: PatternCache): readonly Issue[] {
  const report = createReport();
  checkNode(root, { report, patterns, level: 'root' });
  checkCompleteness(root, report);
  return report.isFull ? report.issues : [...report.issues].sort(byText);
}

export function isStructural(root: SchemaNode): boolean {
  const isSupported = !hasNode(root, (node) => findUnsupportedWord(node) !== undefined);
  return isSupported && findStructuralIssues({ node: root, at: '' }, createPatternCache()).length === 0;
}

function byText(a: Issue, b: Issue): number {
  const [left, right] = [`${a.path}: ${a.message}`, `${b.path}: ${b.message}`];
  return left < right ? -1 : Number(left > right);
}

function checkNode(part: SchemaPart, walk: Walk): void {
  const { node, at } = part;
  const { report, level } = walk;
  if (report.isFull) return;
  const items = itemsOf(node);
  if (items !== undefined) checkNode({ node: items, at: `${at}.items` }, { ...walk, level: 'item' });
  else if (node.type === 'array') report.required(`${at}.items`, 'must be specified');
  const inner: Walk = { ...walk, level: 'field' };
  for (const key in node.properties) {
    const property = propertyOf(node, key);
    if (property !== undefined) checkNode({ node: property, at: `${at}.properties[${key}]` }, inner);
  }
  checkAdditional(part, walk, inner);
  checkIntOrString(part, report);
  checkConditions(part, walk);
  checkType(part, walk);
  checkEmbedded(part, report);
  checkMetadataSchemas(part, level === 'root', report);
}

function checkAdditional({ node, at }: SchemaPart, { level, report }: Walk, inner: Walk): void {
  if (node.additionalProperties === undefined) return;
  if (level === 'root') report.forbidden(`${at}.additionalProperties`, 'must not be used at the root');
  const values = additionalOf(node);
  if (values !== undefined) checkNode({ node: values, at: `${at}.additionalProperties` }, inner);
}

function checkIntOrString({ node, at }: SchemaPart, report: Report): void {
  if (node['x-kubernetes-int-or-string'] !== true) return;
  for (const word of ['x-kubernetes-preserve-unknown-fields', 'x-kubernetes-embedded-resource'] as const) {
    if (node[word] === true) {
      report.invalid(`${at}.${word}`, true, 'must be false if x-kubernetes-int-or-string is true');
    }
  }
}

const untyped: Readonly<Record<Level, string>> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
};

function checkType({ node, at }: SchemaPart, { level, report }: Walk): void {
  const { type } = node;
  const mayBeUntyped =
    node['x-kubernetes-int-or-string'] === true || node['x-kubernetes-preserve-unknown-fields'] === true;
  if (node['x-kubernetes-embedded-resource'] === true && type !== 'object') {
    const detail = 'must be object if x-kubernetes-embedded-resource is true';
    if (type === undefined) report.required(`${at}.type`, detail);
    else report.invalid(`${at}.type`, type, detail);
  } else if (type === undefined && !mayBeUntyped) report.required(`${at}.type`, untyped[level]);
  if (level === 'root' && type !== undefined && type !== 'object') {
    report.invalid(`${at}.type`, type, 'must be object at the root');
  }
}

function checkEmbedded({ node, at }: SchemaPart, report: Report): void {
  if (node['x-kubernetes-embedded-resource'] !== true) return;
  if (node.additionalProperties !== undefined) {
    const detail = 'must not be used if x-kubernetes-embedded-resource is set';
    report.forbidden(`${at}.additionalProperties`, detail);
  }
  const isOpen = node['x-kubernetes-preserve-unknown-fields'] === true;
  if (!isOpen && Object.keys(node.properties ?? {}).length === 0) {
    const detail =
      'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields';
    report.required(`${at}.properties`, detail);
  }
}
