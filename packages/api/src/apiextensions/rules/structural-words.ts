/** The words that a structural schema is made of. Examples and links to documentation are not among them. */
import type { SchemaNode } from './schema-node.ts';

const documentation: ReadonlySet<string> = new Set(['externalDocs', 'example']);

/** Returns the words of a node that mean something; canonical form has no empty ones but for lists and maps. */
export function structuralWords(node: SchemaNode): string[] {
  return Object.entries(node).flatMap(([word, value]) => (documentation.has(word) || isEmpty(value) ? [] : [word]));
}

export function isOnlyType(node: SchemaNode, type: string): boolean {
  return node.type === type && structuralWords(node).length === 1;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}
