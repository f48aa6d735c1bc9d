import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/deprecation-rules.md'), 'utf8');
const migrations = readFileSync(join(root, 'docs/migrations.md'), 'utf8');
const rows = page
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, , , file = '']) => file.endsWith('.ts'))
  .map(([, rule = '', test = '', file = '']): [string, string, string] => [rule, test, file]);

describe('the page of deprecation rules', () => {
  it('names many tests', () => expect(rows.length).toBeGreaterThan(25));

  const rules = ['1', '2', '3', '4a', '4b', '5a', '5b', '6', '7', '8', '9', '9a', '9b'];

  it.each(rules)('names a test of rule %s', (rule) => {
    const titles = rows.map(([title]) => (title.split(':')[0] ?? '').split(', '));
    expect(titles.some((numbers) => numbers.includes(rule))).toBe(true);
  });

  // The page of migrations is made of the calendar: each kind whose authors have something to know has a test.
  const changing = migrations
    .split('\n## ')
    .filter((section) => section.includes('\nWhat changes:\n'))
    .map((section) => section.split('\n')[0] ?? '');

  it.each(changing)('names a test of the notable changes of %s', (kind) => {
    const title = /^Notable changes: ([A-Za-z, ]+)/;
    const told = rows.flatMap(([rule]) => (title.exec(rule)?.[1] ?? '').split(', '));
    expect(told).toContain(kind);
  });

  it.each(rows)('%s: its test is there', (_rule, test, file) => {
    const text = readFileSync(join(root, file), 'utf8').replaceAll("\\'", "'");
    expect(text).toContain(test);
  });
});
