import { describe, expect, it } from '@jest/globals';

import { causesOf, create, update } from '../../testing/admit.ts';
import { fillIn } from '../../testing/fill-in.ts';
import { printRow } from '../../testing/print-row.ts';
import { persistentVolumes } from './persistent-volume.resource.ts';
import { PersistentVolume } from './persistent-volume.ts';

const metadata = { name: 'a' };

describe('the defaults of a volume', () => {
  it('retain a filesystem that nobody has looked at', () => {
    expect(fillIn(PersistentVolume, { spec: { capacity: { storage: '1500u' } } })).toMatchObject({
      spec: { capacity: { storage: '2m' }, persistentVolumeReclaimPolicy: 'Retain', volumeMode: 'Filesystem' },
      status: { phase: 'Pending' },
    });
    const given = {
      spec: { persistentVolumeReclaimPolicy: 'Delete', volumeMode: 'Block' },
      status: { phase: 'Bound' },
    };
    expect(fillIn(PersistentVolume, given)).toMatchObject(given);
  });

  it.each([
    ['iscsi', { targetPortal: 'p', iqn: 'i', lun: 0 }, { iscsiInterface: 'default' }],
    ['rbd', { monitors: ['m'], image: 'i' }, { pool: 'rbd', user: 'admin', keyring: '/etc/ceph/keyring' }],
    ['scaleIO', { gateway: 'g', system: 's', secretRef: {} }, { storageMode: 'ThinProvisioned', fsType: 'xfs' }],
  ])('of %s name what is usual', (source, given, filledIn) => {
    expect(fillIn(PersistentVolume, { spec: { [source]: given } }).spec).toMatchObject({ [source]: filledIn });
    const other = Object.fromEntries(Object.keys(filledIn).map((key) => [key, 'other']));
    expect(fillIn(PersistentVolume, { spec: { [source]: { ...given, ...other } } }).spec).toMatchObject({
      [source]: other,
    });
  });
});

describe('the row of a volume', () => {
  it('shows size, modes and claim', () => {
    const spec = {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOnce'],
      persistentVolumeReclaimPolicy: 'Retain',
      claimRef: { namespace: 'n', name: 'c' },
      storageClassName: 'fast',
      volumeMode: 'Block',
    };
    expect(printRow(persistentVolumes, { spec, status: { phase: 'Bound', reason: 'Why' } })).toEqual({
      Name: 'a',
      Capacity: '1Gi',
      'Access Modes': 'RWO,RWX',
      'Reclaim Policy': 'Retain',
      Status: 'Bound',
      Claim: 'n/c',
      StorageClass: 'fast',
      Reason: 'Why',
      Age: '5m',
      VolumeMode: 'Block',
    });
  });

  it('shows that it goes, the older annotation for its class, and what is missing', () => {
    const annotations = { 'volume.beta.kubernetes.io/storage-class': 'old' };
    const deletionTimestamp = '2022-01-02T03:05:05Z';
    expect(printRow(persistentVolumes, { metadata: { annotations, deletionTimestamp } })).toMatchObject({
      Capacity: '0',
      'Access Modes': '',
      Status: 'Terminating',
      Claim: '',
      StorageClass: 'old',
      VolumeMode: '<unset>',
    });
  });
});

describe('a write of a volume', () => {
  const spec = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/a' } };

  it('begins as pending and keeps its mode', () => {
    const { object, issues } = create(persistentVolumes, { metadata, spec, status: { phase: 'Bound' } });
    expect(issues).toEqual([]);
    expect(object).toMatchObject({ status: { phase: 'Pending' } });
    const changed = update(persistentVolumes, object, { metadata, spec: { ...spec, volumeMode: 'Block' } });
    expect(causesOf(changed)).toEqual(['volumeMode: Invalid value: "Block": field is immutable']);
  });

  it('needs modes, a capacity and exactly one source', () => {
    expect(causesOf(create(persistentVolumes, { metadata, spec: {} }))).toEqual([
      'spec.accessModes: Required value',
      'spec.capacity: Required value',
      'spec.capacity: Unsupported value: core.ResourceList(nil): supported values: "storage"',
      'spec: Required value: must specify a volume type',
    ]);
    const two = { ...spec, nfs: { server: 's', path: '/' } };
    expect(causesOf(create(persistentVolumes, { metadata, spec: two }))).toEqual([
      'spec.nfs: Forbidden: may not specify more than 1 volume type',
    ]);
  });
});
