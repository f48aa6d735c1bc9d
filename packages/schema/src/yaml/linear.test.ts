import { describe, expect, it } from '@jest/globals';

import { stringifyJson } from '../json/stringify-json.ts';
import type { JsonValue } from '../language/json-value.ts';
import { acceptableGrowth, growthOf } from '../testing/growth.ts';
import { findYamlLine } from './find-line.ts';
import { parseYaml } from './parse-yaml.ts';
import { stringifyYaml } from './stringify-yaml.ts';

/** `piece` again and again, to about so many characters. */
const fill =
  (piece: string, start = '', end = '') =>
  (size: number) =>
    start + piece.repeat(Math.ceil(size / piece.length)) + end;

/** Numbered pieces. */
const each =
  (piece: (index: number) => string, start = '', end = '') =>
  (size: number) => {
    let text = start;
    for (let index = 0; text.length < size; index += 1) text += piece(index);
    return text + end;
  };

const texts: readonly (readonly [string, (size: number) => string])[] = [
  ['keys', each((index) => `k${index}: v\n`)],
  ['keys in braces', each((index) => `k${index}: v,`, '{', '}')],
  ['keys with question marks', each((index) => `? k${index}\n: v\n`)],
  ['one key again and again', fill('k: v\n')],
  ['items', fill('- v\n')],
  ['items in brackets', fill('1,', '[', ']')],
  ['pairs in brackets', fill('a: b,', '[', ']')],
  ['lists in lists', fill('- ')],
  ['brackets that stay open', fill('[')],
  ['braces that stay open', fill('{a: ')],
  ['deep lines', (size) => `${'- '.repeat(90)}a\n${`${' '.repeat(160)}- - - - - a\n`.repeat(size / 180)}`],
  ['documents', fill('---\na: 1\n')],
  ['empty documents', fill('---\n')],
  ['ends of documents', fill('...\n')],
  ['directives', fill('%YAML 1.1\n')],
  ['blank lines', fill('\n', 'a: 1', 'b: 1')],
  ['blanks', fill(' ', 'a: ', 'b')],
  ['blanks in front', fill(' ', '', 'a')],
  ['tabs', fill('\t', 'a:', 'b')],
  ['carriage returns', fill('\r')],
  ['comments', fill('# c\n', 'a: 1\n', 'b: 1')],
  ['comments behind values', fill('- a # c\n')],
  ['comments and blank lines', fill('\n # c\n', 'a: 1', '\nb: 1')],
  ['plain text', fill('x', 'a: ')],
  ['plain text with blanks', fill('x  ', 'a: ')],
  ['plain text of many lines', fill('  abc\n', 'a: b\n')],
  ['plain text of many empty lines', fill('\n', 'a: b', '\n c')],
  ['colons', fill(':', 'a: ')],
  ['signs of comments', fill('#', 'a: b')],
  ['folded text', fill('  abc\n', 'a: >\n')],
  ['folded text with indented lines', fill('  abc\n   d\n\n', 'a: >\n')],
  ['folded text of empty lines', fill('\n', 'a: >+\n')],
  ['literal text', fill('  abc\n', 'a: |\n')],
  ['literal text of blanks', fill('    \n', 'a: |\n')],
  ['literal text without end', fill(' ', 'a: |\n  x\n')],
  ['text in double quotes', fill('abc\\n', 'a: "', '"')],
  ['lines in double quotes', fill('  abc  \n', 'a: "', '"')],
  ['blanks in double quotes', fill(' ', 'a: "', '\n"')],
  ['escaped breaks', fill('\\\n', 'a: "', '"')],
  ['halves of surrogate pairs', fill('\\ud83d', 'a: "', '"')],
  ['quotes in single quotes', fill("''", "a: '", "'")],
  ['lines in single quotes', fill(' abc \n', "a: '", "'")],
  ['a quote that stays open', fill('a\n', '"')],
  ['digits', fill('1')],
  ['digits behind a point', fill('1', '0.', 'x')],
  ['digits and underscores', fill('1_', '', 'x')],
  ['underscores behind a point', fill('_', '.', 'x')],
  ['hexadecimal digits', fill('f', '0x', 'g')],
  ['octal digits', fill('7', '0', '8')],
  ['groups of digits', fill(':59', '1', 'x')],
  ['anchors', each((index) => `- &a${index} 1\n`)],
  ['anchors and aliases', each((index) => `- &a${index} 1\n- *a${index}\n`)],
  ['aliases of one', fill('- *a\n', '- &a 1\n')],
  ['aliases of much', fill('- *a\n', `- &a [${'x,'.repeat(1000)}]\n`)],
  ['aliases of a long string', fill('- *a\n', `- &a ${'x'.repeat(10_000)}\n`)],
  ['merge keys', fill('  <<: *a\n', 'a: &a {x: 1}\nb:\n')],
  ['merge keys of their own', fill('- <<: *a\n', '- &a {x: 1}\n')],
  ['a merge of many', (size) => `a: &a {x: 1}\nb: {<<: [${'*a,'.repeat(size / 3)}]}`],
  ['tags', fill('- !!str 1\n')],
  ['marks of a tag', fill('!', '- ', ' a')],
];

