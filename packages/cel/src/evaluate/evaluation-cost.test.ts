/** The costs of evaluations, computed by hand from the prices that the API documents. Rules depend on them. */
import { expect, test } from '@jest/globals';

import { checkExpression } from '../check/check-expression.ts';
import { DeclaredTypes } from '../declared/declared-type.ts';
import { parseExpression } from '../syntax/parser.ts';
import { CostMeter } from '../values/cost-meter.ts';
import { compileExpression } from './compile-expression.ts';
import type { StructuralSchema } from '@keelson/schema';

const text: StructuralSchema = { type: 'string' };
const int: StructuralSchema = { type: 'integer' };
const item: StructuralSchema = { type: 'object', properties: { k: text, v: text } };
const schema: StructuralSchema = {
  type: 'object',
  properties: {
    i: int,
    s: text,
    when: { type: 'string', format: 'date-time' },
    list: { type: 'array', items: int },
    items: { type: 'array', items: item },
    map: { type: 'object', additionalProperties: int },
    free: { type: 'array', items: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
  },
};

const value = {
  i: 5,
  s: 'fifteen letters',
  when: '2022-01-01T00:00:00Z',
  list: [1, 2, 3, 4],
  items: [{ k: 'a', v: 'x' }, { k: 'b' }],
  map: { one: 1, two: 2 },
  free: [{ a: 1 }, { a: 1 }, { a: 2 }, {}, {}],
};

test.each([
  ['self.i == 5', 3],
  ['type(self.i) == int', 4],
  ['double(5) < 10.0', 1],
  [`self.when == timestamp('2022-01-01T00:00:00Z')`, 3],
  ['has(self.s)', 1],
  // Fifteen characters are two units, and four for two passes rounded up.
  [`self.s == 'fifteen letters'`, 4],
  [`self.s.startsWith('fif')`, 4],
  [`self.s.charAt(1) == 'i'`, 4],
  [`self.s.indexOf('t') == 3`, 4],
  [`self.s.upperAscii() == 'F'`, 5],
  [`self.s.replace('t', '') == ''`, 5],
  [`self.s.split(' ') == ['fifteen', 'letters']`, 6],
  [`self.s.matches('^[a-z ]+$')`, 8],
  // A loop costs its range and 1; a turn of all() 3, of exists() 4, and the turn that ends it early the next condition.
  ['self.list.all(x, x > 0)', 23],
  ['!self.list.all(x, x < 2)', 16],
  ['self.list.exists(x, x > 1)', 18],
  ['!self.list.exists(x, x > 4)', 28],
  ['self.list.exists_one(x, x == 2)', 14],
  ['size(self.list.filter(x, x > 2)) == 2', 39],
  ['size(self.list.map(x, x + 1)) == 4', 61],
  ['self.map.all(k, self.map[k] > 0)', 17],
  ['self.list[0] == 1', 4],
  ['self.list + [5] == [1, 2, 3, 4, 5]', 4],
  [`self.map == {'one': 1, 'two': 2}`, 3],
  ['2 in self.list', 6],
  ['self.i in [1, 5]', 2],
  [`'one' in self.map`, 3],
  // An error costs what its call would.
  [`self.items.exists(m, m.v == 'y')`, 17],
  ['self.free[0] == self.free[1]', 7],
  ['self.free[0] != self.free[2]', 7],
  ['self.free[3] == self.free[4]', 6],
])('%s costs %d', (source, cost) => {
  const declared = new DeclaredTypes().declare(schema, false);
  const parsed = parseExpression(source);
  if (declared === undefined || !parsed.ok) throw new Error('no expression');
  const checked = checkExpression(parsed.expression, declared.type);
  if (!checked.ok) throw new Error(checked.faults[0]?.message);
  const meter = new CostMeter(1_000);
  const result = compileExpression(checked.expression)({ meter, slots: [declared.read(value), null] });
  expect([typeof result === 'boolean' ? 'a boolean' : result, meter.cost]).toEqual([
    source.includes('m.v') ? expect.anything() : 'a boolean',
    cost,
  ]);
});
