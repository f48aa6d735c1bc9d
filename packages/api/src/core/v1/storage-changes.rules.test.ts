import { describe, expect, it } from '@jest/globals';

import { create, update, updateStatus } from '../../testing/admit.ts';
import { changeAt, ruleCases, shortCausesOf } from '../../testing/rule-table.ts';
import { persistentVolumeClaims } from './persistent-volume-claim.resource.ts';
import { persistentVolumes } from './persistent-volume.resource.ts';

const claim = {
  metadata: { name: 'a', annotations: { 'volume.beta.kubernetes.io/storage-class': 'fast' } },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '2Gi' } } },
};

const isFixed = 'spec: Forbidden: spec is immutable after creation except resources.requests for bound claims';
const isSmaller = 'spec.resources.requests.storage: Forbidden: field can not be less than previous value';

const claimCases = `
  metadata.labels = {"a":"b"} ⇒ ok
  spec.volumeName = "v" ⇒ ok
  spec.accessModes = ["ReadWriteMany"] ⇒ ${isFixed}
  spec.resources.requests.storage = "3Gi" ⇒ ${isFixed}
  spec.resources.requests.storage = "1Gi" ⇒ ${isFixed} ;; ${isSmaller}
  spec.volumeMode = "Block" ⇒ ${isFixed} ;; volumeMode: Invalid value: "Block": field is immutable
  spec.storageClassName = "fast" ⇒ ok
  spec.storageClassName = "slow" ⇒ ${isFixed}
  metadata.annotations = {} ⇒ metadata.annotations.volume.beta.kubernetes.io/storage-class: Invalid value: "": field is immutable
`;

describe('a claim that is there', () => {
  it.each(ruleCases(claimCases))('with %s', (_title, ruleCase) => {
    const { object } = create(persistentVolumeClaims, claim);
    const changed = update(persistentVolumeClaims, object, changeAt(claim, ruleCase));
    expect(shortCausesOf(changed)).toEqual(ruleCase.causes);
  });

  it('may grow once it is bound, and does not shrink', () => {
    const { object } = create(persistentVolumeClaims, claim);
    const { object: bound } = updateStatus(persistentVolumeClaims, object, { ...claim, status: { phase: 'Bound' } });
    const resize = (storage: string) => {
      const spec = { ...claim.spec, resources: { requests: { storage } } };
      return shortCausesOf(update(persistentVolumeClaims, bound, { ...claim, spec }));
    };
    expect(resize('3Gi')).toEqual([]);
    expect(resize('1Gi')).toEqual([isSmaller]);
  });

  it('names its volume once', () => {
    const named = { ...claim, spec: { ...claim.spec, volumeName: 'v' } };
    const { object } = create(persistentVolumeClaims, named);
    const other = { ...claim, spec: { ...claim.spec, volumeName: 'w' } };
    expect(shortCausesOf(update(persistentVolumeClaims, object, other))).toEqual([isFixed]);
  });

  it('reports capacities that are not negative', () => {
    const { object } = create(persistentVolumeClaims, claim);
    const status = { phase: 'Bound', capacity: { storage: '-1' } };
    expect(shortCausesOf(updateStatus(persistentVolumeClaims, object, { ...claim, status }))).toEqual([
      'status.capacity[storage]: Invalid value: -1: must be a valid resource quantity',
    ]);
  });
});

const volume = {
  metadata: { name: 'a' },
  spec: {
    capacity: { storage: '1Gi' },
    accessModes: ['ReadWriteOnce'],
    csi: { driver: 'd.example.com', volumeHandle: 'h' },
  },
};

const isSource = 'spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation';

const volumeCases = `
  spec.capacity.storage = "2Gi" ⇒ ok
  spec.storageClassName = "fast" ⇒ ok
  spec.csi.volumeHandle = "i" ⇒ ${isSource}
  spec.csi.controllerExpandSecretRef = {"name":"s","namespace":"n"} ⇒ ok
  spec.volumeMode = "Block" ⇒ volumeMode: Invalid value: "Block": field is immutable
  spec.nodeAffinity = {"required":{"nodeSelectorTerms":[{"matchExpressions":[{"key":"k","operator":"Exists"}]}]}} ⇒ ok
  spec.accessModes = [] ⇒ spec.accessModes: Required value ;; spec.accessModes: Required value
`;

describe('a volume that is there', () => {
  it.each(ruleCases(volumeCases))('with %s', (_title, ruleCase) => {
    const { object } = create(persistentVolumes, volume);
    expect(shortCausesOf(update(persistentVolumes, object, changeAt(volume, ruleCase)))).toEqual(ruleCase.causes);
  });

  it('keeps the nodes that reach it', () => {
    const on = (key: string) => ({
      required: { nodeSelectorTerms: [{ matchExpressions: [{ key, operator: 'Exists' }] }] },
    });
    const { object } = create(persistentVolumes, { ...volume, spec: { ...volume.spec, nodeAffinity: on('k') } });
    const moved = { ...volume, spec: { ...volume.spec, nodeAffinity: on('l') } };
    expect(shortCausesOf(update(persistentVolumes, object, moved))).toEqual([
      expect.stringMatching(/^nodeAffinity: Invalid value: .*: field is immutable$/),
    ]);
  });
});
