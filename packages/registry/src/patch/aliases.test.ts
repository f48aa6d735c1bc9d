import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { openBench, valueOf, type Bench } from '../testing/open-registry.ts';

let bench: Bench;

beforeAll(async () => {
  bench = await openBench();
});

afterAll(() => bench.close());

const place = (plural: string) => ({
  resource: bench.resource('customresourcedefinitions', 'apiextensions.k8s.io/v1'),
  name: `${plural}.x.test`,
});

function definition(plural: string, root: object) {
  const names = { plural, singular: plural, kind: plural.toUpperCase(), listKind: `${plural}List` };
  const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', ...root } } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.x.test` },
    spec: { group: 'x.test', scope: 'Namespaced', names, versions: [version] },
  };
}

interface Spec {
  readonly versions: readonly { readonly schema: { readonly openAPIV3Schema: unknown } }[];
}

async function schemaOf(plural: string): Promise<unknown> {
  const { spec } = await bench.read(place(plural));
  return (spec as Spec).versions[0]?.schema.openAPIV3Schema;
}

const neutral = { 'x-service-preserve-unknown-fields': true };
const stored = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

describe('an alias of a field', () => {
  it('is stored under the name of the field by a create', async () => {
    const { resource } = place('made');
    await valueOf(bench.create({ resource }, definition('made', neutral), { fieldValidation: 'Strict' }));
    expect(await schemaOf('made')).toEqual(stored);
  });

  it('is stored under the name of the field by an apply', async () => {
    const options = { fieldManager: 'm', force: 'true' };
    await valueOf(bench.patch(place('applied'), 'apply', definition('applied', neutral), options));
    expect(await schemaOf('applied')).toEqual(stored);
  });

  it.each(['merge', 'strategic', 'json'] as const)(
    'is stored under the name of the field by a patch: %s',
    async (kind) => {
      const { resource } = place(kind);
      await valueOf(bench.create({ resource }, definition(kind, {})));
      const path = '/spec/versions/0/schema/openAPIV3Schema/x-service-preserve-unknown-fields';
      const { versions } = definition(kind, neutral).spec;
      const patch = kind === 'json' ? [{ op: 'add', path, value: true }] : { spec: { versions } };
      await valueOf(bench.patch(place(kind), kind, patch));
      expect(await schemaOf(kind)).toEqual(stored);
    },
  );
});
