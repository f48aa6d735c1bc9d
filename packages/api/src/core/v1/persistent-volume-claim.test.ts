import { describe, expect, it } from '@jest/globals';

import { create, update } from '../../testing/admit.ts';
import { fillIn } from '../../testing/fill-in.ts';
import { printRow } from '../../testing/print-row.ts';
import { persistentVolumeClaims } from './persistent-volume-claim.resource.ts';
import { PersistentVolumeClaim } from './persistent-volume-claim.ts';

describe('a claim', () => {
  it('asks for a filesystem and is pending by default', () => {
    const asked = { spec: { resources: { requests: { storage: '1n' } } } };
    expect(fillIn(PersistentVolumeClaim, asked)).toMatchObject({
      spec: { resources: { requests: { storage: '1m' } }, volumeMode: 'Filesystem' },
      status: { phase: 'Pending' },
    });
    const given = { spec: { volumeMode: 'Block' }, status: { phase: 'Lost' } };
    expect(fillIn(PersistentVolumeClaim, given)).toMatchObject(given);
  });

  it('shows the volume it is bound to', () => {
    const spec = { volumeName: 'v', storageClassName: 'fast', volumeMode: 'Block' };
    const status = { phase: 'Bound', capacity: { storage: '2Gi' }, accessModes: ['ReadOnlyMany', 'ReadWriteOncePod'] };
    expect(printRow(persistentVolumeClaims, { spec, status })).toEqual({
      Name: 'a',
      Status: 'Bound',
      Volume: 'v',
      Capacity: '2Gi',
      'Access Modes': 'ROX,RWOP',
      StorageClass: 'fast',
      Age: '5m',
      VolumeMode: 'Block',
    });
    expect(printRow(persistentVolumeClaims, { status: { ...status, phase: 'Pending' } })).toMatchObject({
      Status: 'Pending',
      Volume: '',
      Capacity: '',
      'Access Modes': '',
      StorageClass: '',
      VolumeMode: '<unset>',
    });
  });

  it('names its source in both fields, and begins as pending', () => {
    const source = { apiGroup: null, kind: 'PersistentVolumeClaim', name: 'b' };
    const body = (given: object) => ({
      metadata: { name: 'a' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...given },
      status: { phase: 'Bound' },
    });
    for (const field of ['dataSource', 'dataSourceRef']) {
      const { object, issues } = create(persistentVolumeClaims, body({ [field]: source }));
      expect(issues).toEqual([]);
      expect(object).toMatchObject({
        spec: { dataSource: source, dataSourceRef: source },
        status: { phase: 'Pending' },
      });
      expect(update(persistentVolumeClaims, object, body({})).object).toMatchObject({ status: { phase: 'Pending' } });
    }
  });
});
