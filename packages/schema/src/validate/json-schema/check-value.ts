/**
 * Checks one value against a schema of a custom resource without compiling it: for values that are
 * checked once, such as defaults. It supports the same keywords as the compiled validator.
 */
import type { Issue } from '../../language/report.ts';
import { joinPath } from '../join-path.ts';
import { areUnique, toSortedJson } from './are-unique.ts';
import { findFormat } from './formats.ts';
import { compilePattern } from './pattern.ts';
import { wordError } from './word-error.ts';

type Words = Readonly<Record<string, unknown>>;

/** The remaining cost of checking, in steps of a few microseconds; below zero, no more faults are found. */
export interface ValidationBudget {
  left: number;
}

interface Fault {
  readonly keyword: string;
  readonly schema: unknown;
  readonly data: unknown;
  readonly name: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

interface Check {
  readonly words: Words;
  readonly value: unknown;
  readonly name: string;
  readonly budget: ValidationBudget;
}

/** To compile a pattern costs much more than to match a short text. */
const patternCost = 20;
/** Characters, items of enumerations and keys that cost a step. */
const charactersInStep = 200;

/** `value` holds plain numbers only; `at` is where it is in what is reported on. */
export function checkValue(schema: unknown, value: unknown, at: string, budget: ValidationBudget): Issue[] {
  const faults = findFaults({ words: wordsOf(schema), value, name: '', budget });
  return faults.map(({ name, ...fault }) =>
    wordError({ params: {}, ...fault, instancePath: '', schemaPath: '' }, { name, at }),
  );
}

function findFaults(check: Check): Fault[] {
  const { words, value, budget } = check;
  if (--budget.left < 0 || (value === null && words['nullable'] === true)) return [];
  const types = typesOf(words);
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) return [fault(check, 'type', types)];
  return [...findWordFaults(check), ...findPartFaults(check), ...findAlternativeFaults(check)];
}

