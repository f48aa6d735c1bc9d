/** Estimates, computed by hand from the prices. */
import { expect, test } from '@jest/globals';

import { checkExpression } from '../check/check-expression.ts';
import { DeclaredTypes } from '../declared/declared-type.ts';
import { compileExpression } from '../evaluate/compile-expression.ts';
import { parseExpression } from '../syntax/parser.ts';
import { CostMeter } from '../values/cost-meter.ts';
import { estimateCost } from './estimate-cost.ts';
import type { StructuralSchema } from '@keelson/schema';

const int: StructuralSchema = { type: 'integer' };
const schema: StructuralSchema = {
  type: 'object',
  properties: {
    a: int,
    b: int,
    s: { type: 'string', maxLength: 25 },
    list: { type: 'array', maxItems: 10, items: int },
    texts: { type: 'array', maxItems: 10, items: { type: 'string', maxLength: 25 } },
    map: { type: 'object', maxProperties: 10, additionalProperties: int },
    free: { type: 'array', items: int },
  },
};

function compile(source: string) {
  const declared = new DeclaredTypes().declare(schema, false);
  const parsed = parseExpression(source);
  if (declared === undefined || !parsed.ok) throw new Error('no expression');
  const checked = checkExpression(parsed.expression, declared.type);
  if (!checked.ok) throw new Error(checked.faults[0]?.message);
  return { expression: checked.expression, read: declared.read };
}

test.each([
  ['true', 0],
  ['self.a == 1', 3],
  ['self.a + self.b == 1', 6],
  ['has(self.a)', 0],
  // A text of 25 characters has 100 bytes at most.
  [`self.s == 'abc'`, 3],
  ['self.s == self.s', 14],
  [`self.s.contains('abc')`, 12],
  [`self.s.matches('abcd')`, 13],
  // The list is 2, the loop 1, each of 10 turns 3 and its body 2.
  ['self.list.all(x, x > 0)', 53],
  ['self.list.exists(x, x > 0)', 63],
  ['self.list.map(x, x).size() > 0', 145],
  ['self.map.all(k, self.map[k] > 0)', 83],
  ['self.list.sum() > 0', 13],
  ['self.texts.max() == self.s', 124],
  ['3 in self.list', 12],
  ['true ? self.a == 1 : self.a + self.b == 1', 6],
  ['self.a == 1 && self.b == 1', 6],
  ['[self.a, self.b].size() > 0', 16],
  ['self.list.all(x, self.list.all(y, x + y > 0))', 763],
  ['self.free.all(x, x > 0)', 1_572_863 * 5 + 3],
])('%s costs %d', (source, cost) => {
  expect(estimateCost(compile(source).expression)).toBe(cost);
});

test.each([
  'self.a + self.b == 3',
  `self.s.contains('abc') && self.s.matches('^a+$')`,
  'self.list.all(x, self.list.exists(y, x == y))',
  'self.list.map(x, x * 2).filter(x, x > 4).size() > 1',
  'self.texts.all(t, t.split("").size() > 0)',
  'self.map.all(k, self.map[k] > 0)',
  'self.list.isSorted() && self.texts.indexOf("x") == -1',
  '[self.a, self.b].exists_one(x, x == 1)',
])('%s costs no more than its estimate', (source) => {
  const { expression, read } = compile(source);
  const value = {
    a: 1,
    b: 2,
    s: 'a'.repeat(25),
    list: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    texts: Array.from({ length: 10 }, () => 'b'.repeat(25)),
    map: { x: 1, y: 2 },
  };
  const meter = new CostMeter(1_000_000);
  compileExpression(expression)({ meter, slots: [read(value), null] });
  expect(meter.cost).toBeGreaterThan(0);
  expect(meter.cost).toBeLessThanOrEqual(estimateCost(expression));
});
