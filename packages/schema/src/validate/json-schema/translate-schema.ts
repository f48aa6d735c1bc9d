/**
 * Makes JSON schema out of the OpenAPI dialect of custom resources. Only the words
 * listed here pass; references, defaults and unknown words do not.
 */
import { compilePattern } from './pattern.ts';

export interface SchemaProblem {
  /** Where in the schema, such as `properties[spec].pattern`. */
  readonly path: string;
  readonly message: string;
}

type Words = Record<string, unknown>;

/** Schemas nested deeper than this are refused. */
const maxDepth = 256;

const numericWords = [
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
] as const;

interface Walk {
  readonly problems: SchemaProblem[];
  readonly path: string;
  readonly depth: number;
}

export function translateSchema(schema: unknown, problems: SchemaProblem[]): Words {
  return translate(schema, { problems, path: '', depth: 0 });
}

function translate(schema: unknown, walk: Walk): Words {
  const words = toWords(schema);
  if (words === undefined || walk.depth > maxDepth) {
    refuse(walk, '', words === undefined ? 'must be an object' : 'is nested too deeply');
    return {};
  }
  if (words['$ref'] !== undefined) refuse(walk, '$ref', 'is not supported');
  const made: Words = {};
  translateType(words, made);
  translateBounds(words, made);
  translatePattern(words, made, walk);
  translateObject(words, made, walk);
  translateParts(words, made, walk);
  if (words['x-kubernetes-embedded-resource'] === true) requireTypeMeta(made);
  return made;
}

function translateType(words: Words, made: Words): void {
  const isNullable = words['nullable'] === true;
  const types = words['x-kubernetes-int-or-string'] === true ? ['integer', 'string'] : textList(words['type']);
  if (types.length > 0) made['type'] = isNullable ? [...types, 'null'] : types;
  const values = words['enum'];
  if (Array.isArray(values) && values.length > 0) made['enum'] = isNullable ? [...(values as unknown[]), null] : values;
  if (typeof words['format'] === 'string') made['format'] = words['format'];
  if (words['uniqueItems'] === true) made['uniqueItems'] = true;
}

function textList(value: unknown): string[] {
  return typeof value === 'string' && value !== '' ? [value] : [];
}

/** Exclusive bounds are booleans beside the bound in this dialect, numbers of their own in JSON schema. */
function translateBounds(words: Words, made: Words): void {
  for (const word of numericWords) if (isNumber(words[word])) made[word] = words[word];
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (isNumber(words[bound])) made[words[exclusive] === true ? exclusive : bound] = words[bound];
  }
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function translatePattern(words: Words, made: Words, walk: Walk): void {
  const pattern = words['pattern'];
  if (typeof pattern !== 'string' || pattern === '') return;
  const compiled = compilePattern(pattern);
  if (compiled.ok) made['pattern'] = pattern;
  else refuse(walk, 'pattern', `must be a valid regular expression, but isn't: ${compiled.message}`);
}

function translateObject(words: Words, made: Words, walk: Walk): void {
  const properties = toWords(words['properties']);
  if (properties !== undefined) {
    const translated = Object.create(null) as Words;
    for (const [key, schema] of Object.entries(properties)) {
      translated[key] = translate(schema, step(walk, `properties[${key}]`));
    }
    made['properties'] = translated;
  }
  const required = words['required'];
  if (Array.isArray(required)) made['required'] = [...new Set(required.filter((key) => typeof key === 'string'))];
  const others = words['additionalProperties'];
  if (typeof others === 'boolean') made['additionalProperties'] = others;
  else if (others !== undefined) made['additionalProperties'] = translate(others, step(walk, 'additionalProperties'));
}

function translateParts(words: Words, made: Words, walk: Walk): void {
  for (const word of ['items', 'not'] as const) {
    if (words[word] !== undefined) made[word] = translate(words[word], step(walk, word));
  }
  for (const word of ['allOf', 'anyOf', 'oneOf'] as const) {
    const parts = words[word];
    if (!Array.isArray(parts) || parts.length === 0) continue;
    made[word] = parts.map((part: unknown, index) => translate(part, step(walk, `${word}[${index}]`)));
  }
}

/** An embedded object says what it is. */
function requireTypeMeta(made: Words): void {
  const required = (made['required'] ?? []) as string[];
  made['required'] = [...new Set([...required, 'apiVersion', 'kind'])];
  const properties = (made['properties'] ??= Object.create(null)) as Words;
  for (const key of ['apiVersion', 'kind']) properties[key] ??= { type: ['string'] };
  properties['metadata'] ??= { type: ['object'] };
}

function toWords(value: unknown): Words | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Words) : undefined;
}

function step(walk: Walk, path: string): Walk {
  return { ...walk, path: walk.path === '' ? path : `${walk.path}.${path}`, depth: walk.depth + 1 };
}

function refuse(walk: Walk, word: string, message: string): void {
  walk.problems.push({ path: step(walk, word).path, message });
}
