/** Defaults in schemas are canonical: without fields that would be pruned, with metadata that can be read. */
import { freeFormValue, pruneStructural, type JsonValue, type Report, type StructuralSchema } from '@keelson/schema';

import { ObjectMeta } from '../../meta/v1/object-meta.ts';
import { itemsOf, type SchemaNode, type SchemaPart } from './schema-node.ts';

const metaFields: ReadonlySet<string> = new Set(['metadata', 'kind', 'apiVersion']);

export function checkCanonicalDefaults(root: SchemaPart, mayBeUnpruned: () => boolean, report: Report): void {
  for (const { node, at, value } of defaultsIn(root)) {
    const schema = node as StructuralSchema;
    const read = pruneStructural(schema, value, { metadata: ObjectMeta });
    if (!read.ok) report.invalid(`${at}.default`, freeFormValue(value), read.message);
    else if (hasUnknownFields(schema, value) && !mayBeUnpruned()) {
      report.invalid(`${at}.default`, freeFormValue(value), 'must not have unknown fields');
    }
  }
}

export function hasUnprunedDefaults(root: SchemaNode): boolean {
  for (const { node, value } of defaultsIn({ node: root, at: '' })) {
    if (hasUnknownFields(node as StructuralSchema, value)) return true;
  }
  return false;
}

function hasUnknownFields(schema: StructuralSchema, value: JsonValue): boolean {
  let count = 0;
  const onUnknown = (): void => {
    count += 1;
  };
  pruneStructural(schema, value, { onUnknown });
  return count > 0;
}

interface DefaultPart extends SchemaPart {
  readonly value: JsonValue;
}

/** But for those of metadata, kind and apiVersion: refused at the root, and no fields are pruned from them elsewhere. */
function* defaultsIn(root: SchemaPart): Generator<DefaultPart, undefined> {
  const open: SchemaPart[] = [root];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const { node, at } = part;
    if (node.default !== undefined) yield { node, at, value: node.default };
    const isObject = part === root || node['x-kubernetes-embedded-resource'] === true;
    const properties = Object.entries(node.properties ?? {}).filter(([key]) => !isObject || !metaFields.has(key));
    for (const [key, property] of properties.reverse()) open.push({ node: property, at: `${at}.properties[${key}]` });
    const items = itemsOf(node);
    if (items !== undefined) open.push({ node: items, at: `${at}.items` });
  }
}
