/** Rules when they are run: which are run, on what, and how failures are worded. */
import { describe, expect, test } from '@jest/globals';

import { compileValidationRules } from './compile-validation-rules.ts';
import { createRuleBudget } from './limits.ts';
import { ExactNumber } from '@keelson/schema';
import type { StructuralSchema, ValidationRule } from '@keelson/schema';

const int = { type: 'integer' } as const;
const text = { type: 'string' } as const;

interface Objects {
  readonly value: unknown;
  readonly old?: unknown;
}

/** The path and the message of each issue. */
function run(schema: StructuralSchema, { value, old }: Objects): string[] {
  const checker = compileValidationRules(schema);
  const issues = checker?.check({ value, old, at: '', budget: createRuleBudget() }) ?? [];
  return issues.map(({ path, message }) => `${path}: ${message}`);
}

function specWith(spec: StructuralSchema): StructuralSchema {
  return { type: 'object', properties: { spec } };
}

function rules(...sources: (string | ValidationRule)[]) {
  const list = sources.map((source) => (typeof source === 'string' ? { rule: source } : source));
  return { 'x-kubernetes-validations': list };
}

test('a schema without rules has no checker', () => {
  expect(compileValidationRules({ type: 'object', properties: { a: { type: 'array', items: text } } })).toBeUndefined();
});

test('a checker is kept with its schema', () => {
  const schema: StructuralSchema = { type: 'object', ...rules('true') };
  expect(compileValidationRules(schema)).toBe(compileValidationRules(schema));
});

describe('words', () => {
  const schema = specWith({
    type: 'object',
    properties: {
      replicas: int,
      min: int,
      list: { type: 'array', items: int },
      either: { 'x-kubernetes-int-or-string': true },
    },
    ...rules(
      'self.min <= self.replicas',
      { rule: 'self.replicas < 10', message: ' replicas are too many ' },
      'has(self.list) ? self.list[1] == 1 : true',
      { rule: 'has(self.either) ? self.either < 5 : true', message: 'either' },
    ),
  });

  test('a valid object has no issues', () => {
    expect(run(schema, { value: { spec: { replicas: 2, min: 1 } } })).toEqual([]);
  });

  test('a failure is worded by the rule or by its message', () => {
    expect(run(schema, { value: { spec: { replicas: 12, min: 13 } } })).toEqual([
      'spec: Invalid value: "object": failed rule: self.min <= self.replicas',
      'spec: Invalid value: "object": replicas are too many',
    ]);
  });

  test('an error is worded with the rule', () => {
    expect(run(schema, { value: { spec: { replicas: 2, min: 1, list: [1], either: 'a' } } })).toEqual([
      'spec: Invalid value: "object": index out of bounds: 1 evaluating rule: has(self.list) ? self.list[1] == 1 : true',
      `spec: Invalid value: "object": 'no such overload': call arguments did not match a supported operator, function or ` +
        'macro signature for rule: either',
    ]);
  });

  test('an absent field is an error, and has() tells', () => {
    expect(run(schema, { value: { spec: { replicas: 2 } } })).toEqual([
      'spec: Invalid value: "object": no such key: min evaluating rule: self.min <= self.replicas',
    ]);
  });
});

test('rules of the whole object see its name', () => {
  const schema: StructuralSchema = {
    type: 'object',
    properties: { metadata: { type: 'object' } },
    ...rules(`self.metadata.name.startsWith('a') && self.kind == 'Widget'`),
  };
  expect(run(schema, { value: { kind: 'Widget', metadata: { name: 'ab' } } })).toEqual([]);
  expect(run(schema, { value: { kind: 'Widget', metadata: { name: 'b' } } })).toHaveLength(1);
});

test('rules at every level are run, with paths', () => {
  const schema = specWith({
    type: 'object',
    properties: {
      list: { type: 'array', items: { type: 'object', properties: { n: { ...int, ...rules('self > 0') } } } },
      map: { type: 'object', additionalProperties: { ...text, ...rules(`self == 'a'`) } },
      'a.b': { type: 'boolean', ...rules('self') },
    },
  });
  const value = { spec: { list: [{ n: 1 }, { n: 0 }], map: { x: 'a', 'y.z': 'b' }, 'a.b': false } };
  expect(run(schema, { value })).toEqual([
    'spec.list[1].n: Invalid value: "integer": failed rule: self > 0',
    `spec.map[y.z]: Invalid value: "string": failed rule: self == 'a'`,
    'spec.a.b: Invalid value: "boolean": failed rule: self',
  ]);
});

