import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from '@jest/globals';

import { printDeprecationPage, readSentences } from './deprecation-page.mjs';

const root = join(import.meta.dirname, '..');

describe('the page of deprecation rules', () => {
  const { page, problems } = printDeprecationPage(root);

  it('has a test for each sentence, each removed version and each kind with notable changes', () => {
    expect(problems).toEqual([]);
    expect(readSentences(root).length).toBeGreaterThan(90);
  });

  it('is as the titles of tests make it', () => {
    expect(readFileSync(join(root, 'docs/deprecation-rules.md'), 'utf8')).toBe(page);
  });

  const rules = ['1', '2', '3', '4a', '4b', '5a', '5b', '6', '7', '8', '9', '9a', '9b'];

  it.each(rules)('has rule %s', (rule) => {
    expect(page).toContain(`| \`rule-${rule}\` `);
  });
});

describe('a small tree', () => {
  const small = mkdtempSync(join(tmpdir(), 'keelson-sentences-'));
  afterAll(() => rmSync(small, { recursive: true }));
  for (const folder of ['packages/a', 'scripts', 'test-e2e', 'docs'])
    mkdirSync(join(small, folder), { recursive: true });
  const sentences = [
    { id: 'x', text: 'X holds.' },
    { id: 'y-1', text: 'Y holds.' },
  ];
  writeFileSync(
    join(small, 'scripts/deprecation-sentences.json'),
    JSON.stringify({ sentences, removed: ['1.2 g/v1 K'] }),
  );
  writeFileSync(join(small, 'docs/migrations.md'), '# M\n\n## K\n\nWhat changes:\n\n- much\n');
  const test = join(small, 'packages/a/a.test.ts');
  const titled = (...titles: string[]) => titles.map((title) => `it('${title}', () => {});`).join('\n');

  it('fails for each sentence, row and kind that no title names', () => {
    writeFileSync(test, titled('is so [x]', 'is a list [1, 2]', 'is another [z]'));
    expect(printDeprecationPage(small).problems).toEqual([
      'no test holds: Y holds.',
      'no test holds: Table of removed versions: `g/v1` K is served until 1.2.',
      'no test holds: Notable changes of K.',
    ]);
  });

  it('tells each test of a sentence, with its file', () => {
    writeFileSync(test, titled('is so [x y-1]', 'goes then [table]', 'changes [notable-K x]'));
    const { page, problems } = printDeprecationPage(small);
    expect(problems).toEqual([]);
    const rows = page
      .split('\n')
      .slice(6)
      .map((line) =>
        line
          .split('|')
          .map((cell) => cell.trim())
          .slice(1, 4)
          .join(' / '),
      );
    expect(rows).toEqual([
      '`x` / X holds. / is so',
      '`x` / X holds. / changes',
      '`y-1` / Y holds. / is so',
      '`table` / Table of removed versions: `g/v1` K is served until 1.2. / goes then',
      '`notable-K` / Notable changes of K. / changes',
      '',
    ]);
  });
});
