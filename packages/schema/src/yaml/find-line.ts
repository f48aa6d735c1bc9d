/** Finds the line of a path in a YAML document, for errors that are found after parsing. */
import { lineOf, parseYaml, withPlainBreaks } from './parse-yaml.ts';
import type { Places } from './reader.ts';

export type YamlPath = readonly (string | number)[];

/**
 * The line of the node at the path in the first document, from 1 on; for a missing node
 * that of its parent. Undefined where the text cannot be read.
 */
export function findYamlLine(text: string, path: YamlPath): number | undefined {
  const places: Places = { documents: [], steps: new WeakMap() };
  const parsed = parseYaml(text, { places, maxDocuments: 1 });
  const offset = parsed.ok ? offsetOf(parsed.documents[0], path, places) : undefined;
  return offset === undefined ? undefined : lineOf(withPlainBreaks(text), offset);
}

function offsetOf(root: unknown, path: YamlPath, { documents, steps }: Places): number | undefined {
  let value = root;
  let [offset] = documents;
  for (const step of path) {
    const places = typeof value === 'object' && value !== null ? steps.get(value) : undefined;
    const found = places?.get(Array.isArray(value) ? Number(step) : String(step));
    if (found === undefined) return offset;
    offset = found;
    value = (value as Readonly<Record<string, unknown>>)[step];
  }
  return offset;
}
