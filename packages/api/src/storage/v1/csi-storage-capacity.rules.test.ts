import { describe, expect, it } from '@jest/globals';

import { causesOf, create, update } from '../../testing/admit.ts';
import { csiStorageCapacities as older } from '../v1beta1/csi-storage-capacity.resource.ts';
import { csiStorageCapacities } from './csi-storage-capacity.resource.ts';

describe.each([
  ['v1', csiStorageCapacities],
  ['v1beta1', older],
])('CSIStorageCapacity %s', (_, resource) => {
  const make = (fields: object) => create(resource, { metadata: { name: 'a' }, storageClassName: 'c', ...fields });

  it('is of a class, for nodes a selector chooses', () => {
    expect(make({ nodeTopology: { matchLabels: { zone: 'a' } } }).issues).toEqual([]);
    expect(causesOf(make({ nodeTopology: { matchExpressions: [{ key: 'a', operator: 'Near' }] } }))).toEqual([
      'nodeTopology.matchExpressions[0].operator: Invalid value: "Near": not a valid selector operator',
    ]);
    expect(causesOf(make({ storageClassName: 'Bad_Name' }))).toHaveLength(1);
  });

  it('is not negative', () => {
    expect(make({ capacity: '0' }).issues).toEqual([]);
    expect(causesOf(make({ capacity: '-1' }))).toEqual([
      'capacity: Invalid value: "-1": must be greater than or equal to 0',
    ]);
  });

  it('keeps its class and its nodes', () => {
    const old = make({}).object;
    const changed = { metadata: { name: 'a' }, storageClassName: 'd', nodeTopology: {}, capacity: '1Gi' };
    expect(causesOf(update(resource, old, changed))).toEqual([
      'nodeTopology: Invalid value: {}: field is immutable',
      'storageClassName: Invalid value: "d": field is immutable',
    ]);
    expect(update(resource, old, { metadata: { name: 'a' }, storageClassName: 'c', capacity: '1Gi' }).issues).toEqual(
      [],
    );
  });
});
