/** Words that no structural schema may have, wherever they are. */
import type { SchemaNode } from './schema-node.ts';

const words = ['id', '$schema', '$ref', 'patternProperties', 'dependencies', 'additionalItems', 'definitions'] as const;

/** Of the node alone: the reason for which it cannot be read as a structural schema. */
export function findUnsupportedWord(node: SchemaNode): string | undefined {
  for (const word of words) {
    if (node[word] !== undefined) return `OpenAPIV3Schema '${word === '$schema' ? 'schema' : word}' is not supported`;
  }
  if (Array.isArray(node.items) && node.items.length > 0) {
    return "OpenAPIV3Schema 'items' must be a schema, but is an array";
  }
  const isClosed = node['x-kubernetes-preserve-unknown-fields'] === false;
  return isClosed ? "'x-kubernetes-preserve-unknown-fields' must be true or undefined" : undefined;
}
