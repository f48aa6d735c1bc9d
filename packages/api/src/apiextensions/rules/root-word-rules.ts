/**
 * With a status subresource, the status has a schema of its own at `properties[status]`: the root may have no word whose
 * meaning would be lost.
 */
import type { Report } from '@keelson/schema';

import type { SchemaNode, SchemaPart } from './schema-node.ts';

/** The names by which clients know the words, in the order in which they are told. */
const allowed: ReadonlyMap<string, string> = new Map([
  ['description', 'Description'],
  ['type', 'Type'],
  ['format', 'Format'],
  ['title', 'Title'],
  ['maximum', 'Maximum'],
  ['exclusiveMaximum', 'ExclusiveMaximum'],
  ['minimum', 'Minimum'],
  ['exclusiveMinimum', 'ExclusiveMinimum'],
  ['maxLength', 'MaxLength'],
  ['minLength', 'MinLength'],
  ['pattern', 'Pattern'],
  ['maxItems', 'MaxItems'],
  ['minItems', 'MinItems'],
  ['uniqueItems', 'UniqueItems'],
  ['multipleOf', 'MultipleOf'],
  ['required', 'Required'],
  ['items', 'Items'],
  ['properties', 'Properties'],
  ['externalDocs', 'ExternalDocs'],
  ['example', 'Example'],
  ['x-kubernetes-preserve-unknown-fields', 'XPreserveUnknownFields'],
  ['x-kubernetes-validations', 'XValidations'],
]);

/** Words that are looked at before the type; only the first fault is told. */
const beforeType: ReadonlySet<string> = new Set(['id', '$schema', '$ref']);

export function checkRootWords({ node, at }: SchemaPart, report: Report): void {
  const refused = Object.keys(node).filter(
    (word) => !allowed.has(word) && node[word as keyof SchemaNode] !== undefined,
  );
  const isTypeFirst = !refused.some((word) => beforeType.has(word));
  if (isTypeFirst && node.type !== undefined && node.type !== 'object') {
    const detail =
      'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
    report.invalid(`${at}.type`, node.type, detail);
  } else if (refused.length > 0) {
    const names = [...allowed.values()].join(' ');
    const detail = `only [${names}] fields are allowed at the root of the schema if the status subresource is enabled`;
    report.invalid(at, node, detail);
  }
}
