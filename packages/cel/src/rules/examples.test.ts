/** Rules of the kinds that people write, each defined, and run on a value that keeps it and one that breaks it. */
import { expect, test } from '@jest/globals';

import { checkRules } from './check-rules.ts';
import { compileValidationRules } from './compile-validation-rules.ts';
import { createRuleBudget } from './limits.ts';
import type { StructuralSchema } from '@keelson/schema';

const int: StructuralSchema = { type: 'integer' };
const text: StructuralSchema = { type: 'string', maxLength: 100 };
const list = (items: StructuralSchema): StructuralSchema => ({ type: 'array', maxItems: 50, items });
const set = (items: StructuralSchema): StructuralSchema => ({ ...list(items), 'x-kubernetes-list-type': 'set' });
const map = (values: StructuralSchema): StructuralSchema => ({
  type: 'object',
  maxProperties: 50,
  additionalProperties: values,
});

const properties: Record<string, StructuralSchema> = {
  min: int,
  max: int,
  replicas: int,
  prefix: text,
  primary: text,
  port: { 'x-kubernetes-int-or-string': true },
  names: list(text),
  left: set(text),
  right: set(text),
  states: map(int),
  variables: list({ type: 'object', properties: { name: text, value: text } }),
  matrix: list(list(int)),
  created: { type: 'string', format: 'date-time' },
  expired: { type: 'string', format: 'date-time' },
  ttl: { type: 'string', format: 'duration' },
  endpoint: text,
  nested: { type: 'object', properties: { 'max-size': int, namespace: text } },
};

function schemaOf(rule: string): StructuralSchema {
  const validations = { 'x-kubernetes-validations': [{ rule }] };
  return { type: 'object', properties: { spec: { type: 'object', properties, ...validations } } };
}

type Example = readonly [rule: string, kept: object, broken: object];

const examples: readonly Example[] = [
  [
    'self.min <= self.replicas && self.replicas <= self.max',
    { min: 1, replicas: 2, max: 3 },
    { min: 1, replicas: 4, max: 3 },
  ],
  [`'Available' in self.states`, { states: { Available: 1 } }, { states: { Failed: 1 } }],
  ['(size(self.left) == 0) != (size(self.right) == 0)', { left: [], right: ['a'] }, { left: ['b'], right: ['a'] }],
  [
    `self.variables.filter(v, v.name == 'MY_VAR').all(v, v.value.matches('^[a-zA-Z]*$'))`,
    {
      variables: [
        { name: 'MY_VAR', value: 'a' },
        { name: 'OTHER', value: '1' },
      ],
    },
    { variables: [{ name: 'MY_VAR', value: '1' }] },
  ],
  [
    'has(self.expired) && self.created + self.ttl < self.expired',
    { created: '2022-01-01T00:00:00Z', ttl: '1h', expired: '2022-01-01T02:00:00Z' },
    { created: '2022-01-01T00:00:00Z', ttl: '3h', expired: '2022-01-01T02:00:00Z' },
  ],
  [`type(self.port) == string ? self.port == '100%' : self.port == 1000`, { port: '100%' }, { port: 1001 }],
  ['self.left.all(e, !(e in self.right))', { left: ['a'], right: ['b'] }, { left: ['a'], right: ['b', 'a'] }],
  [
    'size(self.names) == size(self.states) && self.names.all(n, n in self.states)',
    { names: ['a'], states: { a: 1 } },
    { names: ['a'], states: { b: 1 } },
  ],
  [
    'size(self.variables.filter(v, v.name == self.primary)) == 1',
    { primary: 'a', variables: [{ name: 'a' }, { name: 'b' }] },
    { primary: 'c', variables: [{ name: 'a' }] },
  ],
  ['self.names.all(n, n.startsWith(self.prefix))', { prefix: 'a', names: ['ab'] }, { prefix: 'a', names: ['b'] }],
  ['self.matrix.all(row, row.sum() == self.max)', { max: 3, matrix: [[1, 2], [3]] }, { max: 3, matrix: [[1]] }],
  ['self.names.isSorted()', { names: ['a', 'b'] }, { names: ['b', 'a'] }],
  [
    `isURL(self.endpoint) && url(self.endpoint).getScheme() == 'https' && url(self.endpoint).getHostname() != 'localhost'`,
    { endpoint: 'https://example.com/path' },
    { endpoint: 'http://example.com' },
  ],
  [`self.endpoint.findAll('[0-9]+').map(n, int(n)).exists(n, n > 9)`, { endpoint: 'a1b22' }, { endpoint: 'a1b2' }],
  [
    `!has(self.nested) || self.nested.max__dash__size < 5 && self.nested.__namespace__ == 'a'`,
    { nested: { 'max-size': 1, namespace: 'a' } },
    { nested: { 'max-size': 5, namespace: 'a' } },
  ],
  ['self.states.all(k, self.states[k] > 0)', { states: { a: 1, b: 2 } }, { states: { a: 1, b: 0 } }],
  ['self.names.exists_one(n, n == self.primary)', { primary: 'a', names: ['a'] }, { primary: 'a', names: ['a', 'a'] }],
  [`self.names.map(n, n.lowerAscii()) == ['a', 'b']`, { names: ['A', 'b'] }, { names: ['c'] }],
  ['self.created.getFullYear() >= 2022', { created: '2022-01-01T00:00:00Z' }, { created: '2021-12-31T23:59:59Z' }],
];

test.each(examples)('%s', (rule, kept, broken) => {
  const schema = schemaOf(rule);
  expect(checkRules(schema, 'x')).toEqual([]);
  const run = (spec: object) => {
    return compileValidationRules(schema)?.check({ value: { spec }, at: '', budget: createRuleBudget() });
  };
  expect(run(kept)).toEqual([]);
  expect(run(broken)?.map(({ message }) => message)).toEqual([`Invalid value: "object": failed rule: ${rule}`]);
});
