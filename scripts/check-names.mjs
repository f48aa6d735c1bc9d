/**
 * File names: kebab-case, and no drawers. A name says what is inside; `utils` says that nobody knew.
 * Exported names: one file each, so that a symbol is found by its name alone.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { findAdded, readCommitted } from './shrinking-list.mjs';

const folders = ['packages', 'scripts', 'bench', 'test-e2e'];
const skipped = new Set(['node_modules', 'dist', 'bundle', 'golden', 'fixtures']);
const drawers = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'misc', 'types', 'interfaces', 'shared']);

/** Names that several files export. The list may only shrink. */
const sharedPath = 'scripts/shared-names.json';
/** The API itself says a name again in each version that has it. Tests and what they share stand beside each other. */
const unnamed = /^packages\/api\/|\/(testing|conformance)\/|\.(test|child)\.ts$/;
const exported =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;

/**
 * The names that more than one of the sources export, each with its files.
 * @param {ReadonlyMap<string, string>} sources texts by path
 */
export function findSharedNames(sources) {
  /** @type {Map<string, Set<string>>} */
  const files = new Map();
  for (const [path, text] of sources) {
    if (unnamed.test(path)) continue;
    for (const [, name = ''] of text.matchAll(exported)) files.set(name, (files.get(name) ?? new Set()).add(path));
  }
  return new Map([...files].filter(([, paths]) => paths.size > 1).map(([name, paths]) => [name, [...paths]]));
}

/**
 * What the list does not say of the names, and the other way round.
 * @param {ReadonlyMap<string, readonly string[]>} shared
 * @param {readonly string[]} listed
 */
export function compareSharedNames(shared, listed) {
  return [
    ...[...shared].flatMap(([name, paths]) =>
      listed.includes(name) ? [] : [`${name}: is exported by ${paths.join(' and by ')}`],
    ),
    ...listed
      .filter((name) => !shared.has(name))
      .map((name) => `${name}: has one file now, remove it from ${sharedPath}`),
  ];
}

/**
 * What is wrong with the name of a file or folder; nothing if it is fine.
 * @param {string} name
 */
export function checkName(name) {
  const stem = name.split('.')[0] ?? '';
  if (drawers.has(stem)) return 'is a drawer: name the noun or the verb inside';
  return /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/.test(name) ? undefined : 'is not in kebab-case';
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function listPaths(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name) || entry.name === 'README.md') return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? [path, ...listPaths(path)] : [path];
  });
}

function main() {
  const root = join(import.meta.dirname, '..');
  const paths = folders.flatMap((folder) => listPaths(join(root, folder))).map((path) => relative(root, path));
  const problems = paths.flatMap((path) => {
    const problem = checkName(path.slice(path.lastIndexOf('/') + 1));
    return problem === undefined ? [] : [`${path}: ${problem}`];
  });
  const text = readFileSync(join(root, sharedPath), 'utf8');
  /** @type {string[]} */
  const listed = JSON.parse(text);
  const sources = paths.filter((path) => path.startsWith('packages/') && path.endsWith('.ts'));
  const texts = new Map(sources.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  problems.push(
    ...compareSharedNames(findSharedNames(texts), listed),
    ...findAdded(readCommitted(root, sharedPath, text), listed).map((line) => `${sharedPath}: ${line}`),
  );
  for (const problem of problems) console.error(problem);
  console.log(
    `names: ${paths.length} files and folders, ${listed.length} names in several files, ${problems.length} problems`,
  );
  if (problems.length > 0) process.exitCode = 1;
}

if (process.argv[1] === import.meta.filename) main();
