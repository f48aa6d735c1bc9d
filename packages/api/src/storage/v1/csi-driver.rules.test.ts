import { describe, expect, it } from '@jest/globals';
import { tableOf } from '@keelson/schema';

import { causesOf, create, update } from '../../testing/admit.ts';
import { csiDrivers } from './csi-driver.resource.ts';

function make(spec: object) {
  return create(csiDrivers, { metadata: { name: 'a' }, spec });
}

describe('CSIDriver', () => {
  it('says what it can do unless it is told', () => {
    expect(make({}).object['spec']).toEqual({
      attachRequired: true,
      podInfoOnMount: false,
      volumeLifecycleModes: ['Persistent'],
      storageCapacity: false,
      fsGroupPolicy: 'ReadWriteOnceWithFSType',
      requiresRepublish: false,
    });
    expect(make({ attachRequired: false }).object['spec']).toMatchObject({ attachRequired: false });
  });

  it('applies groups in one of three ways', () => {
    expect(make({ fsGroupPolicy: 'None' }).issues).toEqual([]);
    expect(make({ fsGroupPolicy: 'Other' }).message).toBe(
      'CSIDriver.storage.k8s.io "a" is invalid: spec.fsGroupPolicy: Unsupported value: "Other": supported values: "File", "None", "ReadWriteOnceWithFSType"',
    );
  });

  it('has volumes that persist or pass', () => {
    expect(make({ volumeLifecycleModes: ['Ephemeral', 'Persistent'] }).issues).toEqual([]);
    expect(causesOf(make({ volumeLifecycleModes: ['Other'] }))).toEqual([
      'spec.volumeLifecycleModes: Unsupported value: "Other": supported values: "Persistent", "Ephemeral"',
    ]);
  });

  it('asks for one token an audience, of at least ten minutes', () => {
    expect(make({ tokenRequests: [{ audience: '' }, { audience: 'b', expirationSeconds: 600 }] }).issues).toEqual([]);
    expect(causesOf(make({ tokenRequests: [{ audience: 'b' }, { audience: 'b', expirationSeconds: 1 }] }))).toEqual([
      'spec.tokenRequests[1].audience: Duplicate value: "b"',
    ]);
    const path = 'spec.tokenRequests[0].expirationSeconds';
    expect(causesOf(make({ tokenRequests: [{ audience: 'b', expirationSeconds: 599 }] }))).toEqual([
      `${path}: Invalid value: 599: may not specify a duration less than 10 minutes`,
    ]);
    expect(causesOf(make({ tokenRequests: [{ audience: 'b', expirationSeconds: 4_294_967_297 }] }))).toEqual([
      `${path}: Invalid value: 4294967297: may not specify a duration larger than 2^32 seconds`,
    ]);
  });

  it('keeps how volumes are attached and mounted', () => {
    const old = make({}).object;
    const change = (spec: object) => causesOf(update(csiDrivers, old, { metadata: { name: 'a' }, spec }));
    expect(change({ requiresRepublish: true, storageCapacity: true, tokenRequests: [{ audience: '' }] })).toEqual([]);
    expect(
      change({
        attachRequired: false,
        podInfoOnMount: true,
        fsGroupPolicy: 'File',
        volumeLifecycleModes: ['Ephemeral'],
      }),
    ).toEqual([
      'spec.attachedRequired: Invalid value: false: field is immutable',
      'spec.fsGroupPolicy: Invalid value: "File": field is immutable',
      'spec.podInfoOnMount: Invalid value: true: field is immutable',
      'spec.volumeLifecycleModes: Invalid value: []storage.VolumeLifecycleMode{"Ephemeral"}: field is immutable',
    ]);
  });

  it('is printed with what it can do', () => {
    const now = new Date('2022-01-02T03:04:05Z');
    const print = (spec: object) => tableOf(csiDrivers).print(make(spec).object, { now }).cells;
    expect(print({})).toEqual(['a', true, false, false, '<unset>', false, 'Persistent', '0s']);
    expect(print({ tokenRequests: [{ audience: 'x' }, { audience: 'y' }] })[4]).toBe('x,y');
  });
});
