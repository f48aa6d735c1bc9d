/** Defaults in schemas: each is valid, and has no fields that would be pruned. */
import { isJsonNumber, type Report } from '@keelson/schema';

import { additionalOf, itemsOf, propertyOf, type SchemaNode, type SchemaPart } from './schema-node.ts';

const metaFields: ReadonlySet<string> = new Set(['metadata', 'kind', 'apiVersion']);

export function checkPrunedDefaults(root: SchemaPart, mayBeUnpruned: () => boolean, report: Report): void {
  for (const { node, at } of unprunedDefaults(root)) {
    if (mayBeUnpruned()) return;
    report.invalid(`${at}.default`, node.default, 'must not have unknown fields');
  }
}

export function hasUnprunedDefaults(root: SchemaNode): boolean {
  return !unprunedDefaults({ node: root, at: '' }).next().done;
}

function* unprunedDefaults(root: SchemaPart): Generator<SchemaPart, undefined> {
  const open: SchemaPart[] = [root];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const { node, at } = part;
    if (node.default !== undefined && hasUnknownFields(node.default, node)) yield part;
    const isObject = part === root || node['x-kubernetes-embedded-resource'] === true;
    const properties = Object.entries(node.properties ?? {}).filter(([key]) => !isObject || !metaFields.has(key));
    for (const [key, property] of properties.reverse()) open.push({ node: property, at: `${at}.properties[${key}]` });
    const items = itemsOf(node);
    if (items !== undefined) open.push({ node: items, at: `${at}.items` });
  }
}

/** A value beside its schema; without a schema every field is unknown. */
interface Pair {
  readonly value: unknown;
  readonly schema: SchemaNode | undefined;
}

/** A loop, as values may be nested more deeply than schemas. */
function hasUnknownFields(root: unknown, schema: SchemaNode): boolean {
  const open: Pair[] = [{ value: root, schema }];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const { value } = pair;
    if (Array.isArray(value)) {
      if (isOpenEnded(pair)) continue;
      const items = pair.schema && itemsOf(pair.schema);
      for (const item of value as unknown[]) open.push({ value: item, schema: items });
    } else if (typeof value === 'object' && value !== null && !isJsonNumber(value)) {
      for (const [key, inner] of Object.entries(value)) {
        const place = placeOf(pair.schema, key);
        if (place === 'unknown') return true;
        if (place !== 'kept') open.push({ value: inner, schema: place.schema });
      }
    }
  }
  return false;
}

/** Lists whose items are of any content. */
function isOpenEnded({ schema }: Pair): boolean {
  return schema?.['x-kubernetes-preserve-unknown-fields'] === true && itemsOf(schema) === undefined;
}

function placeOf(
  schema: SchemaNode | undefined,
  key: string,
): 'unknown' | 'kept' | { readonly schema: SchemaNode | undefined } {
  if (schema === undefined) return 'unknown';
  if (schema['x-kubernetes-embedded-resource'] === true && metaFields.has(key)) return 'kept';
  const property = propertyOf(schema, key);
  if (property !== undefined) return { schema: property };
  if (schema.additionalProperties !== undefined) return { schema: additionalOf(schema) };
  return schema['x-kubernetes-preserve-unknown-fields'] === true ? 'kept' : 'unknown';
}
