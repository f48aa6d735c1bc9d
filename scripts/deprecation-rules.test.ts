import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/deprecation-rules.md'), 'utf8');
const rows = page
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, , , file = '']) => file.endsWith('.ts'))
  .map(([, rule = '', test = '', file = '']): [string, string, string] => [rule, test, file]);

describe('the page of deprecation rules', () => {
  it('names many tests', () => expect(rows.length).toBeGreaterThan(25));

  it.each(rows)('%s: its test is there', (_rule, test, file) => {
    const text = readFileSync(join(root, file), 'utf8').replaceAll("\\'", "'");
    expect(text).toContain(test);
  });
});
