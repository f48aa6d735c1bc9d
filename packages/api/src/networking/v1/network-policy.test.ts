import { describe, expect, it } from '@jest/globals';

import { create, update, updateStatus } from '../../testing/admit.ts';
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

  it('has a status that its subresource alone writes', () => {
    const condition = { status: 'True', reason: 'R', message: '', lastTransitionTime: '2022-05-03T00:00:00Z' };
    const body = (type: string) => ({
      metadata: { name: 'a' },
      spec: { podSelector: {} },
      status: { conditions: [{ type, ...condition }] },
    });
    const { object } = create(networkPolicies, body('A'));
    expect(object['status']).toEqual({});
    const { object: accepted } = updateStatus(networkPolicies, object, body('B'));
    expect(accepted).toMatchObject({ status: { conditions: [{ type: 'B' }] } });
    expect(update(networkPolicies, accepted, body('C')).object['status']).toEqual(accepted['status']);
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
