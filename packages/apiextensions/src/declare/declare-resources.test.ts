import { describe, expect, it } from '@jest/globals';
import {
  convertObject,
  createScheme,
  decodeJson,
  groupVersion,
  toStoredForm,
  type Resource,
  type Scheme,
} from '@keelson/schema';

import { cachedDefinition, definitionOf } from '../testing/definitions.ts';
import { declareResources } from './declare-resources.ts';

function declare(spec: object): { readonly resources: readonly Resource[]; readonly scheme: Scheme } {
  const definition = definitionOf('widgets.example.com', spec);
  const scheme = createScheme({ resources: [] });
  for (const resource of declareResources(definition, cachedDefinition(definition))) scheme.add(resource);
  return { resources: scheme.resources(), scheme };
}

const schema = (properties: object) => ({ openAPIV3Schema: { type: 'object', properties } });
const v1 = { name: 'v1', served: true, storage: true, schema: schema({ spec: { type: 'object' } }) };

describe('the resources of a definition', () => {
  it('have its names, its scope and all verbs', () => {
    const { resources } = declare({ scope: 'Cluster', versions: [v1] });
    expect(resources).toHaveLength(1);
    expect(resources[0]).toMatchObject({
      group: 'example.com',
      version: 'v1',
      kind: 'Widget',
      plural: 'widgets',
      singular: 'widget',
      shortNames: ['wd'],
      scope: 'Cluster',
      storage: { kind: 'stored', group: 'example.com', version: 'v1', prefix: 'example.com/widgets' },
      custom: { definition: 'widgets.example.com', uid: 'u', generation: 1 },
    });
    expect([...(resources[0]?.verbs ?? [])].sort()).toEqual(
      ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'].sort(),
    );
    expect(resources[0]?.message.name).toBe('com.example.v1.Widget');
  });

  it('leave out versions that are neither served nor stored, and serve nothing of the stored one if it is not served', () => {
    const versions = [
      { ...v1, served: false },
      { ...v1, name: 'v2', storage: false },
      { ...v1, name: 'v3', storage: false, served: false },
    ];
    const { resources } = declare({ versions });
    expect(resources.map((each) => [each.version, each.verbs.length > 0])).toEqual([
      ['v1', false],
      ['v2', true],
    ]);
  });

  it('read their schema when the first object comes, and not before', () => {
    const definition = definitionOf('widgets.example.com', { versions: [v1] });
    let reads = 0;
    const cached = cachedDefinition(definition);
    const { value } = cached.version;
    const counting = {
      ...cached,
      version: {
        ...cached.version,
        get value() {
          reads += 1;
          return value;
        },
      },
    };
    const [resource] = declareResources(definition, counting);
    expect(reads).toBe(0);
    for (let times = 0; times < 3; times += 1) resource?.message.structuralSchema?.();
    expect(reads).toBe(1);
  });

  it('have the subresources of their version', () => {
    const scale = { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n', labelSelectorPath: '.status.s' };
    const [resource] = declare({ versions: [{ ...v1, subresources: { status: {}, scale } }] }).resources;
    expect(resource?.subresources).toMatchObject({
      status: { kind: 'part', writes: ['status'] },
      scale: { kind: 'scale', replicas: 'spec.n', observedReplicas: 'status.n', selector: 'status.s' },
    });
  });

  it.each<[string, object, string | undefined]>([
    ['none', {}, undefined],
    ['its own', { deprecated: true, deprecationWarning: 'move on' }, 'move on'],
    ['the usual one', { deprecated: true }, 'example.com/v1beta1 Widget is deprecated; use example.com/v1 Widget'],
  ])('warn of a deprecated version: %s', (_, given, warning) => {
    const beta = { ...v1, name: 'v1beta1', storage: false, ...given };
    const found = declare({ versions: [v1, beta] }).scheme.resource('example.com', 'v1beta1', 'widgets');
    expect(found?.custom?.deprecationWarning).toBe(warning);
  });

  it('of one schema need no hub', () => {
    const { resources } = declare({ versions: [v1, { ...v1, name: 'v2', storage: false }] });
    expect(resources.map(({ hub }) => hub)).toEqual([undefined, undefined]);
  });

  it('of several schemas are made of a hub, which keeps what an object was stored with', () => {
    const one = { ...v1, schema: schema({ a: { type: 'string', default: 'x' } }) };
    const two = { ...v1, name: 'v2', storage: false, schema: schema({ b: { type: 'string' } }) };
    const { scheme, resources } = declare({ versions: [one, two] });
    const hub = resources[0] && scheme.storageOf(resources[0]);
    expect(resources.map((each) => scheme.storageOf(each))).toEqual([hub, hub]);
    expect(hub && groupVersion(hub)).toBe('example.com/v1');
    const stored = { kind: 'Widget', apiVersion: 'example.com/v1', metadata: { name: 'n' }, b: '1', c: true };
    const decoded = hub && decodeJson(hub.message, structuredClone(stored));
    if (decoded?.ok !== true) throw new Error('the hub cannot be decoded');
    expect(decoded.object).toMatchObject({ b: '1', c: true });
    const shown = resources.map((each) =>
      convertObject(scheme, structuredClone(decoded.object), hub as Resource, each),
    );
    // Defaults are those of the version in which the object was stored: none of another.
    expect(shown[0]).not.toHaveProperty('a');
    expect(shown[0]).not.toHaveProperty('b');
    expect(shown[1]).toMatchObject({ b: '1' });
    expect(shown[1]).not.toHaveProperty('c');
  });

  it('of several schemas drop what the stored version lacks once an object is written, and add its defaults', () => {
    const one = { ...v1, schema: schema({ a: { type: 'string', default: 'x' } }) };
    const two = { ...v1, name: 'v2', storage: false, schema: schema({ b: { type: 'string' } }) };
    const { scheme, resources } = declare({ versions: [one, two] });
    const [first, second] = resources;
    if (first === undefined || second === undefined) throw new Error('two versions are declared');
    const hub = scheme.storageOf(first);
    expect([...(hub.formsByVersion?.keys() ?? [])]).toEqual(['v1', 'v2']);
    const object = { kind: 'Widget', apiVersion: 'example.com/v1', metadata: { name: 'n' }, b: '1' };
    const stored = toStoredForm(hub, second, structuredClone(object));
    expect(stored).toMatchObject({ apiVersion: 'example.com/v1', metadata: { name: 'n' }, a: 'x' });
    expect(stored).not.toHaveProperty('b');
    const shown = convertObject(scheme, structuredClone(object), hub, first);
    expect(shown).not.toHaveProperty('b');
    expect(shown.apiVersion).toBe('example.com/v1');
  });

  it('from before schemas were required keep everything', () => {
    const [resource] = declare({ versions: [{ name: 'v1', served: true, storage: true }] }).resources;
    expect(resource?.message.structuralSchema?.()).toMatchObject({ 'x-kubernetes-preserve-unknown-fields': true });
  });

  it('of `preserveUnknownFields` keep everything at every depth, whether the schema has types or not', () => {
    const part = { type: 'object', properties: { a: { type: 'string' } } };
    const spec = {
      ...part,
      properties: { ...part.properties, list: { items: part }, map: { additionalProperties: part } },
    };
    const untyped = { properties: { spec: { properties: { a: { type: 'string' } } } } };
    for (const openAPIV3Schema of [{ type: 'object', properties: { spec } }, untyped]) {
      const versions = [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }];
      const [resource] = declare({ preserveUnknownFields: true, versions }).resources;
      if (resource === undefined) throw new Error('nothing was declared');
      const unknown = { deep: [1, { b: null }] };
      const object = {
        apiVersion: 'example.com/v1',
        kind: 'Widget',
        metadata: { creationTimestamp: null, name: 'w' },
        other: 1,
        spec: { a: '1', list: [{ a: '2', unknown }], map: { k: { unknown } }, unknown },
      };
      expect(decodeJson(resource.message, object)).toEqual({ ok: true, object });
    }
  });
});
