/** Writes docs/deprecation-rules.md out of the titles of tests. With --check, fails where it is out of date. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { printDeprecationPage } from './deprecation-page.mjs';

const root = join(import.meta.dirname, '..');
const path = join(root, 'docs/deprecation-rules.md');
const { page, problems } = printDeprecationPage(root);

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
if (!process.argv.includes('--check')) await writeFile(path, page);
else if ((await readFile(path, 'utf8').catch(() => '')) !== page) {
  console.error('docs/deprecation-rules.md is out of date\nRun `make docs` and commit what it writes.');
  process.exitCode = 1;
}
