import { describe, expect, it } from '@jest/globals';

import { causesOf, create } from '../../testing/admit.ts';
import { customResourceDefinitions } from '../v1/custom-resource-definition.resource.ts';

const names = { plural: 'pumps', singular: 'pump', kind: 'Pump', listKind: 'PumpList' };
const at = 'spec.validation.openAPIV3Schema';

function causes(...schemas: object[]) {
  const versions = schemas.map((properties, index) => ({
    name: `v${index + 1}`,
    served: true,
    storage: index === 0,
    schema: { openAPIV3Schema: { type: 'object', properties } },
  }));
  const spec = { group: 'x.test', scope: 'Namespaced', names, versions };
  return causesOf(create(customResourceDefinitions, { metadata: { name: 'pumps.x.test' }, spec }));
}

function many(count: number, make: (index: number) => object): object {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, make(index)]));
}

function nested(depth: number, wrap: (inner: object) => object): object {
  let schema: object = { type: 'string' };
  for (let level = 1; level < depth; level += 1) schema = wrap(schema);
  return schema;
}

describe('the schemas of a definition', () => {
  it.each<[string, (inner: object) => object]>([
    ['properties', (inner) => ({ type: 'object', properties: { a: inner } })],
    ['items', (inner) => ({ type: 'array', items: inner })],
    ['additionalProperties', (inner) => ({ type: 'object', additionalProperties: inner })],
  ])('are nested at most 256 levels deep in %s', (_, wrap) => {
    expect(causes({ a: nested(255, wrap) })).toEqual([]);
    expect(causes({ a: nested(256, wrap) })).toEqual([`${at}: Forbidden: must not be nested deeper than 256 levels`]);
  });

  it('are nested no deeper in conditions', () => {
    expect(causes({ a: nested(300, (inner) => ({ not: inner })) })).toEqual([
      `${at}: Forbidden: must not be nested deeper than 256 levels`,
    ]);
  });

  it('are at most a hundred thousand in all versions together', () => {
    const half = (letter: string) => many(51_000, () => ({ type: 'string', title: letter }));
    expect(causes(half('a'))).toEqual([]);
    expect(causes(half('a'), half('b'))).toEqual([
      'spec.versions[1].schema.openAPIV3Schema: Forbidden: all versions together must not have more than 100000 schemas',
    ]);
  });

  it('have no more patterns than can be compiled, and may repeat each', () => {
    expect(causes(many(5_000, () => ({ type: 'string', pattern: '^a{1,200}$' })))).toEqual([]);
    const costly = many(5_000, (index) => ({ type: 'string', pattern: `^a{1,${500 + (index % 500)}}${index}$` }));
    expect(causes(costly)).toEqual([`${at}: Forbidden: all versions together have more patterns than can be checked`]);
  });

  it('have names that are data', () => {
    const properties: unknown = JSON.parse('{"__proto__":{"type":"string"},"constructor":{}}');
    expect(causes(properties as object)).toEqual([
      `${at}.properties[constructor].type: Required value: must not be empty for specified object fields`,
    ]);
  });
});
