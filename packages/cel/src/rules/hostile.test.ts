/** Rules and objects that are made to cost much: each is refused or stopped, and none holds the event loop. */
import { setImmediate as nextTurn } from 'node:timers/promises';

import { describe, expect, test } from '@jest/globals';
import type { StructuralSchema } from '@keelson/schema';
import { quickestMsOf } from '@keelson/schema/testing';

import { checkRules, checkRulesInTurns } from './check-rules.ts';
import { compileValidationRules } from './compile-validation-rules.ts';
import { createRuleBudget } from './limits.ts';

/**
 * The limit is 50 ms on a quiet machine. A fault takes seconds.
 */
const stallMs = 2_000;

/** Work that takes a second makes a hundred slices; a machine that is slower makes more of them. */
const fewestTurns = 10;

/** The number of turns of the event loop that come between the slices of the work. */
async function turnsBeside(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = async (): Promise<void> => {
    for (; !isOver; turns += 1) await nextTurn();
  };
  const counting = count();
  await work();
  isOver = true;
  await counting;
  return turns;
}

const list = { type: 'array', items: { type: 'integer' } } as const;
const texts = { type: 'array', items: { type: 'string' } } as const;
const properties: Record<string, StructuralSchema> = {
  list,
  texts,
  text: { type: 'string' },
  short: texts,
  wide: { type: 'string' },
  bytes: { type: 'string', format: 'byte' },
  map: { type: 'object', additionalProperties: { type: 'integer' } },
  set: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
};

function schemaOf(...rules: string[]): StructuralSchema {
  return { type: 'object', properties, 'x-kubernetes-validations': rules.map((rule) => ({ rule })) };
}

const long = 'a'.repeat(1_000_000);
const value = {
  list: Array.from({ length: 20_000 }, (_, index) => index),
  texts: Array.from({ length: 20_000 }, (_, index) => `item-${index}`),
  text: long,
  wide: '\u{1f600}'.repeat(500_000),
  short: Array.from({ length: 20_000 }, () => 'a'),
  bytes: Buffer.from(long).toString('base64'),
  map: Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`key-${index}`, index])),
  set: [`${long}b`, `${long}c`],
};

describe('an evaluation ends before it stalls', () => {
  const chain = Array.from({ length: 10_000 }, () => 'true').join(' && ');
  const bigMap = `{${Array.from({ length: 5_000 }, (_, index) => `${index}: ${index}`).join(', ')}}`;

  test.each([
    'self.list.all(a, self.list.all(b, a + b >= 0))',
    'self.list.all(a, self.list.exists(b, 1 / 0 == 1))',
    'self.list.map(a, self.list.map(b, a)).size() == 0',
    'self.list.filter(a, self.list.exists_one(b, a == b)).size() == 0',
    `self.list.all(a, ${chain})`,
    `self.list.all(a, ${bigMap}.size() > 0)`,
    `self.list.all(a, {'a': 1}.size() < 2 && !(self.text in {'a': 1}))`,
    'self.list.all(a, self.text.size() > 0)',
    'self.list.all(a, self.map.size() > 0)',
    'self.list.all(a, size(self.bytes) > 0)',
    'self.list.all(a, self.set == self.set)',
    'self.list.all(a, (self.set + self.set).size() == 2)',
    'self.list.all(a, (self.list + self.list).size() > 0)',
    'self.list.all(a, self.text + self.text != self.text)',
    `self.list.all(a, self.text.indexOf('b') == -1)`,
    `self.text.indexOf(self.text.substring(500000).replace('a', 'a', 1) + 'b') == -1`,
    `self.text.replace('a', self.text).size() > 0`,
    `self.text.replace('', self.text).size() > 0`,
    `self.text.split('').all(x, x == 'a')`,
    `self.list.all(a, self.text.split('b').size() == 1)`,
    `self.text.matches('(a|a?)+$') && self.text.matches('(.*)(.*)(.*)(.*)[^a]')`,
    `self.text.findAll('a*b|a').size() > 0`,
    `self.text.find('(.*)(.*)(.*)(.*)(.*)[^a]') == ''`,
    `self.texts.exists(x, x.matches('(' + x + 'z)[a-z]{100}'))`,
    `self.texts.exists(x, 'abc'.matches(x + '\\\\pL{900}'))`,
    `self.texts.all(x, !isURL(self.text))`,
    `self.texts.all(x, timestamp('2020-01-01T00:00:00Z').getHours('Europe/' + x) == 1)`,
    `self.list.all(x, timestamp('2020-01-01T00:00:00Z').getHours('Europe/Berlin') == 1)`,
    'self.texts.map(x, self.texts).size() > 0 && self.texts.join(self.text).size() > 0',
    'self.list.all(x, self.texts.isSorted() || true)',
    'self.list.all(x, self.list.indexOf(x) == x)',
    `self.list.all(x, self.list.all(y, self.short.isSorted()))`,
    'self.list.all(x, string(self.bytes) == self.text)',
    `self.list.all(x, ${bigMap}.exists(k, true))`,
    `self.list.all(x, [x, ${'1, '.repeat(10_000)}].size() > 1)`,
    `self.list.all(x, self.wide.charAt(300000) != '')`,
    `self.list.all(x, self.wide.substring(100000, 300000) != '')`,
    `self.list.all(x, self.wide.indexOf('b', 300000) == -1)`,
  ])('%#', (rule) => {
    const checker = compileValidationRules(schemaOf(rule));
    const tookMs = quickestMsOf(() => checker?.check({ value, at: '', budget: createRuleBudget() }), stallMs);
    expect(tookMs).toBeLessThan(stallMs);
  });

  test('and says so', () => {
    const rule = 'self.list.all(a, self.list.all(b, a + b >= 0))';
    const issues = compileValidationRules(schemaOf(rule, 'false'))?.check({
      value,
      at: 'x',
      budget: createRuleBudget(),
    });
    expect(issues).toEqual([
      {
        code: 'FieldValueInvalid',
        path: 'x',
        message:
          `Invalid value: "object": 'operation cancelled: actual cost limit exceeded': no further validation rules will ` +
          `be run due to call cost exceeds limit for rule: ${rule}`,
      },
    ]);
  });

  test('and other work goes on between evaluations', async () => {
    const rule = 'self.list.all(a, a >= 0) && self.texts.all(b, b.size() > 0)';
    const checker = compileValidationRules(schemaOf(...Array.from({ length: 40 }, () => rule)));
    let issues: unknown;
    const turns = await turnsBeside(async () => {
      issues = await checker?.checkInTurns({ value, at: '', budget: createRuleBudget() });
    });
    expect(issues).toEqual([]);
    expect(turns).toBeGreaterThan(fewestTurns);
  });
});