describe('null', () => {
  const schema = specWith({
    type: 'object',
    properties: {
      a: { ...text, nullable: true, ...rules('false') },
      o: { type: 'object', nullable: true },
      l: { type: 'array', items: { type: 'object', nullable: true } },
    },
    ...rules('!has(self.o)', '!has(self.l) || self.l[0] == null'),
  });

  test('no rule is run on a null', () => {
    expect(run(schema, { value: { spec: { a: null } } })).toEqual([]);
  });

  test('a field that is null is absent', () => {
    expect(run(schema, { value: { spec: { o: null } } })).toEqual([]);
    expect(run(schema, { value: { spec: { o: {} } } })).toHaveLength(1);
    expect(run(schema, { value: { spec: { l: null } } })).toEqual([]);
  });

  test('an item that is null can be compared with null', () => {
    expect(run(schema, { value: { spec: { l: [null] } } })).toEqual([]);
    expect(run(schema, { value: { spec: { l: [{}] } } })).toHaveLength(1);
  });
});

describe('transitions', () => {
  const schema = specWith({
    type: 'object',
    properties: {
      fixed: { ...int, ...rules({ rule: 'self == oldSelf', message: 'is immutable' }) },
      ports: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['name', 'number'],
        items: {
          type: 'object',
          properties: { name: text, number: int, weight: { ...int, ...rules('self >= oldSelf') } },
        },
      },
      labels: { type: 'object', additionalProperties: { ...text, ...rules('self == oldSelf') } },
    },
    ...rules('!has(oldSelf.fixed) || has(self.fixed)'),
  });

  test('are not run when there is no old value', () => {
    expect(run(schema, { value: { spec: { fixed: 1 } } })).toEqual([]);
    expect(run(schema, { value: { spec: { fixed: 1 } }, old: { spec: {} } })).toEqual([]);
    expect(run(schema, { value: { spec: { fixed: 1 } }, old: { spec: { fixed: null } } })).toEqual([]);
  });

  test('compare with the old value', () => {
    expect(run(schema, { value: { spec: { fixed: 2 } }, old: { spec: { fixed: 1 } } })).toEqual([
      'spec.fixed: Invalid value: "integer": is immutable',
    ]);
    expect(run(schema, { value: { spec: {} }, old: { spec: { fixed: 1 } } })).toEqual([
      'spec: Invalid value: "object": failed rule: !has(oldSelf.fixed) || has(self.fixed)',
    ]);
  });

  test('find items by their keys, wherever they are', () => {
    const old = {
      spec: {
        ports: [
          { name: 'a', number: 1, weight: 5 },
          { name: 'b', number: 1, weight: 1 },
        ],
      },
    };
    const value = {
      spec: {
        ports: [
          { name: 'b', number: 1, weight: 2 },
          { name: 'a', number: 1, weight: 4 },
          { name: 'a', number: 2, weight: 0 },
        ],
      },
    };
    expect(run(schema, { value, old })).toEqual([
      'spec.ports[1].weight: Invalid value: "integer": failed rule: self >= oldSelf',
    ]);
  });

  test('do not compare items whose keys are not unique', () => {
    const twice = { name: 'a', number: 1, weight: 5 };
    const old = { spec: { ports: [twice, twice] } };
    expect(run(schema, { value: { spec: { ports: [{ ...twice, weight: 1 }] } }, old })).toEqual([]);
  });

  test('find the values of maps by their keys, of the prototype none', () => {
    const value: unknown = JSON.parse('{"spec":{"labels":{"a":"2","__proto__":"x","toString":"y"}}}');
    expect(run(schema, { value, old: { spec: { labels: { a: '1' } } } })).toEqual([
      'spec.labels[a]: Invalid value: "string": failed rule: self == oldSelf',
    ]);
  });
});

describe('numbers', () => {
  const schema = (rule: string, type = 'integer') =>
    specWith({ type: 'object', properties: { n: { type } }, ...rules(rule) });

  test('integers keep 64 bits', () => {
    const value = { spec: { n: 9223372036854775807n } };
    expect(run(schema('self.n == 9223372036854775807'), { value })).toEqual([]);
    expect(run(schema('self.n > 9223372036854775806'), { value })).toEqual([]);
    expect(run(schema('self.n + 1 > 0'), { value })).toEqual([
      'spec: Invalid value: "object": integer overflow evaluating rule: self.n + 1 > 0',
    ]);
    expect(run(schema('self.n > 0'), { value: { spec: { n: 2n ** 64n } } })).toHaveLength(1);
  });

  test('numbers in unusual notations are read', () => {
    expect(run(schema('self.n == 1000'), { value: { spec: { n: new ExactNumber('1e3') } } })).toEqual([]);
    expect(run(schema('self.n == 1.0', 'number'), { value: { spec: { n: new ExactNumber('1.0') } } })).toEqual([]);
    expect(run(schema('self.n > 1.0', 'number'), { value: { spec: { n: new ExactNumber('1e400') } } })).toEqual([]);
    expect(run(schema('self.n > 1.0', 'number'), { value: { spec: { n: 2 } } })).toEqual([]);
  });
});

