import { describe, expect, it } from '@jest/globals';

import { create } from '../../testing/admit.ts';
import { changeAt, ruleCases, shortCausesOf } from '../../testing/rule-table.ts';
import { persistentVolumes } from './persistent-volume.resource.ts';

const aVolumeBody = {
  metadata: { name: 'a' },
  spec: {
    capacity: { storage: '1Gi' },
    accessModes: ['ReadWriteOnce'],
    persistentVolumeReclaimPolicy: 'Retain',
    storageClassName: 'fast',
    volumeMode: 'Filesystem',
    mountOptions: ['ro'],
    claimRef: { namespace: 'n', name: 'c' },
    nodeAffinity: {
      required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'k', operator: 'In', values: ['v'] }] }] },
    },
    hostPath: { path: '/x', type: '' },
  },
};

const aVolumeCases = `
  spec ⇒ spec.accessModes: Required value ;; spec.capacity: Required value ;; spec.capacity: Unsupported value: core.ResourceList(nil): supported values: "storage" ;; spec: Required value: must specify a volume type
  spec.capacity ⇒ spec.capacity: Required value ;; spec.capacity: Unsupported value: core.ResourceList(nil): supported values: "storage"
  spec.capacity.storage = "0" ⇒ spec.capacity[storage]: Invalid value: "0": must be greater than zero
  spec.capacity.storage = "-1" ⇒ spec.capacity[storage]: Invalid value: -1: must be a valid resource quantity ;; spec.capacity[storage]: Invalid value: "-1": must be greater than zero
  spec.accessModes ⇒ spec.accessModes: Required value
  spec.accessModes[0] = "" ⇒ spec.accessModes: Unsupported value: "": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce"
  spec.persistentVolumeReclaimPolicy = "x" ⇒ spec.persistentVolumeReclaimPolicy: Unsupported value: "x": supported values: "Delete", "Recycle", "Retain"
  spec.storageClassName = "A_B" ⇒ spec.storageClassName: Invalid value: "A_B": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character
  spec.volumeMode = "" ⇒ spec.volumeMode: Unsupported value: "": supported values: "Block", "Filesystem"
  spec.nodeAffinity = {} ⇒ spec.nodeAffinity.required: Required value: must specify required node constraints
  spec.nodeAffinity.required = {} ⇒ spec.nodeAffinity.required.nodeSelectorTerms: Required value: must have at least one node selector term
  spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].key = ".." ⇒ spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].key: Invalid value: "..": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].key = "/x/../y" ⇒ spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].key: Invalid value: "/x/../y": a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character
  spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].operator ⇒ spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].operator: Invalid value: "": not a valid selector operator
  spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].operator = "Exists" ⇒ spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].values: Forbidden: may not be specified when \`operator\` is 'Exists' or 'DoesNotExist'
  spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].values ⇒ spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].values: Required value: must be specified when \`operator\` is 'In' or 'NotIn'
  spec.hostPath ⇒ spec: Required value: must specify a volume type
  spec.hostPath = {} ⇒ spec.hostPath.path: Required value
  spec.hostPath.path = ".." ⇒ spec.hostPath.path: Invalid value: "..": must not contain '..'
  spec.hostPath.type = "x" ⇒ spec.hostPath.type: Unsupported value: "x": supported values: "", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"
  spec.capacity.storage = "1.5" ⇒ ok
  spec.accessModes = ["ReadWriteOnce","ReadWriteOnce"] ⇒ ok
  spec.accessModes[0] = "ReadWriteMany" ⇒ ok
  spec.mountOptions[0] = "" ⇒ ok
  spec.nodeAffinity.required.nodeSelectorTerms = [{"matchExpressions":[{"key":"k","operator":"In","values":["v"]}]},{"matchExpressions":[{"key":"k","operator":"In","values":["v"]}]}] ⇒ ok
  spec.nodeAffinity.required.nodeSelectorTerms[0] = {} ⇒ ok
  spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].key = "x" ⇒ ok
  spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].operator = "In" ⇒ ok
  spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].values = ["v","v"] ⇒ ok
  spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].values[0] = "" ⇒ ok
  spec.hostPath.path = "x" ⇒ ok
  spec.accessModes = ["ReadWriteOncePod"] ⇒ spec.accessModes: Unsupported value: "ReadWriteOncePod": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce"
  spec.capacity = {"cpu":"1"} ⇒ spec.capacity: Unsupported value: {"cpu":"1"}: supported values: "storage"
  spec.capacity = {"storage":"1","cpu":"1"} ⇒ spec.capacity: Unsupported value: {"storage":"1","cpu":"1"}: supported values: "storage"
  spec.capacity[storage] = "-1500m" ⇒ spec.capacity[storage]: Invalid value: -2: must be a valid resource quantity ;; spec.capacity[storage]: Invalid value: "-1500m": must be greater than zero
  metadata.annotations = {"volume.beta.kubernetes.io/mount-options":"ro"} ⇒ metadata.annotations.volume.beta.kubernetes.io/mount-options: Forbidden: may not specify mount options for this volume type
  spec.local = {"path":"/y"} ⇒ spec.local: Forbidden: may not specify more than 1 volume type
`;

describe('a volume', () => {
  it('is accepted', () => {
    expect(create(persistentVolumes, aVolumeBody).issues).toEqual([]);
  });

  it.each(ruleCases(aVolumeCases))('with %s', (_title, ruleCase) => {
    expect(shortCausesOf(create(persistentVolumes, changeAt(aVolumeBody, ruleCase)))).toEqual(ruleCase.causes);
  });
});
