/** The cost of definitions that are made to be costly. Larger ones than these are handled off the event loop. */
import { describe, expect, it } from '@jest/globals';
import { acceptableGrowth, growthOf, quickestMsOf } from '@keelson/schema/testing';

import { create, update } from '../../testing/admit.ts';
import { customResourceDefinitions } from '../v1/custom-resource-definition.resource.ts';

const names = { plural: 'pumps', singular: 'pump', kind: 'Pump', listKind: 'PumpList' };

function definition(properties: object) {
  const schema = { openAPIV3Schema: { type: 'object', properties } };
  const versions = [{ name: 'v1', served: true, storage: true, schema }];
  const spec = { group: 'x.test', scope: 'Namespaced', names, versions };
  return { metadata: { name: 'pumps.x.test' }, spec } as never;
}

function fill(bytes: number, make: (index: number) => object): object {
  const properties: Record<string, object> = {};
  for (let index = 0, size = 0; size < bytes; index += 1) {
    const schema = make(index);
    properties[`p${index}`] = schema;
    size += JSON.stringify(schema).length + 8;
  }
  return properties;
}

const text = { type: 'string' };
const list = (count: number, make: (index: number) => unknown) =>
  Array.from({ length: count }, (_, index) => make(index));

function nested(depth: number): object {
  return list(depth, String).reduce<object>((inner) => ({ type: 'object', properties: { a: inner } }), text);
}

const makers: readonly (readonly [string, (index: number) => object])[] = [
  ['fields', () => text],
  ['fields without a type', () => ({})],
  ['patterns', (index) => ({ ...text, pattern: `^a${index}[a-z]*$` })],
  ['patterns that count', (index) => ({ ...text, pattern: `^a{1,${index % 1000}}${index}$` })],
  ['patterns of unicode', (index) => ({ ...text, pattern: `\\p{L}\\PN${index}` })],
  ['patterns that are none', (index) => ({ ...text, pattern: `(${index}` })],
  ['defaults', (index) => ({ ...text, default: `d${index}` })],
  ['defaults with a pattern', (index) => ({ ...text, default: `d${index}`, pattern: `^d{1,900}${index}` })],
  ['values', () => ({ ...text, default: 'e9', enum: list(300, (index) => `e${index}`) })],
  ['levels', () => nested(200)],
  [
    'keys of a list',
    () => ({
      type: 'array',
      items: { type: 'object' },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': list(300, (index) => `k${index}`),
    }),
  ],
  ['conditions', () => ({ ...text, anyOf: list(50, () => ({ pattern: 'a' })) })],
  ['rules', (index) => ({ ...text, 'x-kubernetes-validations': [{ rule: `self == ${index}` }] })],
];

const largest = 64 * 1024;
/** Twice what a step on the event loop may take: machines that run tests are slow. */
const mostMs = 100;

function run(properties: object): void {
  const body = definition(properties);
  const { object } = create(customResourceDefinitions, body);
  update(customResourceDefinitions, object, body);
}

describe('a definition full of', () => {
  it.each(makers)('%s costs in proportion to its size', (_, make) => {
    expect(growthOf((size) => fill(size, make), run, largest)).toBeLessThan(acceptableGrowth);
  });

  it.each(makers)('%s costs no more than a bounded time', (_, make) => {
    const properties = fill(largest, make);
    const run = () => create(customResourceDefinitions, definition(properties));
    expect(quickestMsOf(run, mostMs)).toBeLessThan(mostMs);
  });
});
