import { describe, expect, it } from '@jest/globals';

import { convertExample } from '../../testing/convert-example.ts';

const v1 = 'discovery.k8s.io/v1';
const v1beta1 = 'discovery.k8s.io/v1beta1';
const slice = (apiVersion: string, endpoint: object) => ({
  kind: 'EndpointSlice',
  apiVersion,
  metadata: { name: 'web-1', creationTimestamp: null },
  addressType: 'IPv4',
  endpoints: [{ addresses: ['10.0.0.1'], conditions: { ready: true }, ...endpoint }],
  ports: [{ name: 'http', port: 80 }],
});

const hostname = 'kubernetes.io/hostname';
const zone = 'topology.kubernetes.io/zone';

describe('EndpointSlice', () => {
  const both: readonly (readonly [string, object, object])[] = [
    ['no topology', {}, {}],
    ['node and zone', { nodeName: 'n1', topology: { [hostname]: 'n1', [zone]: 'z1' } }, { nodeName: 'n1', zone: 'z1' }],
    ['a zone alone', { topology: { [zone]: 'z1' } }, { zone: 'z1' }],
    ['other labels', { topology: { rack: 'r7', [zone]: 'z1' } }, { deprecatedTopology: { rack: 'r7' }, zone: 'z1' }],
    [
      'a host name other than the node',
      { nodeName: 'n1', topology: { [hostname]: 'h1' } },
      { deprecatedTopology: { [hostname]: 'h1' }, nodeName: 'n1' },
    ],
    ['hints', { hints: { forZones: [{ name: 'z1' }] } }, { hints: { forZones: [{ name: 'z1' }] } }],
  ];

  it.each(both)('keeps %s in both directions', (_title, before, after) => {
    expect(convertExample(slice(v1beta1, before), v1)).toEqual(slice(v1, after));
    expect(convertExample(slice(v1, after), v1beta1)).toEqual(slice(v1beta1, before));
  });

  it('takes the host name for the node, where no node is named', () => {
    const before = { topology: { [hostname]: 'n1' } };
    expect(convertExample(slice(v1beta1, before), v1)).toEqual(slice(v1, { nodeName: 'n1' }));
  });

  it('writes the label that older clients read, when only the node is named', () => {
    const once = convertExample(slice(v1, { nodeName: 'n1' }), v1beta1);
    expect(once).toEqual(slice(v1beta1, { nodeName: 'n1', topology: { [hostname]: 'n1' } }));
  });
});
