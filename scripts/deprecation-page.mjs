/**
 * The page of the deprecation rules: each sentence of the rules, each row of the table of removed versions and each kind
 * with notable changes, with the tests that hold it. A test names what it holds in brackets at the end of its title, such
 * as `[rule-4a-beta]`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * @typedef {object} Holding A test that holds some rules.
 * @property {readonly string[]} ids
 * @property {string} title
 * @property {string} file
 */

/** Titles of other tests may end in brackets, too, but not in words that are ids. */
const ending = /(['`])((?:\\.|(?!\1).)*?) \[([a-zA-Z0-9][a-zA-Z0-9 -]*)\]\1/g;

const tableId = 'table';

/** @param {string} root @param {ReadonlySet<string>} known */
export function collectHoldings(root, known) {
  /** @type {Holding[]} */
  const holdings = [];
  for (const path of testFiles(root)) {
    for (const [, , title = '', words = ''] of readFileSync(path, 'utf8').matchAll(ending)) {
      const ids = words.split(' ').filter((id) => known.has(id));
      if (ids.length > 0) holdings.push({ ids, title: title.replaceAll("\\'", "'"), file: relative(root, path) });
    }
  }
  return holdings;
}

/** @param {string} root @returns {string[]} */
function testFiles(root) {
  return ['packages', 'scripts', 'test-e2e'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.test.ts') && !/(^|\/)(node_modules|dist)\//.test(path))
      .map((path) => join(root, folder, path))
      .sort(),
  );
}

/**
 * What is to be held: its id and its words. The kinds whose authors have something to know are those of the page of
 * migrations.
 *
 * @param {string} root
 */
export function readSentences(root) {
  /** @type {{ sentences: { id: string, text: string }[], removed: string[] }} */
  const { sentences, removed } = JSON.parse(readFileSync(join(root, 'scripts/deprecation-sentences.json'), 'utf8'));
  const changing = readFileSync(join(root, 'docs/migrations.md'), 'utf8')
    .split('\n## ')
    .filter((section) => section.includes('\nWhat changes:\n'))
    .map((section) => section.split('\n')[0] ?? '');
  const rows = removed.map((row) => {
    const [release = '', version = '', kind = ''] = row.split(' ');
    return { id: tableId, text: `Table of removed versions: \`${version}\` ${kind} is served until ${release}.` };
  });
  const notable = changing.map((kind) => ({ id: `notable-${kind}`, text: `Notable changes of ${kind}.` }));
  return [...sentences, ...rows, ...notable];
}

/** @param {string} root @returns {{ page: string, problems: string[] }} */
export function printDeprecationPage(root) {
  const sentences = readSentences(root);
  const holdings = collectHoldings(root, new Set(sentences.map(({ id }) => id)));
  const problems = new Set(
    sentences.flatMap(({ id, text }) =>
      holdings.some(({ ids }) => ids.includes(id)) ? [] : [`no test holds: ${text}`],
    ),
  );
  const lines = sentences.flatMap(({ id, text }) =>
    holdings
      .filter(({ ids }) => ids.includes(id))
      .map(({ title, file }) => [`\`${id}\``, text, title.replaceAll('|', '\\|'), file]),
  );
  const head = [
    '# Deprecation rules and their tests',
    '',
    'Each sentence of the rules, each row of the table of removed versions and each kind with notable changes, with the tests that hold it. Generated from the titles of tests, which end in the ids of what they hold; one that no test names fails the build.',
    '',
  ];
  return {
    page: [...head, ...table(['Id', 'Sentence', 'Test', 'File'], lines), ''].join('\n'),
    problems: [...problems],
  };
}

/** @param {readonly string[]} head @param {readonly (readonly string[])[]} rows */
function table(head, rows) {
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (/** @type {readonly string[]} */ cells) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)];
}
