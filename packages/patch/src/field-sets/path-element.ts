/**
 * One step of a path to a field, as text: `f:` a field by its name, `k:` an item of a list by its keys, `v:` an item
 * of a set by its value, `i:` an item by its place. Two steps are the same exactly when their texts are.
 */
import { isJsonNumber, numberText, parseJson, stringifyJson } from '@keelson/schema';

import { asJson, isList, isObject } from '../json-object.ts';
import type { JsonObject } from '../json-object.ts';

export type PathElement = string;

export type Path = readonly PathElement[];

export function fieldElement(name: string): PathElement {
  return `f:${name}`;
}

export function valueElement(value: unknown): PathElement {
  return `v:${printJson(value)}`;
}

/** The keys come in the order of their names, whatever order they are declared in. */
export function keyElement(keys: readonly (readonly [name: string, value: unknown])[]): PathElement {
  const [first] = keys;
  if (keys.length === 1 && first !== undefined) return `k:{${printJson(first[0])}:${printJson(first[1])}}`;
  const sorted = [...keys].sort(([a], [b]) => (a < b ? -1 : 1));
  return `k:{${sorted.map(([name, value]) => `${printJson(name)}:${printJson(value)}`).join(',')}}`;
}

const plainText = /^[ !#-%'-;=?-[\]-~]*$/;
const htmlMarks = /[<>&\u2028\u2029]/g;

/** JSON in which, as in all that is stored in this notation, the marks of HTML are escaped. */
function printJson(value: unknown): string {
  if (typeof value === 'string' && plainText.test(value)) return `"${value}"`;
  if (typeof value === 'number') return JSON.stringify(value);
  const sorted = isObject(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
  return stringifyJson(asJson(sorted)).replace(htmlMarks, escapeMark);
}

function escapeMark(mark: string): string {
  return `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

const usualElement = /^(?:k:\{"[A-Za-z]+":(?:"[\w ./:-]*"|[1-9]\d{0,8})\}$|v:"[\w ./:-]*"$)/;

/**
 * The step in its one spelling; undefined for kinds that are unknown, which a later version may know; null for what is
 * no step.
 */
export function readElement(text: string): PathElement | undefined | null {
  if (text.startsWith('f:') || usualElement.test(text)) return text;
  if (text[1] !== ':') return null;
  const rest = text.slice(2);
  switch (text[0]) {
    case 'k':
      return readKeys(rest);
    case 'v':
      return readValue(rest);
    case 'i':
      return /^[-+]?\d{1,15}$/.test(rest) ? `i:${Number(rest)}` : null;
    default:
      return undefined;
  }
}

function readKeys(text: string): PathElement | null {
  const parsed = parseJson(text, { maxDepth: 100 });
  return parsed.ok && isObject(parsed.value) ? keyElement(Object.entries(parsed.value)) : null;
}

function readValue(text: string): PathElement | null {
  const parsed = parseJson(text, { maxDepth: 100 });
  return parsed.ok ? valueElement(parsed.value) : null;
}

/** The step as messages show it: `.spec`, `[name="c",port=80]`, `[="x"]`, `[3]`. */
export function printElement(element: PathElement): string {
  const rest = element.slice(2);
  switch (element[0]) {
    case 'f':
      return `.${rest}`;
    case 'k':
      return printKeys(element);
    case 'v':
      return `[=${printValue(valueOfElement(element))}]`;
    default:
      return `[${rest}]`;
  }
}

function printKeys(element: PathElement): string {
  const keys = Object.entries(valueOfElement(element) as JsonObject);
  return `[${keys.map(([name, value]) => `${name}=${printValue(value)}`).join(',')}]`;
}

export function printPath(path: Path): string {
  return path.map(printElement).join('');
}

/** The value in `v:`, or the keys in `k:`. */
export function valueOfElement(element: PathElement): unknown {
  const parsed = parseJson(element.slice(2));
  return parsed.ok ? parsed.value : null;
}

function printValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(printValue).join(',')}]`;
  if (!isObject(value)) return String(value);
  return `{${Object.entries(value)
    .map(([name, item]) => `${name}=${printValue(item)}`)
    .join(';')}}`;
}

/** In order: fields, then keys, then values, then places; fields by name, the others by what they hold. */
export function sortByElement<T>(items: Iterable<readonly [PathElement, T]>): (readonly [PathElement, T])[] {
  const plain = [...items];
  if (plain.every(([element]) => element.startsWith('f'))) return plain.sort(([a], [b]) => compareText(a, b));
  const sorted = Array.from(plain, (item) => ({ item, element: item[0], held: heldBy(item[0]) }));
  return sorted.sort(compareElements).map(({ item }) => item);
}

interface Held {
  readonly element: PathElement;
  /** Read once, not with each comparison. */
  readonly held: unknown;
}

function heldBy(element: PathElement): unknown {
  if (element.startsWith('f')) return undefined;
  return element.startsWith('i') ? Number(element.slice(2)) : valueOfElement(element);
}

function compareElements(a: Held, b: Held): number {
  const kind = a.element[0];
  if (kind !== b.element[0]) return kindRank(kind) - kindRank(b.element[0]);
  return kind === 'f' ? compareText(a.element, b.element) : compareValues(a.held, b.held);
}

function kindRank(kind: string | undefined): number {
  return 'fkvi'.indexOf(kind ?? '');
}

/** By code points, as UTF-8 is ordered. */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  for (let index = 0; index < a.length && index < b.length; index += 1) {
    const [left, right] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (left !== right) return isHigh(left) === isHigh(right) ? left - right : isHigh(left) ? 1 : -1;
  }
  return a.length - b.length;
}

/** Halves of the characters beyond all others, which have lower numbers than some of those. */
function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

function compareValues(a: unknown, b: unknown): number {
  const rank = valueRank(a) - valueRank(b);
  if (rank !== 0) return rank;
  if (isJsonNumber(a) && isJsonNumber(b)) return Number(numberText(a)) - Number(numberText(b));
  if (typeof a === 'string') return compareText(a, b as string);
  if (typeof a === 'boolean') return Number(a) - Number(b);
  if (isList(a)) return compareLists(a, b as readonly unknown[]);
  return isObject(a) ? compareLists(Object.entries(a).flat(), Object.entries(b as JsonObject).flat()) : 0;
}

function valueRank(value: unknown): number {
  if (isJsonNumber(value)) return 0;
  if (typeof value === 'string') return 1;
  if (typeof value === 'boolean') return 2;
  if (isList(value)) return 3;
  return isObject(value) ? 4 : 5;
}

function compareLists(a: readonly unknown[], b: readonly unknown[]): number {
  for (let index = 0; index < a.length && index < b.length; index += 1) {
    const order = compareValues(a[index], b[index]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}
