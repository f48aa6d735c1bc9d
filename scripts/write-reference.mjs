/**
 * Writes docs/reference from the declarations; with --check it only compares, and
 * fails if anything is out of date.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { createApiScheme } from '@keelson/api';

import { renderReference } from './reference/render.mjs';

const folder = `${join(import.meta.dirname, '..', 'docs', 'reference')}/`;

/** @returns {Map<string, string>} */
function readPages() {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const paths = entries.map((entry) => join(entry.parentPath, entry.name));
    return new Map(paths.map((path) => [path.slice(folder.length), readFileSync(path, 'utf8')]));
  } catch {
    return new Map();
  }
}

const wanted = renderReference(createApiScheme().resources());
const present = readPages();
const stale = [...wanted].filter(([path, text]) => present.get(path) !== text).map(([path]) => path);
const superfluous = [...present.keys()].filter((path) => !wanted.has(path));

if (process.argv.includes('--check')) {
  for (const path of [...stale, ...superfluous]) console.error(`docs/reference/${path} is out of date`);
  if (stale.length + superfluous.length > 0) {
    console.error('Run `make docs` and commit what it writes.');
    process.exitCode = 1;
  }
} else {
  for (const path of superfluous) rmSync(join(folder, path));
  for (const path of stale) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), wanted.get(path) ?? '');
  }
  console.log(`docs/reference: ${wanted.size} pages, ${stale.length} written, ${superfluous.length} removed`);
}