describe('a definition is refused in words', () => {
  const refusalOf = (rule: string) => checkRules(schemaOf(rule), 'x')[0]?.message ?? '';
  const tooDeep = 'expression recursion limit exceeded: 250';

  test.each([
    ['parentheses', `${'('.repeat(5_000)}true${')'.repeat(5_000)}`],
    ['brackets', `${'['.repeat(5_000)}${']'.repeat(5_000)} == []`],
    ['braces', `${'{1: '.repeat(5_000)}1${'}'.repeat(5_000)} == {}`],
    ['indexing', `self.list${'[0'.repeat(5_000)}${']'.repeat(5_000)} == 1`],
    ['calls', `${'size('.repeat(5_000)}self.text${')'.repeat(5_000)} == 1`],
    ['members', `self${'.trim()'.repeat(5_000)} == ''`],
    ['selection', `self${'.a'.repeat(5_000)} == ''`],
    ['sums', `1${' + 1'.repeat(5_000)} == 1`],
    ['conditions', `${'true ? true : '.repeat(5_000)}true`],
    ['minus signs between parentheses', `${'-('.repeat(5_000)}1${')'.repeat(5_000)} == 1`],
    ['macros', `${'self.list.all(x, '.repeat(1_000)}true${')'.repeat(1_000)}`],
  ])('nested %s', (_, rule) => {
    expect(refusalOf(rule)).toContain(tooDeep);
  });

  test('a long chain is not deep', () => {
    expect(refusalOf(Array.from({ length: 10_000 }, () => 'true').join(' && '))).toBe('');
    expect(refusalOf(`${'!'.repeat(10_000)}true`)).toBe('');
  });

  test('a rule of a megabyte', () => {
    const message = refusalOf(`'${long}' == ''`);
    expect(message).toContain('expression code point size exceeds limit: size: 1000008, limit 100000');
    expect(message.length).toBeLessThan(40_000);
  });

  test('a rule of too many parts', () => {
    expect(refusalOf(`[${'1,'.repeat(45_000)}].size() > 0`)).toContain('expression exceeds limit of 25000 tokens');
  });

  test('rules of a megabyte together', () => {
    const rules = Array.from({ length: 20 }, () => `'${'a'.repeat(50_000)}' == ''`);
    const messages = checkRules(schemaOf(...rules), 'x').map(({ message }) => message);
    expect(messages).toContain('Forbidden: the rules of a schema must not be longer than 400000 characters together');
  });

  test('patterns that are too large together', () => {
    const rules = Array.from({ length: 20 }, (_, index) => `self.text.matches('${'\\\\pL'.repeat(60)}${index}')`);
    const messages = checkRules(schemaOf(...rules), 'x').map(({ message }) => message);
    expect(messages.join('\n')).toContain('the patterns of the schema are too large together');
  });

  test('names of the prototype are no fields, functions or types', () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      expect(refusalOf(`self.${name} == 1`)).toContain(`undefined field '${name}'`);
      expect(refusalOf(`${name} == 1`)).toContain(`undeclared reference to '${name}'`);
      expect(refusalOf(`${name}(1) == 1`)).toContain(`undeclared reference to '${name}'`);
      expect(refusalOf(`self.text.${name}() == 1`)).toContain(`undeclared reference to '${name}'`);
    }
  });

  test('without a stall, in turns', async () => {
    const schema = schemaOf(...Array.from({ length: 15_000 }, () => '[1, 2].all(x, x > 0)'));
    expect(await turnsBeside(async () => checkRulesInTurns(schema, 'x'))).toBeGreaterThan(fewestTurns);
  });
});

test('a map may have any keys', () => {
  const rule = `self.map.__proto__ == 1 && '__proto__' in self.map && !('toString' in self.map) && !has(self.map.constructor)`;
  const map: unknown = JSON.parse('{"__proto__":1}');
  expect(compileValidationRules(schemaOf(rule))?.check({ value: { map }, at: '', budget: createRuleBudget() })).toEqual(
    [],
  );
});
