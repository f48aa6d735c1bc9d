import { describe, expect, it } from '@jest/globals';

import { causesOf, create, update } from '../../testing/admit.ts';
import { fillIn } from '../../testing/fill-in.ts';
import { printRow } from '../../testing/print-row.ts';
import { customResourceDefinitions } from './custom-resource-definition.resource.ts';
import { CustomResourceDefinition } from './custom-resource-definition.ts';

const names = { plural: 'pumps', singular: 'pump', kind: 'Pump', listKind: 'PumpList' };
const v1 = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } };
const spec = { group: 'x.test', scope: 'Namespaced', names, versions: [v1] };
const body = (given: object) => ({ metadata: { name: 'pumps.x.test' }, spec: { ...spec, ...given } });

describe('the defaults of a definition', () => {
  it('follow from the kind and the stored version', () => {
    const versions = [{ ...v1, name: 'v1beta1', storage: false }, v1];
    expect(fillIn(CustomResourceDefinition, { spec: { names: { kind: 'Pump' }, versions } })).toMatchObject({
      spec: { names: { singular: 'pump', listKind: 'PumpList' }, conversion: { strategy: 'None' } },
      status: { storedVersions: ['v1'] },
    });
    expect(fillIn(CustomResourceDefinition, {})).toMatchObject({
      spec: { names: { plural: '', kind: '' } },
      status: { storedVersions: null },
    });
  });

  it('leave what was given', () => {
    const given = {
      spec: { names: { singular: 's', kind: 'K', listKind: 'L' }, conversion: { strategy: 'Webhook' }, versions: [v1] },
      status: { storedVersions: ['v2'] },
    };
    expect(fillIn(CustomResourceDefinition, given)).toMatchObject(given);
  });

  it('call a webhook at port 443', () => {
    const service = { namespace: 'n', name: 's' };
    const conversion = { strategy: 'Webhook', webhook: { clientConfig: { service } } };
    const { webhook } = fillIn(CustomResourceDefinition, { spec: { conversion } }).spec.conversion ?? {};
    expect(webhook?.clientConfig?.service?.port).toBe(443);
  });
});

describe('a definition', () => {
  it('shows its name and when it was made', () => {
    expect(printRow(customResourceDefinitions, {})).toEqual({ Name: 'a', 'Created At': '2022-01-02T03:04:05Z' });
  });

  it('remembers every version that was stored', () => {
    const { object, issues } = create(customResourceDefinitions, { ...body({}), status: { storedVersions: ['v0'] } });
    expect(issues).toEqual([]);
    expect(object['status']).toMatchObject({ conditions: null, storedVersions: ['v1'] });
    const versions = [
      { ...v1, storage: false },
      { ...v1, name: 'v2' },
    ];
    const updated = update(customResourceDefinitions, object, body({ versions }));
    expect(updated.object['status']).toMatchObject({ storedVersions: ['v1', 'v2'] });
  });

  it.each([
    [{ group: 'y.test' }, ['metadata.name: Invalid value: "pumps.x.test": must be spec.names.plural+"."+spec.group']],
    [{ scope: 'Global' }, ['spec.scope: Unsupported value: "Global": supported values: "Cluster", "Namespaced"']],
    [{ scope: '' }, ['spec.scope: Required value']],
    [{ names: { ...names, kind: '' } }, ['spec.names.kind: Required value']],
    [
      { names: { ...names, listKind: 'Pump' } },
      ['spec.names.listKind: Invalid value: "Pump": kind and listKind may not be the same'],
    ],
    [
      { versions: [] },
      [
        expect.stringMatching(/^spec.versions: .*: must have exactly one version marked as storage version$/),
        'status.storedVersions: Invalid value: []string(nil): must have at least one stored version',
      ],
    ],
    [
      { versions: [v1, { ...v1, name: 'v2' }] },
      [
        expect.stringMatching(/^spec.versions: .*: must have exactly one version marked as storage version$/),
        'status.storedVersions: Invalid value: []string{"v1"}: must have the storage version v2',
      ],
    ],
    [
      { versions: [v1, { ...v1, storage: false }] },
      [expect.stringMatching(/^spec.versions: .*: must contain unique version names$/)],
    ],
  ])('with %j causes %j', (given, causes) => {
    expect(causesOf(create(customResourceDefinitions, body(given)))).toEqual(causes);
  });

  it('has names that are DNS labels, and kinds that are so in lower case', () => {
    const odd = { ...names, kind: 'bad kind', shortNames: ['Bad_Short'] };
    expect(causesOf(create(customResourceDefinitions, body({ names: odd })))).toEqual([
      expect.stringMatching(/^spec.names.kind: Invalid value: "bad kind": may have mixed case, but should otherwise/),
      expect.stringMatching(/^spec.names.shortNames\[0\]: Invalid value: "Bad_Short": a DNS-1035 label must/),
    ]);
    expect(causesOf(create(customResourceDefinitions, body({ versions: [{ ...v1, name: 'Bad' }] })))).toEqual([
      expect.stringMatching(/^spec.versions\[0\].name: Invalid value: "Bad": a DNS-1035 label must/),
      expect.stringMatching(/^spec.version: Invalid value: "Bad": a DNS-1035 label must/),
    ]);
  });
});
