/** The volumes of a pod: a name and exactly one source. */
import { bool, field, inline, message, optional, required, string, type TypeOf } from '@keelson/schema';

import { ObjectMeta } from '../../meta/v1/object-meta.ts';
import {
  FCVolumeSource,
  ISCSIVolumeSource,
  PortworxVolumeSource,
  RBDVolumeSource,
  ScaleIOVolumeSource,
  StorageOSVolumeSource,
} from './block-storage.ts';
import {
  AWSElasticBlockStoreVolumeSource,
  AzureDiskVolumeSource,
  AzureFileVolumeSource,
  CinderVolumeSource,
  GCEPersistentDiskVolumeSource,
  PhotonPersistentDiskVolumeSource,
  VsphereVirtualDiskVolumeSource,
} from './cloud-disk.ts';
import { CSIVolumeSource, FlexVolumeSource } from './driver-volume-source.ts';
import {
  CephFSVolumeSource,
  FlockerVolumeSource,
  GlusterfsVolumeSource,
  NFSVolumeSource,
  QuobyteVolumeSource,
} from './file-storage.ts';
import { EmptyDirVolumeSource, GitRepoVolumeSource, HostPathVolumeSource } from './host-storage.ts';
import { PersistentVolumeClaimSpec } from './persistent-volume-claim-spec.ts';
import {
  ConfigMapVolumeSource,
  DownwardAPIVolumeSource,
  ProjectedVolumeSource,
  SecretVolumeSource,
} from './projected-volume-source.ts';
import { defaultVolume } from './volume.defaults.ts';

export const PersistentVolumeClaimTemplate = message(
  'io.k8s.api.core.v1.PersistentVolumeClaimTemplate',
  {
    metadata: field(1, ObjectMeta, { about: 'Labels and annotations for the claim; nothing else is allowed.' }),
    spec: required(2, PersistentVolumeClaimSpec, { about: 'The storage the claim asks for.' }),
  },
  { about: 'The blueprint of a claim.' },
);
export type PersistentVolumeClaimTemplate = TypeOf<typeof PersistentVolumeClaimTemplate>;

export const EphemeralVolumeSource = message(
  'io.k8s.api.core.v1.EphemeralVolumeSource',
  {
    volumeClaimTemplate: optional(1, PersistentVolumeClaimTemplate, {
      about: 'Blueprint of the claim, which is named after pod and volume.',
    }),
  },
  { about: 'A claim made for one pod and deleted along with it.' },
);
export type EphemeralVolumeSource = TypeOf<typeof EphemeralVolumeSource>;

export const PersistentVolumeClaimVolumeSource = message(
  'io.k8s.api.core.v1.PersistentVolumeClaimVolumeSource',
  {
    claimName: required(1, string, { about: "Claim in the pod's namespace." }),
    readOnly: field(2, bool, { about: 'True mounts every use without write access; false by default.' }),
  },
  { about: 'A claim used as a volume.' },
);
export type PersistentVolumeClaimVolumeSource = TypeOf<typeof PersistentVolumeClaimVolumeSource>;

export const VolumeSource = message(
  'io.k8s.api.core.v1.VolumeSource',
  {
    hostPath: optional(1, HostPathVolumeSource, {
      about: 'A file or folder of the node; it can open the node to the pod.',
    }),
    emptyDir: optional(2, EmptyDirVolumeSource, { about: 'An empty folder that lives as long as the pod.' }),
    gcePersistentDisk: optional(3, GCEPersistentDiskVolumeSource, {
      about: 'A Google Compute Engine disk already made.',
    }),
    awsElasticBlockStore: optional(4, AWSElasticBlockStoreVolumeSource, { about: 'An AWS EBS volume already made.' }),
    gitRepo: optional(5, GitRepoVolumeSource, {
      about: 'Obsolete: a Git checkout; clone into an emptyDir from an init container instead.',
    }),
    secret: optional(6, SecretVolumeSource, { about: 'Files made from the keys of a secret.' }),
    nfs: optional(7, NFSVolumeSource, { about: 'A path exported by an NFS server.' }),
    iscsi: optional(8, ISCSIVolumeSource, { about: 'An iSCSI disk.' }),
    glusterfs: optional(9, GlusterfsVolumeSource, { about: 'A GlusterFS volume.' }),
    persistentVolumeClaim: optional(10, PersistentVolumeClaimVolumeSource, {
      about: "A claim in the pod's namespace.",
    }),
    rbd: optional(11, RBDVolumeSource, { about: 'A Ceph block device image.' }),
    flexVolume: optional(12, FlexVolumeSource, {
      about: 'A volume handled by an exec-based driver; obsolete, use CSI.',
    }),
    cinder: optional(13, CinderVolumeSource, { about: 'An OpenStack Cinder volume.' }),
    cephfs: optional(14, CephFSVolumeSource, { about: 'A Ceph filesystem.' }),
    flocker: optional(15, FlockerVolumeSource, { about: 'A Flocker dataset; obsolete.' }),
    downwardAPI: optional(16, DownwardAPIVolumeSource, { about: 'Files made from facts about the pod.' }),
    fc: optional(17, FCVolumeSource, { about: 'A Fibre Channel disk.' }),
    azureFile: optional(18, AzureFileVolumeSource, { about: 'An Azure file share.' }),
    configMap: optional(19, ConfigMapVolumeSource, { about: 'Files made from the keys of a ConfigMap.' }),
    vsphereVolume: optional(20, VsphereVirtualDiskVolumeSource, { about: 'A vSphere virtual disk.' }),
    quobyte: optional(21, QuobyteVolumeSource, { about: 'A Quobyte volume; obsolete.' }),
    azureDisk: optional(22, AzureDiskVolumeSource, { about: 'An Azure data disk.' }),
    photonPersistentDisk: optional(23, PhotonPersistentDiskVolumeSource, {
      about: 'A Photon Controller disk; obsolete.',
    }),
    projected: optional(26, ProjectedVolumeSource, { about: 'Several sources put together in one folder.' }),
    portworxVolume: optional(24, PortworxVolumeSource, { about: 'A Portworx volume.' }),
    scaleIO: optional(25, ScaleIOVolumeSource, { about: 'A ScaleIO volume; obsolete.' }),
    storageos: optional(27, StorageOSVolumeSource, { about: 'A StorageOS volume; obsolete.' }),
    csi: optional(28, CSIVolumeSource, {
      featureGate: 'CSIInlineVolume',
      about: 'A volume made by a CSI driver for this pod alone.',
    }),
    ephemeral: optional(29, EphemeralVolumeSource, { about: 'A claim made for this pod and deleted along with it.' }),
  },
  { about: 'What backs a volume; set exactly one member.' },
);
export type VolumeSource = TypeOf<typeof VolumeSource>;

export const Volume = message(
  'io.k8s.api.core.v1.Volume',
  {
    name: required(1, string, { about: 'Name of the volume, a DNS label unique in the pod.' }),
    volumeSource: inline(2, VolumeSource),
  },
  { about: "A named store of files or blocks that a pod's containers may mount.", applyDefaults: defaultVolume },
);
export type Volume = TypeOf<typeof Volume>;
