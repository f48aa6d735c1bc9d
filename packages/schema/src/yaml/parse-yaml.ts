/**
 * Reads YAML as the JSON it stands for: several documents, the words of YAML 1.1
 * (`yes`, `on`), aliases and merge keys; numbers keep their text where JSON needs
 * it. What JSON cannot say (sets, binary, other tags, keys that are no strings) is
 * refused. Aliases may repeat a document only so often.
 */
import { Composer, isAlias, isMap, isPair, isScalar, isSeq, LineCounter, Parser } from 'yaml';
import type { Alias, Document, Node, Scalar, Tags, YAMLMap } from 'yaml';

import { ExactNumber, toJsonNumber } from '../json/exact-number.ts';
import type { JsonValue } from '../language/infer.ts';
import { tooDeep } from './too-deep.ts';

export type YamlResult =
  | { readonly ok: true; readonly documents: readonly JsonValue[] }
  | { readonly ok: false; readonly message: string; readonly line?: number };

/** How many values aliases may add; enough for honest files, far too few for an explosion. */
const aliasedValuesLimit = 100_000;
const deepest = 1_000;
const tooDeepMessage = `nested more than ${String(deepest)} levels deep`;
const plainTags = new Set(['null', 'bool', 'int', 'float', 'merge', 'str', 'map', 'seq']);
const merge = '<<';

class YamlError extends Error {
  readonly offset: number | undefined;

  constructor(message: string, at: Node | number | null) {
    super(message);
    this.offset = typeof at === 'number' ? at : at?.range?.[0];
  }
}

export function parseYaml(text: string): YamlResult {
  const lines = new LineCounter();
  const composer = new Composer({
    version: '1.1',
    intAsBigInt: true,
    customTags: keepPlainTags,
    prettyErrors: false,
    logLevel: 'error',
  });
  try {
    const values: JsonValue[] = [];
    for (const document of composer.compose(shallowTokens(text, lines))) {
      const value = readDocument(document);
      if (value !== undefined) values.push(value);
    }
    return { ok: true, documents: values };
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    const { message, offset } = error;
    return { ok: false, message, ...(offset !== undefined && { line: lines.linePos(offset).line }) };
  }
}

/** The composer is recursive, so what is too deep for the stack must not reach it. */
function* shallowTokens(text: string, lines: LineCounter) {
  for (const token of new Parser(lines.addNewLine).parse(text)) {
    const offset = tooDeep(token, deepest);
    if (offset !== undefined) throw new YamlError(tooDeepMessage, offset);
    yield token;
  }
}

function keepPlainTags(tags: Tags): Tags {
  return tags.filter((tag) => typeof tag === 'string' || (isPlain(tag.tag) && !isSexagesimal(tag)));
}

function isPlain(tag: string): boolean {
  return plainTags.has(tag.replace('tag:yaml.org,2002:', ''));
}

/** `12:30` is a number in YAML 1.1, and a surprise to everyone who writes a time or a port. */
function isSexagesimal(tag: object): boolean {
  return 'format' in tag && tag.format === 'TIME';
}

/** Undefined for a document of nothing but comments. */
function readDocument(document: Document.Parsed): JsonValue | undefined {
  const [error] = [...document.errors, ...document.warnings];
  if (error !== undefined) throw new YamlError(error.message, error.pos[0]);
  const { contents } = document;
  if (contents === null || (isScalar(contents) && contents.value === null && !contents.source)) return undefined;
  return new DocumentReader(document).read(contents, 0);
}

class DocumentReader {
  readonly #document: Document.Parsed;
  readonly #open = new Set<Node>();
  #aliased = 0;
  #isInAlias = false;

  constructor(document: Document.Parsed) {
    this.#document = document;
  }

  read(node: Node | null, depth: number): JsonValue {
    if (depth > deepest) throw new YamlError(tooDeepMessage, node);
    if (this.#isInAlias && ++this.#aliased > aliasedValuesLimit) {
      throw new YamlError('aliases repeat too much of the document', node);
    }
    if (node === null) return null;
    if (isScalar(node)) return readScalar(node);
    if (isAlias(node)) return this.#readAlias(node, depth);
    if (isSeq(node)) return node.items.map((item) => this.read(item as Node | null, depth + 1));
    if (isMap(node)) return this.#readMap(node, depth);
    throw new YamlError('is neither a value, a list nor a map', node);
  }

  #readAlias(alias: Alias, depth: number): JsonValue {
    const target = alias.resolve(this.#document);
    if (target === undefined) throw new YamlError(`alias *${alias.source} names no anchor`, alias);
    if (this.#open.has(target)) throw new YamlError(`alias *${alias.source} contains itself`, alias);
    const wasInAlias = this.#isInAlias;
    this.#isInAlias = true;
    this.#open.add(target);
    try {
      return this.read(target, depth + 1);
    } finally {
      this.#open.delete(target);
      this.#isInAlias = wasInAlias;
    }
  }

  #readMap(map: YAMLMap, depth: number): JsonValue {
    this.#open.add(map);
    const object: Record<string, JsonValue> = {};
    for (const item of map.items) {
      if (!isPair(item)) throw new YamlError('is not a pair of key and value', map);
      const key = readKey(item.key as Node | null);
      const value = this.read(item.value as Node | null, depth + 1);
      if (key === merge) mergeInto(object, value, map);
      else define(object, key, value);
    }
    this.#open.delete(map);
    return object;
  }
}

function readKey(node: Node | null): string {
  if (node === null) return 'null';
  if (!isScalar(node)) throw new YamlError('keys have to be plain strings', node);
  return typeof node.value === 'symbol' ? merge : (node.source ?? String(node.value));
}

/** Keys that are there already win over merged ones, in whatever order they come. */
function mergeInto(object: Record<string, JsonValue>, value: JsonValue, at: Node): void {
  for (const source of Array.isArray(value) ? value : [value]) {
    if (typeof source !== 'object' || source === null || Array.isArray(source) || source instanceof ExactNumber) {
      throw new YamlError('a merge key needs a map or a list of maps', at);
    }
    for (const [key, each] of Object.entries(source as Record<string, JsonValue>)) {
      if (!Object.hasOwn(object, key)) define(object, key, each);
    }
  }
}

/** Makes a property of its own even of `__proto__`. */
function define(object: Record<string, JsonValue>, key: string, value: JsonValue): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

function readScalar(node: Scalar): JsonValue {
  const { value } = node;
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return toJsonNumber(String(value));
  if (typeof value === 'number') return readFloat(node, value);
  throw new YamlError(`${node.source ?? 'this value'} has no counterpart in JSON`, node);
}

function readFloat(node: Scalar, value: number): JsonValue {
  if (!Number.isFinite(value))
    throw new YamlError(`${node.source ?? 'this number'} is not a number JSON can hold`, node);
  const source = node.source ?? String(value);
  const isJson = /^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/.test(source);
  return isJson ? toJsonNumber(source) : value;
}
