import { describe, expect, it } from '@jest/globals';

import { fillIn } from '../../testing/fill-in.ts';
import { printRow } from '../../testing/print-row.ts';
import { networkPolicies } from './network-policy.resource.ts';
import { NetworkPolicy } from './network-policy.ts';

describe('a network policy', () => {
  it.each([
    [{}, ['Ingress']],
    [{ egress: [{}] }, ['Ingress', 'Egress']],
    [{ egress: [{}], policyTypes: ['Egress'] }, ['Egress']],
  ])('with %j restricts %j', (spec, policyTypes) => {
    expect(fillIn(NetworkPolicy, { spec }).spec.policyTypes).toEqual(policyTypes);
  });

  it('is about TCP by default', () => {
    const { ingress } = fillIn(NetworkPolicy, { spec: { ingress: [{ ports: [{}, { protocol: 'UDP' }] }] } }).spec;
    expect(ingress?.[0]?.ports).toEqual([{ protocol: 'TCP' }, { protocol: 'UDP' }]);
  });

  it.each([
    [{}, '<none>'],
    [
      { matchLabels: { b: '1' }, matchExpressions: [{ key: 'a', operator: 'In', values: ['y', 'x'] }] },
      'a in (x,y),b=1',
    ],
    [{ matchExpressions: [{ key: 'a', operator: 'Odd' }] }, '<error>'],
  ])('for the pods %j shows %s', (podSelector, text) => {
    expect(printRow(networkPolicies, { spec: { podSelector } })).toEqual({
      Name: 'a',
      'Pod-Selector': text,
      Age: '5m',
    });
  });
});
