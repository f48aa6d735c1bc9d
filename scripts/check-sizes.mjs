/**
 * Keeps the list of size exceptions honest: every entry is still needed, states the
 * size as it is, and neither an entry nor a size is larger than it was committed.
 * The limits themselves are enforced by ESLint.
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

import { readCommitted } from './shrinking-list.mjs';
import { exceptionsPath, parseExceptions, sizeRules } from './size-limits.mjs';

/** @typedef {import('./size-limits.mjs').SizeException} SizeException */

/** @param {Pick<SizeException, 'file' | 'rule'>} entry */
const keyOf = ({ file, rule }) => `${file} (${rule})`;

/**
 * What the list says and the files do not.
 * @param {readonly SizeException[]} list
 * @param {ReadonlyMap<string, number>} measured the sizes above their limit, by file and rule
 */
export function findStaleEntries(list, measured) {
  return list.flatMap((entry) => {
    const actual = measured.get(keyOf(entry));
    if (actual === undefined) return [`${keyOf(entry)}: keeps the limit now, remove the entry`];
    if (actual < entry.size) return [`${keyOf(entry)}: is ${actual} now, lower the entry from ${entry.size}`];
    return entry.reason.trim() === '' ? [`${keyOf(entry)}: has no reason`] : [];
  });
}

/**
 * What grew from one version of the list to the next.
 * @param {readonly SizeException[]} before
 * @param {readonly SizeException[]} now
 */
export function findGrowth(before, now) {
  const allowed = new Map(before.map((entry) => [keyOf(entry), entry.size]));
  return now.flatMap((entry) => {
    const size = allowed.get(keyOf(entry));
    if (size === undefined) return [`${keyOf(entry)}: is new, and the list may only shrink`];
    return entry.size > size ? [`${keyOf(entry)}: grew from ${size} to ${entry.size}`] : [];
  });
}

/**
 * @param {string} root
 * @param {readonly SizeException[]} list
 */
export async function measure(root, list) {
  /** @type {Map<string, number>} */
  const measured = new Map();
  if (list.length === 0) return measured;
  const files = '**/*.{ts,js,mjs}';
  const overrideConfig = { files: [files], languageOptions: { parser: tseslint.parser }, rules: sizeRules };
  const eslint = new ESLint({ cwd: root, overrideConfigFile: true, overrideConfig, errorOnUnmatchedPattern: false });
  for (const { filePath, messages } of await eslint.lintFiles([...new Set(list.map(({ file }) => file))])) {
    for (const { ruleId, message } of messages) {
      const key = `${relative(root, filePath)} (${ruleId})`;
      const size = Number(/\((\d+)\)|complexity of (\d+)/.exec(message)?.slice(1).join(''));
      measured.set(key, Math.max(size, measured.get(key) ?? 0));
    }
  }
  return measured;
}

async function main() {
  const root = join(import.meta.dirname, '..');
  const text = readFileSync(join(root, exceptionsPath), 'utf8');
  const list = parseExceptions(text);
  const committed = readCommitted(root, exceptionsPath, text);
  const growth = committed === undefined ? [] : findGrowth(parseExceptions(committed), list);
  const problems = [...findStaleEntries(list, await measure(root, list)), ...growth];
  for (const problem of problems) console.error(`${exceptionsPath}: ${problem}`);
  console.log(`sizes: ${list.length} exceptions, ${problems.length} problems`);
  if (problems.length > 0) process.exitCode = 1;
}

if (process.argv[1] === import.meta.filename) await main();
