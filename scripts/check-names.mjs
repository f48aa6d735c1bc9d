/** File names: kebab-case, and no drawers. A name says what is inside; `utils` says that nobody knew. */
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

const folders = ['packages', 'scripts', 'bench', 'test-e2e'];
const skipped = new Set(['node_modules', 'dist', 'bundle', 'golden', 'fixtures']);
const drawers = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'misc', 'types', 'interfaces', 'shared']);

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
  for (const problem of problems) console.error(problem);
  console.log(`names: ${paths.length} files and folders, ${problems.length} problems`);
  if (problems.length > 0) process.exitCode = 1;
}

if (process.argv[1] === import.meta.filename) main();