describe('reading YAML takes time in proportion to the text', () => {
  it.each(texts)('with %s', (_, make) => {
    expect(growthOf(make, parseYaml)).toBeLessThan(acceptableGrowth);
  });

  it('where somebody asks for a line', () => {
    const make = each((index) => `- k${index}: v\n`);
    expect(growthOf(make, (text) => findYamlLine(text, [1_000_000]))).toBeLessThan(acceptableGrowth);
  });

  it('and refuses in little time what stands for more than it is', () => {
    const lines = Array.from({ length: 20 }, (_, level) => {
      const inner = Array.from({ length: 10 }, () => (level === 0 ? 'x' : `*a${level - 1}`));
      return `- &a${level} [${inner.join(',')}]`;
    });
    expect(parseYaml(lines.join('\n'))).toMatchObject({ message: 'aliases repeat too much of the document' });
    const long = `- &a ${'x'.repeat(1_000_000)}\n${'- *a\n'.repeat(10)}`;
    expect(parseYaml(long)).toMatchObject({ message: 'aliases repeat too much of the document' });
  });
});

const nested = (depth: number, inner: JsonValue): JsonValue => {
  let value = inner;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

const values: readonly (readonly [string, (size: number) => JsonValue])[] = [
  ['keys', (size) => Object.fromEntries(Array.from({ length: size / 8 }, (_, index) => [`k${index}`, 'v']))],
  ['items', (size) => Array.from({ length: size / 4 }, () => 'v')],
  ['items at depth', (size) => nested(400, Array(size / 2).fill(1) as JsonValue)],
  ['depth', (size) => nested(size, 1)],
  ['digits', fill('1', '', 'x')],
  ['digits with a point', fill('1', '0.', 'x')],
  ['groups of digits', fill(':59', '1', 'x')],
  ['underscores', fill('_', '1', 'x')],
  ['dashes', fill('-')],
  ['blanks', fill(' ', 'a', 'b')],
  ['blanks and breaks', fill(' \n')],
  ['breaks', fill('\n')],
  ['breaks and a character', fill('\n', '', 'x')],
  ['quotes', fill('"\'')],
  ['controls', fill('\x00')],
  ['a date', fill('0', '2020-01-0')],
];

describe('writing YAML takes time and space in proportion to the value', () => {
  it.each(values)('with %s', (_, make) => {
    expect(growthOf(make, stringifyYaml)).toBeLessThan(acceptableGrowth);
  });

  it('also where indentation would be most of it, and stays the same value', () => {
    for (const value of [nested(400, Array(30_000).fill(1) as JsonValue), nested(490, 'x\ny\n'.repeat(5_000))]) {
      const json = stringifyJson(value);
      const yaml = stringifyYaml(value);
      expect(yaml.length).toBeLessThan(20 * json.length + 100_000);
      const read = parseYaml(yaml);
      expect(read.ok && stringifyJson(read.documents[0] ?? null)).toBe(json);
    }
  });

  it('at any depth', () => {
    expect(stringifyYaml(nested(100_000, 1)).length).toBeLessThan(1_000_000);
  });
});
