import { describe, expect, it } from '@jest/globals';

import { type AnyObject, causesOf, create, update, updateStatus } from '../../testing/admit.ts';
import { customResourceDefinitions } from '../v1/custom-resource-definition.resource.ts';

const names = { plural: 'pumps', singular: 'pump', kind: 'Pump', listKind: 'PumpList' };
const schema = { openAPIV3Schema: { type: 'object' } };
const v1 = { name: 'v1', served: true, storage: true, schema };
const v2 = { ...v1, name: 'v2', storage: false };
const spec = { group: 'x.test', scope: 'Namespaced', names, versions: [v1] };
const metadata = { name: 'pumps.x.test' };

/** As an older release may have stored it: no rule was asked. */
function stored(given: object, status: object = {}, annotations: object = {}): AnyObject {
  const { object } = create(customResourceDefinitions, {
    metadata: { ...metadata, annotations },
    spec: { ...spec, ...given },
  });
  return { ...object, status: { ...(object['status'] as object), ...status } };
}

function change(old: AnyObject, given: object, annotations: object = {}) {
  return causesOf(
    update(customResourceDefinitions, old, {
      metadata: { ...metadata, annotations },
      spec: { ...spec, ...given },
    }),
  );
}

const established = { conditions: [{ type: 'Established', status: 'True', lastTransitionTime: null }] };
const field = (a: object) => ({
  versions: [{ ...v1, schema: { openAPIV3Schema: { type: 'object', properties: { a } } } }],
});

describe('an update of a definition', () => {
  it('keeps group and plural, and scope and kind once it is established', () => {
    const other = { group: 'y.test', scope: 'Cluster', names: { ...names, plural: 'vats', kind: 'Vat' } };
    const always = [
      'spec.group: Invalid value: "y.test": field is immutable',
      'spec.names.plural: Invalid value: "vats": field is immutable',
    ];
    expect(change(stored({}), other)).toEqual(always);
    expect(change(stored({}, established), other)).toEqual([
      'spec.scope: Invalid value: "Cluster": field is immutable',
      'spec.names.kind: Invalid value: "Vat": field is immutable',
      ...always,
    ]);
  });

  it('keeps the versions that objects may be stored in', () => {
    const old = stored({ versions: [v1, v2] }, { storedVersions: ['v1', 'v2'] });
    expect(change(old, { versions: [v1] })).toEqual([
      'status.storedVersions[1]: Invalid value: "v2": must appear in spec.versions',
    ]);
    expect(change(stored({ versions: [v1, v2] }), { versions: [v1] })).toEqual([]);
  });

  it('never begins to preserve unknown fields, but may go on', () => {
    const detail = 'cannot set to true, set x-preserve-unknown-fields to true in spec.versions[*].schema instead';
    expect(change(stored({}), { preserveUnknownFields: true })).toEqual([
      `spec.preserveUnknownFields: Invalid value: true: ${detail}`,
    ]);
    const old = stored({ preserveUnknownFields: true });
    expect(change(old, { preserveUnknownFields: true })).toEqual([]);
    expect(change(old, { preserveUnknownFields: true, ...field({ type: 'string', default: 'd' }) })).toEqual([
      'spec.preserveUnknownFields: Invalid value: true: must be false in order to use defaults in the schema',
    ]);
    expect(change(old, { preserveUnknownFields: true, conversion: { strategy: 'Odd' } })[0]).toBe(
      'spec.conversion.strategy: Invalid value: "Odd": must be None if spec.preserveUnknownFields is true',
    );
  });

  it('judges an approval only when it changes', () => {
    const group = 'a.k8s.io';
    const key = 'api-approved.kubernetes.io';
    const old = stored({ group });
    expect(change(old, { group })).toEqual([]);
    expect(change(old, { group }, { [key]: 'odd' })).toEqual([
      expect.stringMatching(
        /^metadata.annotations\[api-approved.kubernetes.io\]: Invalid value: "odd": protected groups/,
      ),
    ]);
    expect(change(old, { group }, { [key]: 'unapproved' })).toEqual([]);
  });
});

describe('an update leaves what an older release accepted:', () => {
  const isLegacy = { preserveUnknownFields: true };
  const item = { type: 'object', properties: { k: { type: 'string' } } };
  it.each<[string, object]>([
    ['no schema', { ...isLegacy, versions: [{ ...v1, schema: {} }] }],
    ['a schema that is not structural', { ...isLegacy, ...field({}) }],
    ['an unknown type', { ...isLegacy, ...field({ type: 'odd' }) }],
    ['a default with unknown fields', field({ type: 'object', default: { b: 1 } })],
    ['a set of objects', field({ type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'object' } })],
    [
      'keys that may be absent',
      field({
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['k'],
        items: item,
      }),
    ],
    [
      'reviews of an unknown version',
      {
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { url: 'https://a' }, conversionReviewVersions: ['v9'] },
        },
      },
    ],
  ])('%s', (_, given) => {
    expect(change(stored({}), given)).not.toEqual([]);
    expect(change(stored(given), given)).toEqual([]);
  });

  it('not where fields are pruned', () => {
    const versions = [
      { ...v1, schema: {} },
      { ...v2, schema: {}, served: false },
    ];
    expect(change(stored({ ...isLegacy, versions }), { versions })).toEqual([
      'spec.versions[0].schema.openAPIV3Schema: Required value: because otherwise all fields are pruned',
    ]);
    expect(change(stored({ ...isLegacy, ...field({}) }), field({}))).toEqual([
      'spec.validation.openAPIV3Schema.properties[a].type: Required value: must not be empty for specified object fields',
    ]);
  });
});

describe('a write of the status of a definition', () => {
  const old = stored({ versions: [v1, v2] }, { storedVersions: ['v1', 'v2'] });
  const write = (status: object) => causesOf(updateStatus(customResourceDefinitions, old, { status }));

  it('may drop stored versions, but not the storage version, and adds none that are not defined', () => {
    expect(write({ storedVersions: ['v1'] })).toEqual([]);
    expect(write({ storedVersions: ['v2'] })).toEqual([
      'status.storedVersions: Invalid value: []string{"v2"}: must have the storage version v1',
    ]);
    expect(write({ storedVersions: ['v1', 'v3'] })).toEqual([
      'status.storedVersions[1]: Invalid value: "v3": must appear in spec.versions',
    ]);
  });

  it('accepts names that are DNS labels', () => {
    expect(write({ storedVersions: ['v1', 'v2'], acceptedNames: { plural: 'A', kind: '' } })).toEqual([
      expect.stringMatching(/^status.acceptedNames.plural: Invalid value: "A": a DNS-1035 label must/),
    ]);
  });

  it('may leave stored versions that were wrong before', () => {
    const wrong = stored({}, { storedVersions: ['v0'] });
    const status = { storedVersions: ['v0'], ...established };
    expect(causesOf(updateStatus(customResourceDefinitions, wrong, { status }))).toEqual([]);
  });
});
