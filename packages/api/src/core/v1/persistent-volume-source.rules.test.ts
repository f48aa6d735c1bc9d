import { describe, expect, it } from '@jest/globals';
import type { JsonValue } from '@keelson/schema';

import { create } from '../../testing/admit.ts';
import { changeAt, ruleCases, shortCausesOf } from '../../testing/rule-table.ts';
import { persistentVolumes } from './persistent-volume.resource.ts';

const shared = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'] };

const sources: readonly (readonly [key: string, source: Readonly<Record<string, JsonValue>>, table: string])[] = [
  [
    'csi',
    {
      csi: {
        driver: 'd.example.com',
        volumeHandle: 'h',
        fsType: 'ext4',
        volumeAttributes: { a: 'b' },
        controllerPublishSecretRef: { name: 'a', namespace: 'b' },
        nodeStageSecretRef: { name: 'a', namespace: 'b' },
        nodePublishSecretRef: { name: 'a', namespace: 'b' },
        controllerExpandSecretRef: { name: 'a', namespace: 'b' },
      },
    },
    `
  spec.csi ⇒ spec: Required value: must specify a volume type
  spec.csi = {} ⇒ spec.csi.driver: Required value ;; spec.csi.driver: Invalid value: "": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character ;; spec.csi.volumeHandle: Required value
  spec.csi.driver ⇒ spec.csi.driver: Required value ;; spec.csi.driver: Invalid value: "": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character
  spec.csi.driver = "A_B" ⇒ spec.csi.driver: Invalid value: "A_B": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character
  spec.csi.volumeHandle ⇒ spec.csi.volumeHandle: Required value
  spec.csi.driver = "x" ⇒ ok
  spec.csi.volumeHandle = "x" ⇒ ok
  spec.csi.controllerPublishSecretRef.name = "x" ⇒ ok
  spec.csi.controllerPublishSecretRef.namespace = "x" ⇒ ok
`,
  ],
  [
    'iscsi',
    {
      iscsi: {
        targetPortal: '1.2.3.4',
        iqn: 'iqn.2001-04.com.example:x',
        lun: 1,
        chapAuthSession: true,
        secretRef: { name: 's', namespace: 'n' },
        initiatorName: 'iqn.2001-04.com.example:y',
        iscsiInterface: 'i',
        portals: ['p'],
      },
    },
    `
  spec.iscsi ⇒ spec: Required value: must specify a volume type
  spec.iscsi = {} ⇒ spec.iscsi.targetPortal: Required value ;; spec.iscsi.iqn: Required value
  spec.iscsi.targetPortal ⇒ spec.iscsi.targetPortal: Required value
  spec.iscsi.iqn ⇒ spec.iscsi.iqn: Required value
  spec.iscsi.iqn = "x" ⇒ spec.iscsi.iqn: Invalid value: "x": must be valid format
  spec.iscsi.targetPortal = "x" ⇒ ok
  spec.iscsi.chapAuthSession = false ⇒ ok
  spec.iscsi.secretRef.name = "x" ⇒ ok
  spec.iscsi.portals[0] = "" ⇒ ok
`,
  ],
  [
    'gcePersistentDisk',
    { gcePersistentDisk: { pdName: 'p', partition: 1, fsType: 'ext4' } },
    `
  spec.gcePersistentDisk ⇒ spec: Required value: must specify a volume type
  spec.gcePersistentDisk = {} ⇒ spec.persistentDisk.pdName: Required value
  spec.gcePersistentDisk.partition = -1 ⇒ spec.persistentDisk.partition: Invalid value: -1: must be between 1 and 255, inclusive
  spec.gcePersistentDisk.pdName = "x" ⇒ ok
`,
  ],
  [
    'awsElasticBlockStore',
    { awsElasticBlockStore: { volumeID: 'v', partition: 1 } },
    `
  spec.awsElasticBlockStore ⇒ spec: Required value: must specify a volume type
  spec.awsElasticBlockStore = {} ⇒ spec.awsElasticBlockStore.volumeID: Required value
  spec.awsElasticBlockStore.partition = -1 ⇒ spec.awsElasticBlockStore.partition: Invalid value: -1: must be between 1 and 255, inclusive
  spec.awsElasticBlockStore.volumeID = "x" ⇒ ok
`,
  ],
  [
    'glusterfs',
    { glusterfs: { endpoints: 'e', path: 'p', endpointsNamespace: 'n' } },
    `
  spec.glusterfs ⇒ spec: Required value: must specify a volume type
  spec.glusterfs = {} ⇒ spec.glusterfs.endpoints: Required value ;; spec.glusterfs.path: Required value
  spec.glusterfs.endpoints ⇒ spec.glusterfs.endpoints: Required value
  spec.glusterfs.path ⇒ spec.glusterfs.path: Required value
  spec.glusterfs.endpointsNamespace = "" ⇒ spec.glusterfs.endpointsNamespace: Invalid value: "": if the endpointnamespace is set, it must be a valid namespace name
  spec.glusterfs.endpointsNamespace = "A_B" ⇒ spec.glusterfs.endpointsNamespace: Invalid value: "A_B": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character
  spec.glusterfs.endpoints = "x" ⇒ ok
  spec.glusterfs.path = "x" ⇒ ok
`,
  ],
  [
    'nfs',
    { nfs: { server: 's', path: '/p' } },
    `
  spec.nfs ⇒ spec: Required value: must specify a volume type
  spec.nfs = {} ⇒ spec.nfs.server: Required value ;; spec.nfs.path: Required value ;; spec.nfs.path: Invalid value: "": must be an absolute path
  spec.nfs.server ⇒ spec.nfs.server: Required value
  spec.nfs.path ⇒ spec.nfs.path: Required value ;; spec.nfs.path: Invalid value: "": must be an absolute path
  spec.nfs.path = "x" ⇒ spec.nfs.path: Invalid value: "x": must be an absolute path
  spec.nfs.server = "x" ⇒ ok
  spec.nfs.path = "/x/../y" ⇒ ok
`,
  ],
  [
    'rbd',
    { rbd: { monitors: ['m'], image: 'i', secretRef: { name: 'n' } } },
    `
  spec.rbd ⇒ spec: Required value: must specify a volume type
  spec.rbd = {} ⇒ spec.rbd.monitors: Required value ;; spec.rbd.image: Required value
  spec.rbd.monitors ⇒ spec.rbd.monitors: Required value
  spec.rbd.image ⇒ spec.rbd.image: Required value
  spec.rbd.monitors = ["m","m"] ⇒ ok
  spec.rbd.monitors[0] = "" ⇒ ok
  spec.rbd.image = "x" ⇒ ok
`,
  ],
  [
    'quobyte',
    { quobyte: { registry: 'h:1', volume: 'v', tenant: 't' } },
    `
  spec.quobyte ⇒ spec: Required value: must specify a volume type
  spec.quobyte = {} ⇒ spec.quobyte.registry: Required value: must be a host:port pair or multiple pairs separated by commas ;; spec.quobyte.volume: Required value
  spec.quobyte.registry ⇒ spec.quobyte.registry: Required value: must be a host:port pair or multiple pairs separated by commas
  spec.quobyte.registry = "x" ⇒ spec.quobyte.registry: Invalid value: "x": must be a host:port pair or multiple pairs separated by commas
  spec.quobyte.volume ⇒ spec.quobyte.volume: Required value
  spec.quobyte.volume = "x" ⇒ ok
`,
  ],
  [
    'cephfs',
    { cephfs: { monitors: ['m'], path: '/p', user: 'u' } },
    `
  spec.cephfs ⇒ spec: Required value: must specify a volume type
  spec.cephfs = {} ⇒ spec.cephfs.monitors: Required value
  spec.cephfs.monitors = ["m","m"] ⇒ ok
  spec.cephfs.monitors[0] = "" ⇒ ok
`,
  ],
  [
    'cinder',
    { cinder: { volumeID: 'v', secretRef: { name: 'n', namespace: 's' } } },
    `
  spec.cinder ⇒ spec: Required value: must specify a volume type
  spec.cinder = {} ⇒ spec.cinder.volumeID: Required value
  spec.cinder.secretRef = {} ⇒ spec.cinder.secretRef.name: Required value ;; spec.cinder.secretRef.namespace: Required value
  spec.cinder.secretRef.name ⇒ spec.cinder.secretRef.name: Required value
  spec.cinder.secretRef.namespace ⇒ spec.cinder.secretRef.namespace: Required value
  spec.cinder.volumeID = "x" ⇒ ok
  spec.cinder.secretRef.name = "x" ⇒ ok
  spec.cinder.secretRef.namespace = "x" ⇒ ok
`,
  ],
  [
    'fc',
    { fc: { targetWWNs: ['w'], lun: 1 } },
    `
  spec.fc ⇒ spec: Required value: must specify a volume type
  spec.fc = {} ⇒ spec.fc.targetWWNs: Required value: must specify either targetWWNs or wwids, but not both
  spec.fc.lun ⇒ spec.fc.lun: Required value: lun is required if targetWWNs is specified
  spec.fc.lun = -1 ⇒ spec.fc.lun: Invalid value: -1: must be between 0 and 255, inclusive
  spec.fc.targetWWNs = ["w","w"] ⇒ ok
  spec.fc.targetWWNs[0] = "" ⇒ ok
  spec.fc.lun = 0 ⇒ ok
`,
  ],
  [
    'flexVolume',
    { flexVolume: { driver: 'd/e', options: { a: 'b' }, secretRef: { name: 'n' } } },
    `
  spec.flexVolume ⇒ spec: Required value: must specify a volume type
  spec.flexVolume = {} ⇒ spec.flexVolume.driver: Required value
  spec.flexVolume.driver = "x" ⇒ ok
`,
  ],
  [
    'flocker',
    { flocker: { datasetName: 'd' } },
    `
  spec.flocker ⇒ spec: Required value: must specify a volume type
  spec.flocker = {} ⇒ spec.flocker: Required value: one of datasetName and datasetUUID is required
  spec.flocker.datasetName = "/x/../y" ⇒ spec.flocker.datasetName: Invalid value: "/x/../y": must not contain '/'
  spec.flocker.datasetName = "x" ⇒ ok
`,
  ],
  [
    'azureFile',
    { azureFile: { secretName: 's', shareName: 'h', secretNamespace: 'n' } },
    `
  spec.azureFile ⇒ spec: Required value: must specify a volume type
  spec.azureFile = {} ⇒ spec.azureFile.secretName: Required value ;; spec.azureFile.shareName: Required value
  spec.azureFile.secretName ⇒ spec.azureFile.secretName: Required value
  spec.azureFile.shareName ⇒ spec.azureFile.shareName: Required value
  spec.azureFile.secretNamespace = "" ⇒ spec.azureFile.secretNamespace: Required value
  spec.azureFile.secretName = "x" ⇒ ok
  spec.azureFile.shareName = "x" ⇒ ok
`,
  ],
  [
    'vsphereVolume',
    { vsphereVolume: { volumePath: 'p' } },
    `
  spec.vsphereVolume ⇒ spec: Required value: must specify a volume type
  spec.vsphereVolume = {} ⇒ spec.vsphereVolume.volumePath: Required value
  spec.vsphereVolume.volumePath = "x" ⇒ ok
`,
  ],
  [
    'photonPersistentDisk',
    { photonPersistentDisk: { pdID: 'p' } },
    `
  spec.photonPersistentDisk ⇒ spec: Required value: must specify a volume type
  spec.photonPersistentDisk = {} ⇒ spec.photonPersistentDisk.pdID: Required value
  spec.photonPersistentDisk.pdID = "x" ⇒ ok
`,
  ],
  [
    'portworxVolume',
    { portworxVolume: { volumeID: 'v' } },
    `
  spec.portworxVolume ⇒ spec: Required value: must specify a volume type
  spec.portworxVolume = {} ⇒ spec.portworxVolume.volumeID: Required value
  spec.portworxVolume.volumeID = "x" ⇒ ok
`,
  ],
  [
    'azureDisk',
    { azureDisk: { diskName: 'd', diskURI: 'https://x', kind: 'Dedicated', cachingMode: 'None' } },
    `
  spec.azureDisk ⇒ spec: Required value: must specify a volume type
  spec.azureDisk = {} ⇒ spec.azureDisk.diskName: Required value ;; spec.azureDisk.diskURI: Required value ;; spec.azureDisk.diskURI: Unsupported value: "": supported values: "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd"
  spec.azureDisk.diskName ⇒ spec.azureDisk.diskName: Required value
  spec.azureDisk.diskURI ⇒ spec.azureDisk.diskURI: Required value ;; spec.azureDisk.diskURI: Unsupported value: "": supported values: "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd"
  spec.azureDisk.diskURI = "x" ⇒ spec.azureDisk.diskURI: Unsupported value: "x": supported values: "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd"
  spec.azureDisk.kind = "" ⇒ spec.azureDisk.kind: Unsupported value: "": supported values: "Dedicated", "Managed", "Shared"
  spec.azureDisk.cachingMode = "" ⇒ spec.azureDisk.cachingMode: Unsupported value: "": supported values: "None", "ReadOnly", "ReadWrite"
  spec.azureDisk.diskName = "x" ⇒ ok
`,
  ],
  [
    'scaleIO',
    { scaleIO: { gateway: 'g', system: 's', volumeName: 'v', secretRef: { name: 'n' } } },
    `
  spec.scaleIO ⇒ spec: Required value: must specify a volume type
  spec.scaleIO = {} ⇒ spec.scaleIO.gateway: Required value ;; spec.scaleIO.system: Required value ;; spec.scaleIO.volumeName: Required value
  spec.scaleIO.gateway ⇒ spec.scaleIO.gateway: Required value
  spec.scaleIO.system ⇒ spec.scaleIO.system: Required value
  spec.scaleIO.volumeName ⇒ spec.scaleIO.volumeName: Required value
  spec.scaleIO.gateway = "x" ⇒ ok
  spec.scaleIO.system = "x" ⇒ ok
  spec.scaleIO.volumeName = "x" ⇒ ok
`,
  ],
  [
    'local',
    {
      local: { path: '/x' },
      nodeAffinity: {
        required: { nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['v'] }] }] },
      },
    },
    `
  spec.local ⇒ spec: Required value: must specify a volume type
  spec.local = {} ⇒ spec.local.path: Required value
  spec.local.path = ".." ⇒ spec.local.path: Invalid value: "..": must not contain '..'
  spec.local.path = "x" ⇒ ok
`,
  ],
  [
    'storageos',
    { storageos: { volumeName: 'v', volumeNamespace: 'n', secretRef: { name: 'a', namespace: 'b' } } },
    `
  spec.storageos ⇒ spec: Required value: must specify a volume type
  spec.storageos = {} ⇒ spec.storageos.volumeName: Required value
  spec.storageos.volumeName = "A_B" ⇒ spec.storageos.volumeName: Invalid value: "A_B": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character
  spec.storageos.volumeNamespace = "A_B" ⇒ spec.storageos.volumeNamespace: Invalid value: "A_B": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character
  spec.storageos.secretRef = {} ⇒ spec.storageos.secretRef.name: Required value ;; spec.storageos.secretRef.namespace: Required value
  spec.storageos.secretRef.name ⇒ spec.storageos.secretRef.name: Required value
  spec.storageos.volumeName = "x" ⇒ ok
  spec.storageos.secretRef.name = "x" ⇒ ok
  spec.storageos.secretRef.namespace = "x" ⇒ ok
`,
  ],
];

describe.each(sources)('a volume of %s', (_key, source, table) => {
  const body = { metadata: { name: 'a' }, spec: { ...shared, ...source } };

  it('is accepted', () => {
    expect(create(persistentVolumes, body).issues).toEqual([]);
  });

  it.each(ruleCases(table))('with %s', (_title, ruleCase) => {
    expect(shortCausesOf(create(persistentVolumes, changeAt(body, ruleCase)))).toEqual(ruleCase.causes);
  });
});
