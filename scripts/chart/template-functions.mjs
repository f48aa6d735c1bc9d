/**
 * The functions of templates that the chart uses: those of Go, of its library for charts, and of Helm. One that is not
 * here is an error, so that no chart relies on what was never run.
 *
 * @typedef {import('./evaluate-template.mjs').TemplateFunction} TemplateFunction
 */
import { stringify } from 'yaml';

import { isTrue, print } from './evaluate-template.mjs';

/** @type {ReadonlyMap<string, TemplateFunction>} */
export const templateFunctions = new Map(
  Object.entries({
    not: (value) => !isTrue(value),
    eq: (value, ...others) => others.includes(value),
    ne: (value, other) => value !== other,
    gt: (value, other) => Number(value) > Number(other),
    lt: (value, other) => Number(value) < Number(other),
    default: (otherwise, value) => (isTrue(value) ? value : otherwise),
    empty: (value) => !isTrue(value),
    coalesce: (...values) => values.find(isTrue),
    ternary: (yes, no, condition) => (condition === true ? yes : no),
    required: (message, value) => (isTrue(value) || value === false || value === 0 ? value : fail(message)),
    fail,
    list: (...values) => values,
    dict: (...pairs) => Object.fromEntries(pairs.flatMap((key, at) => (at % 2 === 0 ? [[key, pairs[at + 1]]] : []))),
    hasKey: (mapping, key) => Object.hasOwn(/** @type {object} */ (mapping), print(key)),
    until: (count) => Array.from({ length: Number(count) }, (_, index) => index),
    add: (...numbers) => numbers.reduce((/** @type {number} */ sum, each) => sum + Number(each), 0),
    mul: (...numbers) => numbers.reduce((/** @type {number} */ product, each) => product * Number(each), 1),
    div: (number, by) => Math.trunc(Number(number) / Number(by)),
    int: (value) => Math.trunc(Number(value)),
    floor: (value) => Math.floor(Number(value)),
    kindIs: (kind, value) => kind === kindOf(value),
    printf: (format, ...args) => formatText(print(format), args),
    quote: (value) => JSON.stringify(print(value)),
    squote: (value) => `'${print(value)}'`,
    lower: (text) => print(text).toLowerCase(),
    trunc: (length, text) => print(text).slice(0, Number(length)),
    trimSuffix: (suffix, text) => trimSuffix(print(suffix), print(text)),
    trimPrefix: (prefix, text) => trimPrefix(print(prefix), print(text)),
    replace: (from, to, text) => print(text).replaceAll(print(from), print(to)),
    contains: (part, text) => print(text).includes(print(part)),
    regexFind: (pattern, text) => new RegExp(print(pattern)).exec(print(text))?.[0] ?? '',
    regexFindAll: (pattern, text, most) => {
      const found = print(text).match(new RegExp(print(pattern), 'g')) ?? [];
      return Number(most) < 0 ? [...found] : found.slice(0, Number(most));
    },
    join: (separator, values) => (Array.isArray(values) ? values.map(print).join(print(separator)) : print(values)),
    indent: (width, text) => indent(Number(width), print(text)),
    nindent: (width, text) => `\n${indent(Number(width), print(text))}`,
    toYaml: (value) => stringify(value, { lineWidth: 0, sortMapEntries: true }).trimEnd(),
  }),
);

/**
 * @param {unknown} message
 * @returns {never}
 */
function fail(message) {
  throw new Error(print(message));
}

/**
 * @param {string} suffix
 * @param {string} text
 */
const trimSuffix = (suffix, text) => (text.endsWith(suffix) ? text.slice(0, text.length - suffix.length) : text);

/**
 * @param {string} prefix
 * @param {string} text
 */
const trimPrefix = (prefix, text) => (text.startsWith(prefix) ? text.slice(prefix.length) : text);

/**
 * @param {number} width
 * @param {string} text
 */
const indent = (width, text) =>
  text
    .split('\n')
    .map((line) => ' '.repeat(width) + line)
    .join('\n');

/**
 * Of what values are in a file: each number there is of floating point.
 * @param {unknown} value
 */
function kindOf(value) {
  if (typeof value === 'number') return 'float64';
  if (typeof value === 'boolean') return 'bool';
  if (Array.isArray(value)) return 'slice';
  return typeof value === 'object' ? 'map' : typeof value;
}

/**
 * @param {string} format
 * @param {readonly unknown[]} args
 */
function formatText(format, args) {
  const left = [...args];
  const text = format.replace(/%(?:[sdvq%]|\.0f)/g, (verb) => {
    if (verb === '%%') return '%';
    if (left.length === 0) throw new Error(`printf ${format}: an argument is missing`);
    const argument = left.shift();
    if (typeof argument === 'number' && (verb === '%d' || verb === '%.0f')) return argument.toFixed(0);
    const value = print(argument);
    return verb === '%q' ? JSON.stringify(value) : value;
  });
  if (left.length > 0) throw new Error(`printf ${format}: an argument is left over`);
  return text;
}
