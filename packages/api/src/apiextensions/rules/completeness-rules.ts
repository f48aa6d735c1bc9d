/** Fields that the conditions at the root narrow must be specified outside them. */
import type { Report } from '@keelson/schema';

import { itemsOf, propertyOf, type SchemaNode, type SchemaPart } from './schema-node.ts';

/** A place in the conditions, and the same place outside them. */
interface Pair {
  readonly condition: SchemaPart;
  readonly specified: SchemaNode | undefined;
  readonly at: string;
}

/** Only conditions of the root itself, as on other servers. */
export function checkCompleteness({ node, at }: SchemaPart, report: Report): void {
  for (const condition of conditionsOf({ node, at })) checkPair({ condition, specified: node, at }, report);
}

function conditionsOf({ node, at }: SchemaPart): SchemaPart[] {
  const { not, allOf = [], anyOf = [], oneOf = [] } = node;
  return [
    ...(not === undefined ? [] : [{ node: not, at: `${at}.not` }]),
    ...allOf.map((each, index) => ({ node: each, at: `${at}.allOf[${index}]` })),
    ...anyOf.map((each, index) => ({ node: each, at: `${at}.anyOf[${index}]` })),
    ...oneOf.map((each, index) => ({ node: each, at: `${at}.oneOf[${index}]` })),
  ];
}

function checkPair({ condition, specified, at }: Pair, report: Report): void {
  if (specified === undefined) {
    report.required(at, `because it is defined in ${condition.at}`);
    return;
  }
  for (const nested of conditionsOf(condition)) checkPair({ condition: nested, specified, at }, report);
  const items = itemsOf(condition.node);
  if (items !== undefined) {
    const inner = { node: items, at: `${condition.at}.items` };
    checkPair({ condition: inner, specified: itemsOf(specified), at: `${at}.items` }, report);
  }
  for (const [key, property] of Object.entries(condition.node.properties ?? {})) {
    const inner = { node: property, at: `${condition.at}.properties[${key}]` };
    checkPair({ condition: inner, specified: propertyOf(specified, key), at: `${at}.properties[${key}]` }, report);
  }
}
