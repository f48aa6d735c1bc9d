import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { createApiScheme } from '@keelson/api';
import { describe, expect, it } from '@jest/globals';

import { printRulesPage, rulesOf } from './rules-page.mjs';

const root = join(import.meta.dirname, '..');
const resources = createApiScheme().resources();

describe('the page of rules', () => {
  const { page, problems } = printRulesPage(root, resources);

  it('has a test for every rule of every kind, and each test is there', () => {
    expect(problems).toEqual([]);
  });

  it('is as the declarations and the table of tests make it', () => {
    expect(readFileSync(join(root, 'docs/rules.md'), 'utf8')).toBe(page);
  });

  it('tells of a rule that no test holds', () => {
    const [first] = resources;
    if (first === undefined) throw new Error('there is no kind');
    const lax = { ...first, rules: ['Nobody has thought of this.'] };
    expect(rulesOf(lax)).toContain('Nobody has thought of this.');
    expect(printRulesPage(root, [lax]).problems).toContain('no test holds: Nobody has thought of this.');
  });
});
