/** Disks and file shares that a cloud provider attaches. */
import {
  bool,
  field,
  int32,
  listed,
  message,
  nullable,
  optional,
  required,
  string,
  type TypeOf,
} from '@keelson/schema';

import { LocalObjectReference, SecretReference } from './object-reference.ts';

export const AWSElasticBlockStoreVolumeSource = message(
  'io.k8s.api.core.v1.AWSElasticBlockStoreVolumeSource',
  {
    volumeID: required(1, string, { about: 'Id of the EBS volume.' }),
    fsType: field(2, string, { about: 'Filesystem to mount, such as ext4 or xfs; empty means ext4.' }),
    partition: field(3, int32, { about: 'Number of the partition to mount; 0 means the whole volume.' }),
    readOnly: field(4, bool, { about: 'True mounts the volume without write access; false by default.' }),
  },
  { about: 'An AWS EBS volume, in the same zone as the node.' },
);
export type AWSElasticBlockStoreVolumeSource = TypeOf<typeof AWSElasticBlockStoreVolumeSource>;

export const AzureDiskVolumeSource = message(
  'io.k8s.api.core.v1.AzureDiskVolumeSource',
  {
    diskName: required(1, string, { about: 'Name of the disk.' }),
    diskURI: required(2, string, { about: 'URI of the disk: of its blob, or its resource id for managed disks.' }),
    cachingMode: optional(3, listed('None', 'ReadOnly', 'ReadWrite'), {
      default: 'ReadWrite',
      about: 'Host caching: None, ReadOnly or ReadWrite, the default.',
    }),
    fsType: optional(4, string, { default: 'ext4', about: 'Filesystem to mount, such as ext4 or xfs.' }),
    readOnly: optional(5, bool, {
      default: false,
      about: 'True mounts the volume without write access; false by default.',
    }),
    kind: optional(6, listed('Dedicated', 'Managed', 'Shared'), {
      default: 'Shared',
      about: 'Kind of disk: Shared (the default), Dedicated or Managed.',
    }),
  },
  { about: 'An Azure data disk.' },
);
export type AzureDiskVolumeSource = TypeOf<typeof AzureDiskVolumeSource>;

export const AzureFilePersistentVolumeSource = message(
  'io.k8s.api.core.v1.AzureFilePersistentVolumeSource',
  {
    secretName: required(1, string, { about: "Secret with the storage account's name and key." }),
    shareName: required(2, string, { about: 'Name of the share.' }),
    readOnly: field(3, bool, { about: 'True mounts the volume without write access; false by default.' }),
    secretNamespace: nullable(4, string, { about: "Namespace of the secret; unset means the claim's namespace." }),
  },
  { about: 'An Azure file share for a persistent volume.' },
);
export type AzureFilePersistentVolumeSource = TypeOf<typeof AzureFilePersistentVolumeSource>;

export const AzureFileVolumeSource = message(
  'io.k8s.api.core.v1.AzureFileVolumeSource',
  {
    secretName: required(1, string, { about: "Secret with the storage account's name and key." }),
    shareName: required(2, string, { about: 'Name of the share.' }),
    readOnly: field(3, bool, { about: 'True mounts the volume without write access; false by default.' }),
  },
  { about: 'An Azure file share.' },
);
export type AzureFileVolumeSource = TypeOf<typeof AzureFileVolumeSource>;

export const CinderPersistentVolumeSource = message(
  'io.k8s.api.core.v1.CinderPersistentVolumeSource',
  {
    volumeID: required(1, string, { about: 'Id of the Cinder volume.' }),
    fsType: field(2, string, { about: 'Filesystem to mount, such as ext4 or xfs; empty means ext4.' }),
    readOnly: field(3, bool, { about: 'True mounts the volume without write access; false by default.' }),
    secretRef: optional(4, SecretReference, {
      about: 'Secret with parameters for reaching OpenStack, in any namespace.',
    }),
  },
  { about: 'An OpenStack Cinder volume for a persistent volume.' },
);
export type CinderPersistentVolumeSource = TypeOf<typeof CinderPersistentVolumeSource>;

export const CinderVolumeSource = message(
  'io.k8s.api.core.v1.CinderVolumeSource',
  {
    volumeID: required(1, string, { about: 'Id of the Cinder volume.' }),
    fsType: field(2, string, { about: 'Filesystem to mount, such as ext4 or xfs; empty means ext4.' }),
    readOnly: field(3, bool, { about: 'True mounts the volume without write access; false by default.' }),
    secretRef: optional(4, LocalObjectReference, { about: 'Secret with parameters for reaching OpenStack.' }),
  },
  { about: 'An OpenStack Cinder volume.' },
);
export type CinderVolumeSource = TypeOf<typeof CinderVolumeSource>;

export const GCEPersistentDiskVolumeSource = message(
  'io.k8s.api.core.v1.GCEPersistentDiskVolumeSource',
  {
    pdName: required(1, string, { about: 'Name of the disk.' }),
    fsType: field(2, string, { about: 'Filesystem to mount, such as ext4 or xfs; empty means ext4.' }),
    partition: field(3, int32, { about: 'Number of the partition to mount; 0 means the whole disk.' }),
    readOnly: field(4, bool, { about: 'True mounts the volume without write access; false by default.' }),
  },
  { about: 'A Google Compute Engine disk, in the same project and zone as the node.' },
);
export type GCEPersistentDiskVolumeSource = TypeOf<typeof GCEPersistentDiskVolumeSource>;

export const PhotonPersistentDiskVolumeSource = message(
  'io.k8s.api.core.v1.PhotonPersistentDiskVolumeSource',
  {
    pdID: required(1, string, { about: 'Id of the disk.' }),
    fsType: field(2, string, { about: 'Filesystem to mount, such as ext4 or xfs; empty means ext4.' }),
  },
  { about: 'A Photon Controller disk; obsolete.' },
);
export type PhotonPersistentDiskVolumeSource = TypeOf<typeof PhotonPersistentDiskVolumeSource>;

export const VsphereVirtualDiskVolumeSource = message(
  'io.k8s.api.core.v1.VsphereVirtualDiskVolumeSource',
  {
    volumePath: required(1, string, { about: 'Path of the disk file in its datastore.' }),
    fsType: field(2, string, { about: 'Filesystem to mount, such as ext4 or xfs; empty means ext4.' }),
    storagePolicyName: field(3, string, { about: 'Name of the storage policy.' }),
    storagePolicyID: field(4, string, { about: 'Id of the storage policy that belongs to the name.' }),
  },
  { about: 'A vSphere virtual disk.' },
);
export type VsphereVirtualDiskVolumeSource = TypeOf<typeof VsphereVirtualDiskVolumeSource>;
