/** Laws of random rules: none throws, and none costs more than its estimate. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import { checkRules } from './check-rules.ts';
import { compileRule } from './compile-rule.ts';
import { compileValidationRules } from './compile-validation-rules.ts';
import { createRuleBudget } from './limits.ts';
import { DeclaredTypes } from '../declared/declared-type.ts';
import { CostMeter } from '../values/cost-meter.ts';
import type { StructuralSchema } from '@keelson/schema';

const properties: Record<string, StructuralSchema> = {
  i: { type: 'integer' },
  d: { type: 'number' },
  s: { type: 'string', maxLength: 12 },
  l: { type: 'array', maxItems: 4, items: { type: 'integer' } },
  t: { type: 'array', maxItems: 4, 'x-kubernetes-list-type': 'set', items: { type: 'string', maxLength: 12 } },
  m: { type: 'object', maxProperties: 3, additionalProperties: { type: 'integer' } },
  e: { 'x-kubernetes-int-or-string': true },
};
const schema: StructuralSchema = { type: 'object', properties };

const text = fc.string({ maxLength: 12 });
const values = fc.record(
  {
    i: fc.maxSafeInteger(),
    d: fc.double({ noNaN: true, noDefaultInfinity: true }),
    s: text,
    l: fc.array(fc.integer(), { maxLength: 4 }),
    t: fc.uniqueArray(text, { maxLength: 4 }),
    m: fc.dictionary(fc.string({ maxLength: 3 }), fc.integer(), { maxKeys: 3 }),
    e: fc.oneof(fc.integer(), text),
  },
  { requiredKeys: [] },
);

/** Expressions with the type of each, so that most of them pass the checker. */
const { bool } = fc.letrec<Record<'bool' | 'int' | 'string' | 'ints' | 'strings', string>>((tie) => ({
  int: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('1', '0', 'self.i', '-9223372036854775808', 'int(self.d)', 'x', 'self.m.a'),
    fc.tuple(tie('int'), fc.constantFrom('+', '-', '*', '/', '%'), tie('int')).map((parts) => `(${parts.join(' ')})`),
    tie('string').map((inner) => `size(${inner})`),
    tie('ints').map((inner) => `${inner}.sum()`),
    fc.tuple(tie('ints'), tie('int')).map(([list, index]) => `${list}[${index}]`),
    tie('string').map((inner) => `${inner}.indexOf('a')`),
  ),
  string: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(`''`, `'a'`, 'self.s', `'\u{1f600}'`),
    fc.tuple(tie('string'), tie('string')).map(([a, b]) => `(${a} + ${b})`),
    tie('string').map((inner) => `${inner}.upperAscii()`),
    tie('string').map((inner) => `${inner}.find('[a-z]+')`),
    tie('int').map((inner) => `string(${inner})`),
    fc.tuple(tie('bool'), tie('string'), tie('string')).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
  ),
  ints: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('self.l', '[1, 2]', '[]'),
    fc.tuple(tie('ints'), tie('ints')).map(([a, b]) => `(${a} + ${b})`),
    fc.tuple(tie('ints'), tie('int')).map(([a, b]) => `${a}.map(x, ${b})`),
    fc.tuple(tie('ints'), tie('bool')).map(([a, b]) => `${a}.filter(x, ${b})`),
  ),
  strings: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('self.t', `['a']`),
    fc.tuple(tie('strings'), tie('strings')).map(([a, b]) => `(${a} + ${b})`),
    tie('string').map((inner) => `${inner}.split('')`),
  ),
  bool: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('true', 'has(self.i)', 'has(self.m.a)', 'self.e == 1', `self.e < 'a'`),
    fc.tuple(tie('bool'), fc.constantFrom('&&', '||'), tie('bool')).map((parts) => `(${parts.join(' ')})`),
    fc.tuple(tie('int'), fc.constantFrom('==', '<', '>='), tie('int')).map((parts) => `(${parts.join(' ')})`),
    fc.tuple(tie('string'), fc.constantFrom('!=', '<='), tie('string')).map((parts) => `(${parts.join(' ')})`),
    fc
      .tuple(tie('ints'), fc.constantFrom('all', 'exists', 'exists_one'), tie('bool'))
      .map(([a, b, c]) => `${a}.${b}(x, ${c})`),
    fc.tuple(tie('string'), tie('strings')).map(([a, b]) => `(${a} in ${b})`),
    fc.tuple(tie('strings'), tie('strings')).map(([a, b]) => `(${a} == ${b})`),
    fc.tuple(tie('string'), tie('string')).map(([a, b]) => `${a}.contains(${b})`),
  ),
}));

/** Tokens in any order, which hardly ever make an expression. */
const soup = fc
  .array(
    fc.constantFrom(
      ...`self i s l ( ) [ ] { } . , ? : + - * / % ! == < && || in 1 1u 1.5 'a' b'c' """ r" true null all exists x size has for \\ \u{1f600}`.split(
        ' ',
      ),
    ),
    { maxLength: 30 },
  )
  .chain((tokens) => fc.constantFrom(tokens.join(' '), tokens.join('')));

test('any text is accepted or refused in words', () => {
  fc.assert(
    fc.property(fc.oneof(soup, fc.string()), values, (rule, value) => {
      const defined: StructuralSchema = { ...schema, 'x-kubernetes-validations': [{ rule, message: 'm' }] };
      const issues = checkRules(defined, 'x');
      expect(issues.every(({ path, message }) => path.startsWith('x') && message !== '')).toBe(true);
      compileValidationRules(defined)?.check({ value, at: '', budget: createRuleBudget() });
    }),
    { numRuns: 1_000 },
  );
});

test('an evaluation costs no more than its estimate', () => {
  const declared = new DeclaredTypes().declare(schema, false);
  if (declared === undefined) throw new Error('no type');
  let compiled = 0;
  fc.assert(
    fc.property(bool, values, (source, value) => {
      const rule = compileRule(`[1].all(x, ${source})`, declared.type);
      if (!rule.ok) return;
      compiled += 1;
      const meter = new CostMeter(Infinity);
      rule.evaluate({ meter, slots: [declared.read(value), null] });
      expect(meter.cost).toBeLessThanOrEqual(rule.estimatedCost);
    }),
    { numRuns: 1_500 },
  );
  expect(compiled).toBeGreaterThan(400);
});
