/** Any JSON value as text, with the keys of objects sorted at every depth. */
import { isJsonNumber, numberText } from '../formats/exact-number.ts';
import { inKeyOrder } from './sort-keys.ts';

/** Control characters, the quote, the backslash and surrogates: all that is not in these ranges. */
const needsEscape = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

export function encodeString(value: unknown): string {
  const text = value as string;
  return needsEscape.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/** Keys come again and again. Bounded, for they come from users. */
const labels = new Map<string, string>();
const mostLabels = 4_096;
const longestKey = 64;

/** The quoted key and its colon. */
export function labelOf(key: string): string {
  const known = labels.get(key);
  if (known !== undefined) return known;
  const label = `${encodeString(key)}:`;
  if (key.length <= longestKey && labels.size < mostLabels) labels.set(key, label);
  return label;
}

/** Undefined for what has no JSON, which its holder leaves out. */
export function encodeSorted(value: unknown): string | undefined {
  if (typeof value === 'string') return encodeString(value);
  if (isJsonNumber(value)) return numberText(value);
  if (typeof value === 'boolean' || value === null) return String(value);
  if (value === undefined) return undefined;
  return Array.isArray(value) ? encodeList(value) : encodeObject(value as Readonly<Record<string, unknown>>);
}

function encodeList(items: readonly unknown[]): string {
  let text = '[';
  for (let index = 0; index < items.length; index += 1) {
    text += (index === 0 ? '' : ',') + (encodeSorted(items[index]) ?? 'null');
  }
  return `${text}]`;
}

function encodeObject(object: Readonly<Record<string, unknown>>): string {
  let text = '{';
  for (const key of inKeyOrder(Object.keys(object))) {
    const encoded = encodeSorted(object[key]);
    if (encoded !== undefined) text += (text === '{' ? '' : ',') + labelOf(key) + encoded;
  }
  return `${text}}`;
}
