import { describe, expect, it } from '@jest/globals';

import { readDescription } from './read-description.ts';
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
    [
      'limits that narrow, and those that come',
      { a: { type: 'string', maxLength: 9, minLength: 1 }, b: { type: 'integer' } },
      { a: { type: 'string', maxLength: 5, minLength: 0 }, b: { type: 'integer', minimum: 1 } },
      [`1: ${title}: spec.a changes its maxLength from 9 to 5`, `1: ${title}: spec.b has a minimum of 1 from now on`],
    ],
    [
      'patterns and rules that come, and lets others go',
      { a: { type: 'string', pattern: '^x' }, b: { type: 'integer' } },
      { a: { type: 'string' }, b: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self > 0' }] } },
      [`1: ${title}: spec.b has a rule that it had not: self > 0`],
    ],
    [
      'null that is no longer taken',
      { a: { type: 'string', nullable: true } },
      { a: { type: 'string' } },
      [`1: ${title}: spec.a no longer takes null`],
    ],
    [
      'unknown fields that are no longer kept',
      { a: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      { a: { type: 'object' } },
      [`1: ${title}: spec.a no longer keeps fields that it does not name`],
    ],
    [
      'fields of a list and of a map that become required',
      { a: { type: 'array', items: { type: 'object', properties: { b: { type: 'string' } } } } },
      { a: { type: 'array', items: { type: 'object', required: ['b'], properties: { b: { type: 'string' } } } } },
      [`1: ${title}: spec.a[].b is required from now on`],
    ],
    [
      'a field that comes and is required, unless a default fills it in or its holder is new',
      { a: { type: 'object', properties: {} } },
      {
        a: { type: 'object', required: ['b', 'c'], properties: { b: { type: 'string' }, c: { default: 'x' } } },
        d: { type: 'object', required: ['e'], properties: { e: { type: 'string' } } },
      },
      [`1: ${title}: spec.a.b is new, and required`],
    ],
  ];

  it.each(cases)('tells %s', (_title, before, after, expected) => {
    expect(compare(definition(v1(before)), definition(v1(after)))).toEqual(expected);
  });

  it('tells of a scope, a name and a subresource that go', () => {
    const full = (of: object, subresources?: object) => ({
      kind: 'CustomResourceDefinition',
      spec: {
        ...{ group: 'example.org', names: { kind: 'Pump', plural: 'pumps' }, ...of },
        versions: [{ ...v1({}), served: true, subresources, schema: { openAPIV3Schema: { type: 'object' } } }],
      },
    });
    const before = full({ scope: 'Namespaced' }, { status: {}, scale: {} });
    const after = full({ scope: 'Cluster', names: { kind: 'Pump', plural: 'pump' } }, { status: {} });
    expect(compare(before, after)).toEqual([
      `1: ${title}: loses the scope Namespaced`,
      `1: ${title}: loses the path of pumps`,
      `1: ${title}: loses the subresource scale`,
    ]);
  });

  it('reads definitions of v1beta1, whose versions may share a schema', () => {
    const old = (properties: object) => ({
      kind: 'CustomResourceDefinition',
      spec: {
        ...{ group: 'example.org', version: 'v1', names: { kind: 'Pump' } },
        validation: { openAPIV3Schema: { type: 'object', properties: spec(properties) } },
      },
    });
    expect(compare(old({ a: { type: 'string' } }), old({}))).toEqual([
      `1: ${title}: spec.a is removed without a new version`,
    ]);
    expect(compare(old({ a: { type: 'string' } }), definition(v1({ a: { type: 'string' } })))).toEqual([]);
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

describe('the storage version', () => {
  const beta = { name: 'v1beta1', storage: true };

  it('does not go back to a less stable one', () => {
    const before = definition({ name: 'v1', storage: true }, { name: 'v1beta1' });
    expect(compare(before, definition({ name: 'v1' }, beta))).toEqual([
      '3: example.org/v1beta1 Pump becomes the storage version, and is less stable than v1 before it',
    ]);
  });

  it('stays listed until its objects are migrated, even if it is served no longer', () => {
    const after = { name: 'v1', storage: true };
    const lost =
      '4a: example.org/v1beta1 Pump is removed, and objects may be stored in it: serve it no longer, but list it until they are migrated';
    const before = definition({ ...beta, deprecated: true }, { name: 'v1' });
    expect(compare(before, definition(after))).toEqual([lost]);
    expect(compare(before, definition(after, { name: 'v1beta1', served: false }))).toEqual([]);
    const migrated = {
      ...definition({ name: 'v1beta1', deprecated: true }, after),
      status: { storedVersions: ['v1'] },
    };
    expect(compare(migrated, definition(after))).toEqual([]);
    const stored = { ...migrated, status: { storedVersions: ['v1beta1', 'v1'] } };
    expect(compare(stored, definition(after))).toEqual([lost]);
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

  it('tells of paths and verbs that go, where their resource stays', () => {
    const at = (paths: object) => ({ ...openApi('string'), paths });
    const base = '/apis/example.org/v1/namespaces/{namespace}/pumps';
    const before = at({ [base]: { get: {}, post: {} }, [`${base}/{name}/scale`]: { get: {} }, '/gone': { get: {} } });
    expect(compare(before, at({ [base]: { get: {} } }))).toEqual([
      `1: ${base} no longer takes POST`,
      `1: ${base}/{name}/scale is removed without a new version`,
    ]);
  });

  it('may be a list of definitions', () => {
    const list = (of: object) => ({ kind: 'List', items: [of] });
    expect(compare(list(definition(v1({ a: { type: 'string' } }))), list(definition(v1({}))))).toHaveLength(1);
  });

  it.each([[[]], [7], [null], [{ kind: 'Pod' }], [{ items: [7] }], [{ items: [] }]])(
    'is refused where it is none: %j',
    (document) => {
      expect(readDescription(document)).toMatchObject({ ok: false });
    },
  );
});
