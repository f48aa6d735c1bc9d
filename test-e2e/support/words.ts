/**
 * Words put where users may write any: keys and values of labels, annotations and data.
 * The words that matter are the names of the API's own fields, which code decides by.
 */
import type { createApiScheme } from '@keelson/api';

type Scheme = ReturnType<typeof createApiScheme>;
type Resource = ReturnType<Scheme['resources']>[number];
type Message = Resource['message'];
type Shape = Message['fields'][string]['shape'];
type Fields = Readonly<Record<string, unknown>>;

/** Of lists, deletions and answers; and what every JavaScript object answers to. */
const others = ['items', 'continue', 'remainingItemCount', 'code', 'details', 'causes', 'propagationPolicy', 'object'];
const inherited = ['constructor', 'hasOwnProperty', 'toString', 'valueOf', 'length'];

/** The names of the fields of every kind, and of its metadata and status. */
export function fieldNames(scheme: Scheme): readonly string[] {
  const names = new Set(['kind', 'apiVersion', ...others, ...inherited]);
  for (const { message } of scheme.resources()) {
    for (const [name, { shape }] of Object.entries(message.fields)) {
      names.add(name);
      if (shape.kind !== 'message' || (name !== 'metadata' && name !== 'status')) continue;
      for (const inner of Object.keys(shape.message().fields)) names.add(inner);
    }
  }
  return [...names];
}

/** As it would stand in the JSON of an object that has such a field. */
const textOf = (word: string): string => `"${word}":"2020-01-01T00:00:00Z",{"metadata":{"${word}":"x"}}`;
const base64Of = (text: string): string => Buffer.from(text).toString('base64');

type ValueOf = (word: string) => string;
const entries = (words: readonly string[], valueOf: ValueOf): Fields =>
  Object.fromEntries(words.map((word) => [word, valueOf(word)]));

/** An object of the kind with the words in its metadata, in that of its templates, and in its data. */
export function withWords({ message }: Pick<Resource, 'message'>, object: Fields, words: readonly string[]): Fields {
  const filled = fill(message, object, words);
  const data = Object.entries(message.fields).find(([, { shape }]) => valuesFor(shape) !== undefined);
  if (data === undefined) return filled;
  const [name, { shape }] = data;
  return { ...filled, [name]: entries(words, valuesFor(shape) ?? textOf) };
}

/** `undefined` where users may not write what they like. */
function valuesFor(shape: Shape): ValueOf | undefined {
  if (shape.kind === 'rawExtension') return textOf;
  if (shape.kind !== 'map') return undefined;
  if (shape.value.kind === 'bytes') return (word) => base64Of(textOf(word));
  return shape.value.kind === 'string' ? textOf : undefined;
}

function fill(message: Message, object: Fields, words: readonly string[]): Fields {
  const filled: Record<string, unknown> = { ...object };
  for (const [name, { shape }] of Object.entries(message.fields)) {
    const value = object[name];
    if (shape.kind !== 'message') continue;
    const inner = shape.message();
    if (inner.name.endsWith('.ObjectMeta')) filled[name] = fillMetadata(value as Fields | undefined, words);
    else if (typeof value === 'object' && value !== null) filled[name] = fill(inner, value as Fields, words);
  }
  return filled;
}

function fillMetadata(metadata: Fields = {}, words: readonly string[]): Fields {
  const labels = { ...(metadata['labels'] as Fields | undefined), ...entries(words, (word) => word) };
  return { ...metadata, labels, annotations: entries(words, textOf) };
}

export interface WithoutWords {
  readonly rest: unknown;
  /** The number of words taken out. */
  readonly count: number;
}

/** Where `withWords` puts them. */
const holders = new Set(['labels', 'annotations', 'data', 'binaryData', 'parameters']);

/**
 * Takes the words out of where `withWords` has put them in, whatever they stand for there, if that is a word again;
 * field managers named so are all alike.
 */
export function withoutWords(value: unknown, words: ReadonlySet<string>): WithoutWords {
  let count = 0;
  const isWord = (found: unknown): boolean => typeof found === 'string' && words.has(found);
  const isPutIn = (key: string, found: unknown): boolean =>
    words.has(key) && (isWord(found) || found === textOf(key) || found === base64Of(textOf(key)));
  const strip = (found: unknown, holder: string): unknown => {
    if (Array.isArray(found)) return found.map((item) => strip(item, holder));
    if (typeof found !== 'object' || found === null) return holder === 'manager' && isWord(found) ? 'WORD' : found;
    const left: [string, unknown][] = [];
    for (const [key, inner] of Object.entries(found)) {
      if (holders.has(holder) && isPutIn(key, inner)) count += 1;
      else left.push([key, strip(inner, key)]);
    }
    return Object.fromEntries(left);
  };
  return { rest: strip(value, ''), count };
}
