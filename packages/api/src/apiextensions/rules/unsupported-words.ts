/** Words that no structural schema may have, wherever they are. */
import { hasNode, type SchemaNode } from './schema-node.ts';

/** Returns the first reason for which the schema cannot be read as a structural one. */
export function findUnsupportedWord(root: SchemaNode): string | undefined {
  let found: string | undefined;
  hasNode(root, (node) => (found = findInNode(node)) !== undefined);
  return found;
}

function findInNode(node: SchemaNode): string | undefined {
  const { id, $schema, $ref, patternProperties, dependencies, additionalItems, definitions, items } = node;
  const given = { id, schema: $schema, $ref, patternProperties, dependencies, additionalItems, definitions };
  for (const [word, value] of Object.entries(given)) {
    if (value !== undefined) return `OpenAPIV3Schema '${word}' is not supported`;
  }
  if (Array.isArray(items) && items.length > 0) return "OpenAPIV3Schema 'items' must be a schema, but is an array";
  const isClosed = node['x-kubernetes-preserve-unknown-fields'] === false;
  return isClosed ? "'x-kubernetes-preserve-unknown-fields' must be true or undefined" : undefined;
}
