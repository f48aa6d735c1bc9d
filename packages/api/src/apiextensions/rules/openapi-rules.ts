/**
 * Rules that hold for every node of a schema, nested conditions included: the supported part of OpenAPI v3 and the
 * extensions of lists, maps and rules. The order of checks is the order of the issues that clients know.
 */
import type { Report } from '@keelson/schema';

import { checkListItems, checkListType, checkMapList, checkMapType } from './list-type-rules.ts';
import { isOpenApiType, openApiTypes } from './openapi-type.ts';
import type { Requirements } from './requirements.ts';
import {
  additionalOf,
  isNode,
  itemsOf,
  partsOfList,
  partsOfMap,
  propertyOf,
  type SchemaNode,
  type SchemaPart,
} from './schema-node.ts';
import { checkRuleTexts } from './rule-text-rules.ts';

interface Walk {
  readonly report: Report;
  readonly requirements: Requirements;
  readonly isRoot: boolean;
  /** Within the metadata of an object, or its kind or apiVersion. */
  readonly isInsideMeta: boolean;
  /** Defaults are refused, with this reason. */
  readonly noDefaults?: string;
}

export function checkOpenApi(root: SchemaPart, report: Report, requirements: Requirements): void {
  checkNode(root, { report, requirements, isRoot: true, isInsideMeta: false });
}

function checkNode(part: SchemaPart, walk: Walk): void {
  const { node, at } = part;
  const { report, requirements } = walk;
  if (report.isFull) return;
  checkWords(part, walk);
  checkAdditional(part, walk);
  checkProperties(part, walk);
  if (hasParts(node)) {
    const inner = { ...walk, isRoot: false };
    for (const nested of nestedParts(part)) checkNode(nested, inner);
  }
  if (node['x-kubernetes-preserve-unknown-fields'] === false) {
    report.invalid(`${at}.x-kubernetes-preserve-unknown-fields`, false, 'must be true or undefined');
  }
  checkMapType(part, report);
  checkListType(part, report, requirements);
  checkMapList(part, report);
  checkListItems(part, report, requirements);
  checkRuleTexts(part, report);
}

function checkWords(part: SchemaPart, walk: Walk): void {
  const { node, at } = part;
  const { report, requirements, noDefaults, isInsideMeta } = walk;
  if (node.type !== undefined && !isOpenApiType(node.type) && requirements.needsValidTypes()) {
    report.notSupported(`${at}.type`, node.type, openApiTypes);
  }
  if (noDefaults !== undefined && node.default !== undefined) {
    report.forbidden(`${at}.default`, `must not be set ${noDefaults}`);
  }
  checkRefusedWords(part, report);
  if (node.type === 'null') {
    report.forbidden(`${at}.type`, 'type cannot be set to null, use nullable as an alternative');
  }
  if (Array.isArray(node.items) && node.items.length > 0) {
    report.forbidden(`${at}.items`, 'items must be a schema object and not an array');
  }
  if (isInsideMeta && node['x-kubernetes-embedded-resource'] === true) {
    report.forbidden(`${at}.x-kubernetes-embedded-resource`, 'must not be used inside of resource meta');
  }
  if (node.uniqueItems === true) {
    report.forbidden(
      `${at}.uniqueItems`,
      'uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
    );
  }
}

const refusedWords = ['id', 'additionalItems', 'patternProperties', 'definitions', 'dependencies', '$ref'] as const;

function checkRefusedWords({ node, at }: SchemaPart, report: Report): void {
  for (const word of refusedWords) {
    if (node[word] !== undefined) report.forbidden(`${at}.${word}`, `${word} is not supported`);
  }
}

/** Defaults in the values of such a map cannot be told apart from unknown fields of metadata. */
const insideAdditional = 'inside additionalProperties applying to object metadata';

function checkAdditional({ node, at }: SchemaPart, walk: Walk): void {
  const { additionalProperties, properties = {} } = node;
  if (additionalProperties === undefined) return;
  if (additionalProperties !== true && Object.keys(properties).length > 0) {
    walk.report.forbidden(`${at}.additionalProperties`, 'additionalProperties and properties are mutual exclusive');
  }
  const values = additionalOf(node);
  if (values === undefined) return;
  const inner = { ...walk, isRoot: false, ...(walk.isInsideMeta && { noDefaults: insideAdditional }) };
  checkNode({ node: values, at: `${at}.additionalProperties` }, inner);
}

const metaFields: ReadonlySet<string> = new Set(['metadata', 'kind', 'apiVersion']);

function checkProperties({ node, at }: SchemaPart, walk: Walk): void {
  const inner = walk.isRoot ? { ...walk, isRoot: false } : walk;
  const isObject = walk.isRoot || node['x-kubernetes-embedded-resource'] === true;
  for (const key in node.properties) {
    const property = propertyOf(node, key);
    if (property === undefined) continue;
    const part = { node: property, at: `${at}.properties[${key}]` };
    checkNode(part, isObject && metaFields.has(key) ? ofMeta(walk, key) : inner);
  }
}

function ofMeta(walk: Walk, key: string): Walk {
  return { ...walk, isRoot: false, isInsideMeta: true, ...(walk.isRoot && { noDefaults: `in top-level ${key}` }) };
}

const wordsWithParts = ['items', 'allOf', 'anyOf', 'oneOf', 'not', 'definitions', 'dependencies'] as const;

function hasParts(node: SchemaNode): boolean {
  for (const word of wordsWithParts) if (node[word] !== undefined) return true;
  return false;
}

function nestedParts({ node, at }: SchemaPart): SchemaPart[] {
  const { not, allOf, oneOf, anyOf, definitions, items, dependencies } = node;
  const one = itemsOf(node);
  return [
    ...(not === undefined ? [] : [{ node: not, at: `${at}.not` }]),
    ...partsOfList(allOf, `${at}.allOf`),
    ...partsOfList(oneOf, `${at}.oneOf`),
    ...partsOfList(anyOf, `${at}.anyOf`),
    ...partsOfMap(definitions, `${at}.definitions`),
    ...(one === undefined ? [] : [{ node: one, at: `${at}.items` }]),
    ...(Array.isArray(items) ? partsOfList(items as readonly SchemaNode[], `${at}.items`) : []),
    ...partsOfDependencies(dependencies, `${at}.dependencies`),
  ];
}

function partsOfDependencies(dependencies: SchemaNode['dependencies'], at: string): SchemaPart[] {
  return Object.entries(dependencies ?? {}).flatMap(([key, dependency]) =>
    isNode(dependency) ? [{ node: dependency, at: `${at}[${key}]` }] : [],
  );
}
