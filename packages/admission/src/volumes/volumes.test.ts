import { describe, expect, it } from '@jest/globals';

import { admit, listersOf } from '../testing/admit.ts';
import { persistentVolumeClaimResize } from './claim-resize.ts';
import { storageObjectInUseProtection } from './object-in-use.ts';

const claim = (spec: object = {}, more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'a' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
  ...more,
});

const storageClass = (name: string, more: object = {}) => ({ kind: 'StorageClass', metadata: { name }, ...more });

describe('claims and volumes', () => {
  it('are not deleted while they are in use', async () => {
    const { object } = await admit(storageObjectInUseProtection(), claim());
    expect(object.metadata.finalizers).toEqual(['kubernetes.io/pvc-protection']);
  });

  it('grow where their class says so', async () => {
    const plugin = persistentVolumeClaimResize(
      listersOf(storageClass('fixed'), storageClass('elastic', { allowVolumeExpansion: true })),
    );
    const bound = { status: { phase: 'Bound' } };
    const grown = (storageClassName: string, old: object = bound) =>
      admit(plugin, claim({ storageClassName, resources: { requests: { storage: '2Gi' } } }, bound), {
        old: claim({ storageClassName }, old),
      });
    expect((await grown('elastic')).refusal).toBeUndefined();
    expect((await grown('fixed')).refusal?.message).toContain(
      'the storageclass that provisions the pvc must support resize',
    );
    expect((await grown('elastic', {})).refusal?.message).toContain(
      'Only bound persistent volume claims can be expanded',
    );
  });
});
