/**
 * Writes JSON values as YAML in the block style that clients of this API print:
 * keys sorted, lists level with their key, strings quoted when YAML 1.1 would take
 * them for something else.
 */
import { Document, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import type { DocumentOptions, Node, ScalarTag, SchemaOptions } from 'yaml';

import { ExactNumber } from '../json/exact-number.ts';
import type { JsonValue } from '../language/infer.ts';

const exactNumber: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: (value) => value instanceof ExactNumber,
  resolve: (text) => new ExactNumber(text),
  test: /^(?!)/,
  stringify: ({ value }) => (value instanceof ExactNumber ? value.text : String(value)),
};

const documentOptions: DocumentOptions & SchemaOptions = { version: '1.2', customTags: [exactNumber] };
const printOptions = { indentSeq: false, lineWidth: 0, singleQuote: true } as const;

/** What YAML 1.1 reads as something else than a string. */
const otherThanString =
  /^(?:~|null|true|false|yes|no|on|off|y|n|[-+]?(?:\d[\d_]*)?\.?\d[\d_]*(?:e[-+]?\d+)?|[-+]?\d[\d_]*\.|0x[\da-f_]+|0b[01_]+|0o?[0-7_]+|[-+]?\.inf|\.nan|\d{4}-\d\d?-\d\d?.*|[-+]?\d+(?::[0-5]?\d)+(?:\.\d*)?|=|<<)$/i;

/** Needs an escape, which only double quotes know. */
const control = /(?![\n\t])[\p{Cc}\u2028\u2029\ufeff]/u;

export function stringifyYaml(value: JsonValue): string {
  const document = new Document<Node>(nodeOf(value), documentOptions);
  return document.toString(printOptions);
}

function nodeOf(value: JsonValue): Node {
  if (typeof value === 'string') return stringNode(value);
  if (Array.isArray(value)) return listNode(value);
  if (typeof value === 'object' && value !== null && !(value instanceof ExactNumber)) return mapNode(value);
  return new Scalar(value);
}

function listNode(items: readonly JsonValue[]): Node {
  const list = new YAMLSeq();
  list.items = items.map(nodeOf);
  list.flow = items.length === 0;
  return list;
}

function mapNode(object: object): Node {
  const map = new YAMLMap();
  const entries = Object.entries(object as Record<string, JsonValue>).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  map.items = entries.map(([key, value]) => new Pair(stringNode(key), nodeOf(value)));
  map.flow = entries.length === 0;
  return map;
}

function stringNode(text: string): Scalar<string> {
  const node = new Scalar(text);
  if (text === '' || otherThanString.test(text) || control.test(text)) node.type = Scalar.QUOTE_DOUBLE;
  else if (text.includes('\n')) node.type = Scalar.BLOCK_LITERAL;
  return node;
}
