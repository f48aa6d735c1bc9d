/**
 * The folders of each package in floors.mjs: complete, all there, and for every package but those that are listed as
 * having none yet. The imports between them are checked with those between packages.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { floors } from '../floors.mjs';
import { findAdded, readCommitted } from './shrinking-list.mjs';

const unfencedPath = 'scripts/unfenced-packages.json';

/** May import everything in their package, and be imported by no source in it: no place in an order. */
const unordered = new Set(['index.ts', 'testing', 'conformance']);

/**
 * What a list says and the folder does not, and the other way round.
 * @param {readonly string[]} listed
 * @param {readonly string[]} found the entries of `src`
 */
function compareFolders(listed, found) {
  const ordered = found.filter((entry) => !unordered.has(entry) && !/\.(test|child)\.ts$/.test(entry));
  return [
    ...ordered.filter((entry) => !listed.includes(entry)).map((entry) => `${entry}: has no place in the order`),
    ...listed.filter((entry) => !ordered.includes(entry)).map((entry) => `${entry}: is listed and not there`),
    ...listed.filter((entry, index) => listed.indexOf(entry) < index).map((entry) => `${entry}: is listed twice`),
  ];
}

/**
 * @param {import('../floors.mjs').Floor} floor
 * @param {{ found: readonly string[], isUnfenced: boolean }} state
 */
export function checkPackage({ folders }, { found, isUnfenced }) {
  if (folders === undefined) return isUnfenced ? [] : ['has no list of folders'];
  if (isUnfenced) return [`has a list of folders now, remove it from ${unfencedPath}`];
  return compareFolders(folders, found);
}

function main() {
  const root = join(import.meta.dirname, '..');
  const text = readFileSync(join(root, unfencedPath), 'utf8');
  /** @type {string[]} */
  const unfenced = JSON.parse(text);
  const packages = floors.filter(({ name }) => existsSync(join(root, 'packages', name, 'src')));
  const problems = packages.flatMap((floor) => {
    const found = readdirSync(join(root, 'packages', floor.name, 'src'));
    const isUnfenced = unfenced.includes(floor.name);
    return checkPackage(floor, { found, isUnfenced }).map((problem) => `floors.mjs: ${floor.name}: ${problem}`);
  });
  const added = findAdded(readCommitted(root, unfencedPath, text), unfenced).map((line) => `${unfencedPath}: ${line}`);
  for (const problem of [...problems, ...added]) console.error(problem);
  console.log(
    `folders: ${packages.length - unfenced.length} packages fenced, ${problems.length + added.length} problems`,
  );
  if (problems.length + added.length > 0) process.exitCode = 1;
}

if (process.argv[1] === import.meta.filename) main();