function typesOf(words: Words): readonly string[] {
  if (words['x-kubernetes-int-or-string'] === true) return ['integer', 'string'];
  const { type } = words;
  return typeof type === 'string' && type !== '' ? [type] : [];
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isSchemaObject(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

type Test = (value: unknown, limit: unknown, words: Words) => boolean;

const ofNumbers =
  (test: (value: number, limit: number, words: Words) => boolean): Test =>
  (value, limit, words) =>
    typeof value !== 'number' || test(value, Number(limit), words);

const ofSizes =
  (size: (value: unknown) => number | undefined, test: (size: number, limit: number) => boolean): Test =>
  (value, limit) => {
    const found = size(value);
    return found === undefined || test(found, Number(limit));
  };

const lengthOf = (value: unknown) => (typeof value === 'string' ? countCharacters(value) : undefined);
const itemsOf = (value: unknown) => (Array.isArray(value) ? value.length : undefined);
const keysOf = (value: unknown) => (isSchemaObject(value) ? Object.keys(value).length : undefined);
const isAtMost = (size: number, limit: number): boolean => size <= limit;
const isAtLeast = (size: number, limit: number): boolean => size >= limit;

/** The words that look at a value alone, with what each asks of it; absent words ask for nothing. */
const tests: Readonly<Record<string, Test>> = {
  enum: (value, values) => !isList(values) || values.length === 0 || isOneOf(value, values),
  format: (value, format) => findFormat(String(format))?.(value) ?? true,
  maximum: ofNumbers((value, limit, words) => (words['exclusiveMaximum'] === true ? value < limit : value <= limit)),
  minimum: ofNumbers((value, limit, words) => (words['exclusiveMinimum'] === true ? value > limit : value >= limit)),
  multipleOf: ofNumbers((value, unit) => Number.isInteger(value / unit)),
  maxLength: ofSizes(lengthOf, isAtMost),
  minLength: ofSizes(lengthOf, isAtLeast),
  maxItems: ofSizes(itemsOf, isAtMost),
  minItems: ofSizes(itemsOf, isAtLeast),
  maxProperties: ofSizes(keysOf, isAtMost),
  minProperties: ofSizes(keysOf, isAtLeast),
  uniqueItems: (value, isWanted) => isWanted !== true || !isList(value) || areUnique(value),
};

function findWordFaults(check: Check): Fault[] {
  const { words, value, budget } = check;
  const faults: Fault[] = [];
  for (const [word, test] of Object.entries(tests)) {
    const limit = words[word];
    if (limit === undefined) continue;
    budget.left -= sizeOf(value) + (isList(limit) ? limit.length : 0);
    if (budget.left >= 0 && !test(value, limit, words)) faults.push(fault(check, keywordOf(word, words), limit));
  }
  if (!matchesPattern(check)) faults.push(fault(check, 'pattern', words['pattern']));
  return faults;
}

/** The compiled validator reports exclusive bounds under these names. */
function keywordOf(word: string, words: Words): string {
  if (word === 'maximum' && words['exclusiveMaximum'] === true) return 'exclusiveMaximum';
  return word === 'minimum' && words['exclusiveMinimum'] === true ? 'exclusiveMinimum' : word;
}

/** An invalid pattern matches too: that is a fault of the schema, not of the value. */
function matchesPattern({ words: { pattern }, value, budget }: Check): boolean {
  if (typeof pattern !== 'string' || pattern === '' || typeof value !== 'string') return true;
  budget.left -= patternCost + pattern.length + sizeOf(value);
  if (budget.left < 0) return true;
  const compiled = compilePattern(pattern);
  return !compiled.ok || compiled.matches(value);
}

function findPartFaults(check: Check): Fault[] {
  const { words, value, name, budget } = check;
  if (isList(value)) {
    const { items } = words;
    if (!isSchemaObject(items)) return [];
    return value.flatMap((item, index) => findFaults({ words: items, value: item, name: `${name}[${index}]`, budget }));
  }
  if (!isSchemaObject(value)) return [];
  const required = isList(words['required']) ? words['required'] : [];
  budget.left -= required.length;
  const missing = required.filter((key) => typeof key === 'string' && !Object.hasOwn(value, key));
  return [
    ...missing.map((key) => ({ ...fault(check, 'required', required), params: { missingProperty: key } })),
    ...Object.keys(value).flatMap((key) => findPropertyFaults(check, key, value[key])),
  ];
}

function findPropertyFaults(check: Check, key: string, value: unknown): Fault[] {
  const { words, name, budget } = check;
  const { properties, additionalProperties } = words;
  const known = isSchemaObject(properties) && Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
  if (known === false) return [{ ...fault(check, 'additionalProperties', false), params: { additionalProperty: key } }];
  return isSchemaObject(known) ? findFaults({ words: known, value, name: joinPath(name, key), budget }) : [];
}

function findAlternativeFaults(check: Check): Fault[] {
  const { words } = check;
  const faults = branchesOf(check, 'allOf').flat();
  const any = branchesOf(check, 'anyOf');
  if (any.length > 0 && any.every((branch) => branch.length > 0)) {
    faults.push(...nearest(any), fault(check, 'anyOf', words['anyOf']));
  }
  const one = branchesOf(check, 'oneOf');
  const passing = [...one.keys()].filter((index) => one[index]?.length === 0);
  if (one.length > 0 && passing.length !== 1) {
    const params = { passingSchemas: passing.length === 0 ? null : passing };
    faults.push(...(passing.length === 0 ? nearest(one) : []), { ...fault(check, 'oneOf', words['oneOf']), params });
  }
  const { not } = words;
  if (isSchemaObject(not) && findFaults({ ...check, words: not }).length === 0) faults.push(fault(check, 'not', not));
  return faults;
}

/** The faults that each of the alternatives finds. */
function branchesOf(check: Check, word: string): Fault[][] {
  const branches = check.words[word];
  if (!isList(branches)) return [];
  return branches.map((branch) => findFaults({ ...check, words: wordsOf(branch) }));
}

function nearest(branches: readonly Fault[][]): Fault[] {
  return branches.reduce((least, branch) => (branch.length < least.length ? branch : least));
}

function fault({ value, name }: Check, keyword: string, schema: unknown): Fault {
  return { keyword, schema, data: value, name };
}

function isOneOf(value: unknown, values: readonly unknown[]): boolean {
  const text = toSortedJson(value);
  return values.some((one) => one === value || (isContainer(one) && toSortedJson(one) === text));
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length / charactersInStep;
  return isContainer(value) ? Object.keys(value).length : 0;
}

/** Code points, which is what lengths of texts count. */
function countCharacters(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length - 1; at += 1) if ((text.codePointAt(at) ?? 0) > 0xffff) count -= 1;
  return count;
}

function wordsOf(schema: unknown): Words {
  return isSchemaObject(schema) ? schema : {};
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

export function isSchemaObject(value: unknown): value is Words {
  return isContainer(value) && !isList(value);
}
