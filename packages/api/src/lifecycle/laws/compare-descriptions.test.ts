import { describe, expect, it } from '@jest/globals';

import { readDescription } from './api-description.ts';
import { compareDescriptions } from './compare-descriptions.ts';

interface Version {
  readonly name: string;
  readonly properties?: object;
  readonly storage?: boolean;
  readonly deprecated?: boolean;
  readonly served?: boolean;
}

const spec = (properties: object) => ({ spec: { type: 'object', properties } });

function definition(...versions: Version[]): object {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    spec: {
      group: 'example.org',
      names: { kind: 'Pump' },
      versions: versions.map(({ properties = {}, served = true, storage = false, ...version }) => ({
        ...version,
        served,
        storage,
        schema: { openAPIV3Schema: { type: 'object', properties } },
      })),
    },
  };
}

function compare(before: object, after: object): string[] {
  const [old, now] = [readDescription(before), readDescription(after)];
  if (!old.ok || !now.ok) throw new Error('unreadable');
  return compareDescriptions(old.description, now.description).map(({ rule, message }) => `${rule}: ${message}`);
}

const v1 = (properties: object): Version => ({ name: 'v1', storage: true, properties: spec(properties) });
const title = 'example.org/v1 Pump';

describe('rule 1', () => {
  const cases: readonly (readonly [string, object, object, string[]])[] = [
    ['nothing of a version that stays', { a: { type: 'string' } }, { a: { type: 'string' } }, []],
    ['nothing of a field that comes', {}, { a: { type: 'string' } }, []],
    [
      'a field that goes',
      { a: { type: 'object', properties: { b: { type: 'string' } } } },
      {},
      [`1: ${title}: spec.a is removed without a new version`],
    ],
    [
      'a type that changes',
      { a: { type: 'array', items: { type: 'string' } } },
      { a: { type: 'array', items: { type: 'integer' } } },
      [`1: ${title}: spec.a[] changes its type from string to integer`],
    ],
    [
      'a default that changes',
      { a: { type: 'integer', default: 1 } },
      { a: { type: 'integer', default: 2 } },
      [`1: ${title}: spec.a changes its default from 1 to 2`],
    ],
    [
      'a value that goes',
      { a: { type: 'string', enum: ['x', 'y'] } },
      { a: { type: 'string', enum: ['x', 'z'] } },
      [`1: ${title}: spec.a no longer takes "y"`],
    ],
    [
      'values that are limited',
      { a: { type: 'string' } },
      { a: { type: 'string', enum: ['x'] } },
      [`1: ${title}: spec.a takes "x" alone from now on`],
    ],
  ];

  it.each(cases)('tells %s', (_title, before, after, expected) => {
    expect(compare(definition(v1(before)), definition(v1(after)))).toEqual(expected);
  });

  it('lets an element change with a new version [rule-1]', () => {
    const before = definition(v1({ a: { type: 'string' } }));
    const after = definition(v1({ a: { type: 'string' } }), {
      name: 'v2',
      properties: spec({ a: { type: 'integer' } }),
    });
    expect(compare(before, after)).toEqual([]);
  });
});

describe('rule 3', () => {
  it('tells of GA that is replaced by beta', () => {
    const before = definition({ name: 'v1', storage: true }, { name: 'v2beta1' });
    const after = definition({ name: 'v1', storage: true, deprecated: true }, { name: 'v2beta1' });
    expect(compare(before, after)).toEqual([`3: ${title} is deprecated in favour of less stable v2beta1`]);
  });
});

describe('rule 4', () => {
  it('tells of a GA version that goes', () => {
    expect(
      compare(definition({ name: 'v1' }, { name: 'v2', storage: true }), definition({ name: 'v2', storage: true })),
    ).toEqual([`4a: ${title} is removed, though it is GA`]);
  });

  it('tells of a beta version that goes without a deprecation, and lets a deprecated one and alpha go', () => {
    const kept = { name: 'v1', storage: true };
    const after = definition(kept);
    expect(compare(definition(kept, { name: 'v1beta1' }), after)).toEqual([
      '4a: example.org/v1beta1 Pump is removed, and was not deprecated before',
    ]);
    expect(compare(definition(kept, { name: 'v1beta1', deprecated: true }, { name: 'v1alpha1' }), after)).toEqual([]);
    expect(
      compare(definition(kept, { name: 'v1beta1' }), definition(kept, { name: 'v1beta1', served: false })),
    ).toHaveLength(1);
  });

  it('tells of a storage version that moves as it comes', () => {
    const before = definition({ name: 'v1beta1', storage: true });
    const after = definition({ name: 'v1beta1' }, { name: 'v1', storage: true });
    expect(compare(before, after)).toEqual([
      `4b: ${title} becomes the storage version as it comes, and v1beta1 was before: serve it for one release first`,
    ]);
    expect(compare(definition({ name: 'v1beta1', storage: true }, { name: 'v1' }), after)).toEqual([]);
  });
});

describe('a description', () => {
  const openApi = (type: string) => ({
    components: {
      schemas: {
        'org.example.v1.Pump': {
          type: 'object',
          'x-kubernetes-group-version-kind': [{ group: 'example.org', version: 'v1', kind: 'Pump' }],
          properties: { spec: { allOf: [{ $ref: '#/components/schemas/org.example.v1.PumpSpec' }], default: {} } },
        },
        'org.example.v1.PumpSpec': {
          type: 'object',
          properties: { depth: { type }, inner: { $ref: '#/components/schemas/org.example.v1.PumpSpec' } },
        },
      },
    },
  });

  it('may be an OpenAPI document, whose schemas may contain themselves', () => {
    expect(compare(openApi('integer'), openApi('string'))).toEqual([
      `1: ${title}: spec.depth changes its type from integer to string`,
    ]);
  });

  it('may be a list of definitions', () => {
    const list = (of: object) => ({ kind: 'List', items: [of] });
    expect(compare(list(definition(v1({ a: { type: 'string' } }))), list(definition(v1({}))))).toHaveLength(1);
  });

  it.each([[[]], [7], [null], [{ kind: 'Pod' }], [{ items: [7] }]])('is refused where it is none: %j', (document) => {
    expect(readDescription(document)).toMatchObject({ ok: false });
  });
});
