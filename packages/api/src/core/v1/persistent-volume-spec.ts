/** The spec of a persistent volume: one source, a capacity, access modes. */
import { field, inline, list, listed, map, message, optional, quantity, string, type TypeOf } from '@keelson/schema';

import {
  FCVolumeSource,
  ISCSIPersistentVolumeSource,
  PortworxVolumeSource,
  RBDPersistentVolumeSource,
  ScaleIOPersistentVolumeSource,
  StorageOSPersistentVolumeSource,
} from './block-storage.ts';
import {
  AWSElasticBlockStoreVolumeSource,
  AzureDiskVolumeSource,
  AzureFilePersistentVolumeSource,
  CinderPersistentVolumeSource,
  GCEPersistentDiskVolumeSource,
  PhotonPersistentDiskVolumeSource,
  VsphereVirtualDiskVolumeSource,
} from './cloud-disk.ts';
import { CSIPersistentVolumeSource, FlexPersistentVolumeSource } from './driver-volume-source.ts';
import {
  CephFSPersistentVolumeSource,
  FlockerVolumeSource,
  GlusterfsPersistentVolumeSource,
  NFSVolumeSource,
  QuobyteVolumeSource,
} from './file-storage.ts';
import { HostPathVolumeSource, LocalVolumeSource } from './host-storage.ts';
import { NodeSelector } from './node-selector.ts';
import { ObjectReference } from './object-reference.ts';
import { roundToMilli } from './resource-list.defaults.ts';

export const PersistentVolumeSource = message(
  'io.k8s.api.core.v1.PersistentVolumeSource',
  {
    gcePersistentDisk: optional(1, GCEPersistentDiskVolumeSource, { about: 'A Google Compute Engine disk.' }),
    awsElasticBlockStore: optional(2, AWSElasticBlockStoreVolumeSource, { about: 'An AWS EBS volume.' }),
    hostPath: optional(3, HostPathVolumeSource, { about: 'A folder of the node; for single-node tests only.' }),
    glusterfs: optional(4, GlusterfsPersistentVolumeSource, { about: 'A GlusterFS volume.' }),
    nfs: optional(5, NFSVolumeSource, { about: 'A path exported by an NFS server.' }),
    rbd: optional(6, RBDPersistentVolumeSource, { about: 'A Ceph block device image.' }),
    iscsi: optional(7, ISCSIPersistentVolumeSource, { about: 'An iSCSI disk.' }),
    cinder: optional(8, CinderPersistentVolumeSource, { about: 'An OpenStack Cinder volume.' }),
    cephfs: optional(9, CephFSPersistentVolumeSource, { about: 'A Ceph filesystem.' }),
    fc: optional(10, FCVolumeSource, { about: 'A Fibre Channel disk.' }),
    flocker: optional(11, FlockerVolumeSource, { about: 'A Flocker dataset; obsolete.' }),
    flexVolume: optional(12, FlexPersistentVolumeSource, {
      about: 'A volume handled by an exec-based driver; obsolete, use CSI.',
    }),
    azureFile: optional(13, AzureFilePersistentVolumeSource, { about: 'An Azure file share.' }),
    vsphereVolume: optional(14, VsphereVirtualDiskVolumeSource, { about: 'A vSphere virtual disk.' }),
    quobyte: optional(15, QuobyteVolumeSource, { about: 'A Quobyte volume; obsolete.' }),
    azureDisk: optional(16, AzureDiskVolumeSource, { about: 'An Azure data disk.' }),
    photonPersistentDisk: optional(17, PhotonPersistentDiskVolumeSource, {
      about: 'A Photon Controller disk; obsolete.',
    }),
    portworxVolume: optional(18, PortworxVolumeSource, { about: 'A Portworx volume.' }),
    scaleIO: optional(19, ScaleIOPersistentVolumeSource, { about: 'A ScaleIO volume; obsolete.' }),
    local: optional(20, LocalVolumeSource, { about: 'A disk or folder that belongs to one node.' }),
    storageos: optional(21, StorageOSPersistentVolumeSource, { about: 'A StorageOS volume; obsolete.' }),
    csi: optional(22, CSIPersistentVolumeSource, { about: 'A volume kept by a CSI driver.' }),
  },
  { about: 'What backs a persistent volume; set exactly one member.' },
);
export type PersistentVolumeSource = TypeOf<typeof PersistentVolumeSource>;

export const VolumeNodeAffinity = message(
  'io.k8s.api.core.v1.VolumeNodeAffinity',
  {
    required: optional(1, NodeSelector, { about: 'What a node must fulfil.' }),
  },
  { about: 'Nodes from which a volume can be reached.' },
);
export type VolumeNodeAffinity = TypeOf<typeof VolumeNodeAffinity>;

export const PersistentVolumeSpec = message(
  'io.k8s.api.core.v1.PersistentVolumeSpec',
  {
    capacity: field(1, map(quantity), { about: 'Size of the volume and other amounts it offers.' }),
    persistentVolumeSource: inline(2, PersistentVolumeSource),
    accessModes: field(3, list(listed('ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOncePod')), {
      about: 'Ways it can be mounted: ReadWriteOnce, ReadOnlyMany, ReadWriteMany, ReadWriteOncePod.',
    }),
    claimRef: optional(4, ObjectReference, {
      about: "Claim the volume is bound to or reserved for; a bound volume carries the claim's UID.",
    }),
    persistentVolumeReclaimPolicy: field(5, listed('Delete', 'Recycle', 'Retain'), {
      about: 'What happens once released: Retain (the default for hand-made volumes), Delete or Recycle.',
    }),
    storageClassName: field(6, string, { about: 'Storage class of the volume; empty means none.' }),
    mountOptions: field(7, list(string), {
      about: 'Extra mount options, such as ro; not checked, a wrong one fails the mount.',
    }),
    volumeMode: optional(8, listed('Block', 'Filesystem'), {
      about: 'Form offered to pods: Filesystem (the default) or Block.',
    }),
    nodeAffinity: optional(9, VolumeNodeAffinity, {
      about: 'Nodes from which the volume can be reached; unset means all.',
    }),
  },
  {
    about: 'What a piece of storage is and how it may be used.',
    applyDefaults: (spec) => roundToMilli(spec.capacity),
  },
);
export type PersistentVolumeSpec = TypeOf<typeof PersistentVolumeSpec>;
