/**
 * The size limits, and the files that are let off one. ESLint enforces both;
 * check-sizes.mjs sees to it that the list of exceptions is exact and only shrinks.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {'max-lines' | 'max-lines-per-function' | 'complexity' | 'max-params'} SizeRule */

/** @typedef {{ file: string, rule: SizeRule, size: number, reason: string }} SizeException */

const limits = { 'max-lines': 300, 'max-lines-per-function': 60, complexity: 12, 'max-params': 4 };

/** @type {readonly SizeRule[]} */
const rules = ['max-lines', 'max-lines-per-function', 'complexity', 'max-params'];

export const sizeRules = Object.fromEntries(rules.map((rule) => [rule, limit(rule, limits[rule])]));

/**
 * Comments and blank lines are free. A switch counts as one decision however many cases
 * it has, because readers have to name every kind of descriptor.
 * @param {SizeRule} rule
 * @param {number} max
 * @returns {import('eslint').Linter.RuleEntry}
 */
function limit(rule, max) {
  const countsLines = rule === 'max-lines' || rule === 'max-lines-per-function';
  if (countsLines) return ['error', { max, skipBlankLines: true, skipComments: true }];
  return ['error', rule === 'complexity' ? { max, variant: 'modified' } : { max }];
}

export const exceptionsPath = 'scripts/size-exceptions.json';

/**
 * @param {string} text
 * @returns {SizeException[]}
 */
export function parseExceptions(text) {
  return JSON.parse(text);
}

/** The configuration that lets each listed file have its listed size, and no more. */
export function exceptionRules() {
  const list = parseExceptions(readFileSync(join(import.meta.dirname, 'size-exceptions.json'), 'utf8'));
  return list.map(({ file, rule, size }) => ({ files: [file], rules: { [rule]: limit(rule, size) } }));
}