describe('lists with identity', () => {
  const set: StructuralSchema = { type: 'array', 'x-kubernetes-list-type': 'set', items: text };
  const map: StructuralSchema = {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['k'],
    items: { type: 'object', properties: { k: text, v: int } },
  };
  const schema = (rule: string) =>
    specWith({
      type: 'object',
      properties: { a: set, b: set, m: map, n: map, l: { type: 'array', items: text } },
      ...rules(rule),
    });

  test('sets are equal in any order', () => {
    expect(run(schema('self.a == self.b'), { value: { spec: { a: ['x', 'y'], b: ['y', 'x'] } } })).toEqual([]);
    expect(run(schema('self.a == self.b'), { value: { spec: { a: ['x', 'y'], b: ['y', 'z'] } } })).toHaveLength(1);
    expect(run(schema('self.l == self.a'), { value: { spec: { l: ['x', 'y'], a: ['y', 'x'] } } })).toHaveLength(1);
  });

  test('the sum of sets has each item once', () => {
    const value = { spec: { a: ['x', 'y'], b: ['y', 'z'] } };
    expect(run(schema(`self.a + self.b == ['z', 'y', 'x'] && (self.a + self.b).size() == 3`), { value })).toEqual([]);
  });

  test('lists of type map are equal by their keys, and later items replace earlier ones', () => {
    const value = {
      spec: {
        m: [
          { k: 'a', v: 1 },
          { k: 'b', v: 2 },
        ],
        n: [
          { k: 'b', v: 3 },
          { k: 'c', v: 4 },
        ],
      },
    };
    expect(run(schema('(self.m + self.n).map(x, x.v) == [1, 3, 4]'), { value })).toEqual([]);
    const turned = { spec: { m: value.spec.m, n: [...value.spec.m].reverse() } };
    expect(run(schema('self.m == self.n'), { value: turned })).toEqual([]);
    expect(run(schema('self.m == self.n'), { value })).toHaveLength(1);
  });
});

test('equality of objects includes what the schema does not state', () => {
  const free = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { a: int } } as const;
  const schema = specWith({
    type: 'object',
    properties: { x: free, y: { type: 'array', items: free } },
    ...rules('self.y[0] == self.y[1]'),
  });
  expect(
    run(schema, {
      value: {
        spec: {
          y: [
            { a: 1, b: { c: 1, d: [2] } },
            { a: 1, b: { d: [2], c: 1 } },
          ],
        },
      },
    }),
  ).toEqual([]);
  expect(
    run(schema, {
      value: {
        spec: {
          y: [
            { a: 1, b: 1 },
            { a: 1, b: 2 },
          ],
        },
      },
    }),
  ).toHaveLength(1);
  expect(run(schema, { value: { spec: { y: [{ a: 1, b: 1 }, { a: 1 }] } } })).toHaveLength(1);
  expect(run(schema, { value: { spec: { y: [{ b: 2n ** 70n }, { b: 2n ** 70n + 1n }] } } })).toHaveLength(1);
});

describe('formats', () => {
  const schema = (format: string, rule: string) =>
    specWith({ type: 'object', properties: { x: { type: 'string', format } }, ...rules(rule) });

  test.each([
    ['date-time', '2020-01-02T03:04:05Z', `self.x == timestamp('2020-01-02T04:04:05+01:00')`],
    ['date', '2020-01-02', `self.x.getDayOfWeek() == 4`],
    ['duration', '90m', `self.x > duration('1h')`],
    ['duration', '2 days 1 hour', `self.x == duration('49h')`],
    ['duration', '1wk', `self.x == duration('168h')`],
    ['byte', 'aGVsbG8=', `self.x == b'hello' && size(self.x) == 5`],
  ])('a %s is read', (format, x, rule) => {
    expect(run(schema(format, rule), { value: { spec: { x } } })).toEqual([]);
  });
});

describe('the budget', () => {
  const schema: StructuralSchema = {
    type: 'object',
    properties: { list: { type: 'array', items: { ...int, ...rules('self >= 0', 'self >= 1') } } },
  };

  test('is spent, and ends validation', () => {
    const budget = { left: 9 };
    const issues = compileValidationRules(schema)?.check({ value: { list: [1, 2, 3, 4, 5, 6] }, at: '', budget }) ?? [];
    expect(issues.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      'list[2]: Invalid value: "integer": validation failed due to running out of cost budget, no further validation ' +
        'rules will be run',
    ]);
    expect(budget.left).toBe(0);
  });

  test('is the same in turns', async () => {
    const value = { list: Array.from({ length: 50_000 }, (_, index) => index - 1) };
    const [one, two] = [createRuleBudget(), createRuleBudget()];
    const checker = compileValidationRules(schema);
    const inTurns = await checker?.checkInTurns({ value, at: '', budget: one });
    expect(inTurns).toEqual(checker?.check({ value, at: '', budget: two }));
    expect(inTurns).toHaveLength(3);
    expect(one).toEqual(two);
  });
});
