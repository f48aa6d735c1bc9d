/** Where in a YAML document something is, for those who have found out that it is wrong. */
import { isMap, isPair, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import type { Node, YAMLMap } from 'yaml';

export type YamlPath = readonly (string | number)[];

/**
 * The line of what is at the path in the first document, from 1 on; that of what it would
 * be in where it is not there. Undefined where the text cannot be read.
 */
export function findYamlLine(text: string, path: YamlPath): number | undefined {
  const lineCounter = new LineCounter();
  const { contents, errors } = parseDocument(text, { lineCounter, logLevel: 'error', prettyErrors: false });
  if (errors.length > 0 || contents === null) return undefined;
  const offset = offsetOf(contents, path);
  return offset === undefined ? undefined : lineCounter.linePos(offset).line;
}

function offsetOf(root: Node, path: YamlPath): number | undefined {
  let node: Node | undefined = root;
  let offset = root.range?.[0];
  for (const step of path) {
    const pair: Found | undefined = isMap(node) ? entryOf(node, String(step)) : undefined;
    const item: Node | undefined = isSeq(node) ? (node.items[Number(step)] as Node | undefined) : undefined;
    const start = pair?.key.range?.[0] ?? item?.range?.[0];
    if (start === undefined) return offset;
    offset = start;
    node = pair === undefined ? item : pair.value;
  }
  return offset;
}

interface Found {
  readonly key: Node;
  readonly value: Node | undefined;
}

function entryOf({ items }: YAMLMap, name: string): Found | undefined {
  for (const item of items) {
    const key = isPair(item) ? item.key : undefined;
    if (isScalar(key) && String(key.value) === name)
      return { key, value: (item.value ?? undefined) as Node | undefined };
  }
  return undefined;
}
