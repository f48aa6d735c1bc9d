import { describe, expect, it } from '@jest/globals';
import { tableOf } from '@keelson/schema';

import { causesOf, create, update } from '../../testing/admit.ts';
import { leases } from './lease.resource.ts';

function make(spec: object) {
  return create(leases, { metadata: { name: 'a' }, spec });
}

describe('Lease', () => {
  it('lasts at least a second', () => {
    expect(make({ leaseDurationSeconds: 1 }).issues).toEqual([]);
    expect(make({ leaseDurationSeconds: 0 }).message).toBe(
      'Lease.coordination.k8s.io "a" is invalid: spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0',
    );
  });

  it('counts its transitions from zero', () => {
    expect(make({ leaseTransitions: 0 }).issues).toEqual([]);
    expect(causesOf(make({ leaseTransitions: -1 }))).toEqual([
      'spec.leaseTransitions: Invalid value: -1: must be greater than or equal to 0',
    ]);
  });

  it('is held to the same rules when it is renewed', () => {
    const old = make({}).object;
    const renewed = update(leases, old, { metadata: { name: 'a' }, spec: { leaseDurationSeconds: -1 } });
    expect(causesOf(renewed)).toEqual(['spec.leaseDurationSeconds: Invalid value: -1: must be greater than 0']);
  });

  it('is printed with its holder', () => {
    const { object } = make({ holderIdentity: 'me' });
    const now = new Date('2022-01-02T03:04:05Z');
    expect(tableOf(leases).print(object, { now }).cells).toEqual(['a', 'me', '0s']);
  });
});
