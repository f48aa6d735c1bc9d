/** Writes docs/rules.md: the rules of each kind, and the tests that hold them. With --check, fails where it is out of date. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { createApiScheme } from '@keelson/api';

import { printRulesPage } from './rules-page.mjs';

const root = join(import.meta.dirname, '..');
const path = join(root, 'docs/rules.md');
const { page, problems } = printRulesPage(root, createApiScheme().resources());

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
if (!process.argv.includes('--check')) writeFileSync(path, page);
else if (readFileSync(path, 'utf8') !== page) {
  console.error('docs/rules.md is out of date\nRun `make docs` and commit what it writes.');
  process.exitCode = 1;
}
