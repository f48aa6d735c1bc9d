/** Block devices reached over a storage network. */
import {
  bool,
  field,
  int32,
  list,
  message,
  optional,
  required,
  requiredPointer,
  string,
  type TypeOf,
} from '@keelson/schema';

import { LocalObjectReference, ObjectReference, SecretReference } from './object-reference.ts';

export const FCVolumeSource = message(
  'io.k8s.api.core.v1.FCVolumeSource',
  {
    targetWWNs: field(1, list(string), { about: 'World wide names of the targets.' }),
    lun: optional(2, int32, { about: 'Logical unit number at the target.' }),
    fsType: field(3, string, { about: 'Filesystem to mount, such as ext4 or xfs; empty means ext4.' }),
    readOnly: field(4, bool, { about: 'True mounts the volume without write access; false by default.' }),
    wwids: field(5, list(string), { about: 'World wide identifiers of the volume; excludes `targetWWNs` with `lun`.' }),
  },
  { about: 'A Fibre Channel disk; name it by target and LUN, or by WWID.' },
);
export type FCVolumeSource = TypeOf<typeof FCVolumeSource>;

export const ISCSIPersistentVolumeSource = message(
  'io.k8s.api.core.v1.ISCSIPersistentVolumeSource',
  {
    targetPortal: required(1, string, { about: 'Address of the target portal, IP or IP:port; port 3260 by default.' }),
    iqn: required(2, string, { about: 'Qualified name of the target.' }),
    lun: required(3, int32, { about: 'Logical unit number at the target.' }),
    iscsiInterface: field(4, string, {
      default: 'default',
      about: 'Initiator interface to use; default (TCP) if empty.',
    }),
    fsType: field(5, string, { about: 'Filesystem to mount, such as ext4 or xfs; empty means ext4.' }),
    readOnly: field(6, bool, { about: 'True mounts the volume without write access; false by default.' }),
    portals: field(7, list(string), { about: 'More portal addresses, for multipath.' }),
    chapAuthDiscovery: field(8, bool, { about: 'True authenticates discovery with CHAP.' }),
    chapAuthSession: field(11, bool, { about: 'True authenticates sessions with CHAP.' }),
    secretRef: optional(10, SecretReference, { about: 'Secret with the CHAP credentials, in any namespace.' }),
    initiatorName: optional(12, string, {
      about: 'Own initiator name; with `iscsiInterface` set, a new interface is made for it.',
    }),
  },
  { about: 'An iSCSI disk for a persistent volume, which only one node may write to.' },
);
export type ISCSIPersistentVolumeSource = TypeOf<typeof ISCSIPersistentVolumeSource>;

export const ISCSIVolumeSource = message(
  'io.k8s.api.core.v1.ISCSIVolumeSource',
  {
    targetPortal: required(1, string, { about: 'Address of the target portal, IP or IP:port; port 3260 by default.' }),
    iqn: required(2, string, { about: 'Qualified name of the target.' }),
    lun: required(3, int32, { about: 'Logical unit number at the target.' }),
    iscsiInterface: field(4, string, {
      default: 'default',
      about: 'Initiator interface to use; default (TCP) if empty.',
    }),
    fsType: field(5, string, { about: 'Filesystem to mount, such as ext4 or xfs; empty means ext4.' }),
    readOnly: field(6, bool, { about: 'True mounts the volume without write access; false by default.' }),
    portals: field(7, list(string), { about: 'More portal addresses, for multipath.' }),
    chapAuthDiscovery: field(8, bool, { about: 'True authenticates discovery with CHAP.' }),
    chapAuthSession: field(11, bool, { about: 'True authenticates sessions with CHAP.' }),
    secretRef: optional(10, LocalObjectReference, { about: 'Secret with the CHAP credentials.' }),
    initiatorName: optional(12, string, {
      about: 'Own initiator name; with `iscsiInterface` set, a new interface is made for it.',
    }),
  },
  { about: 'An iSCSI disk, which only one node may write to.' },
);
export type ISCSIVolumeSource = TypeOf<typeof ISCSIVolumeSource>;

export const PortworxVolumeSource = message(
  'io.k8s.api.core.v1.PortworxVolumeSource',
  {
    volumeID: required(1, string, { about: 'Id of the volume.' }),
    fsType: field(2, string, { about: 'Filesystem to mount, such as ext4 or xfs; empty means ext4.' }),
    readOnly: field(3, bool, { about: 'True mounts the volume without write access; false by default.' }),
  },
  { about: 'A Portworx volume.' },
);
export type PortworxVolumeSource = TypeOf<typeof PortworxVolumeSource>;

export const RBDPersistentVolumeSource = message(
  'io.k8s.api.core.v1.RBDPersistentVolumeSource',
  {
    monitors: required(1, list(string), { about: 'Addresses of the Ceph monitors.' }),
    image: required(2, string, { about: 'Name of the image.' }),
    fsType: field(3, string, { about: 'Filesystem to mount, such as ext4 or xfs; empty means ext4.' }),
    pool: field(4, string, { default: 'rbd', about: 'Ceph pool of the image; rbd by default.' }),
    user: field(5, string, { default: 'admin', about: 'Ceph user; admin by default.' }),
    keyring: field(6, string, {
      default: '/etc/ceph/keyring',
      about: 'Key ring file on the node; /etc/ceph/keyring by default.',
    }),
    secretRef: optional(7, SecretReference, {
      about: "Secret with the user's key, in any namespace; replaces `keyring`.",
    }),
    readOnly: field(8, bool, { about: 'True mounts the volume without write access; false by default.' }),
  },
  { about: 'A Ceph block device image for a persistent volume.' },
);
export type RBDPersistentVolumeSource = TypeOf<typeof RBDPersistentVolumeSource>;

export const RBDVolumeSource = message(
  'io.k8s.api.core.v1.RBDVolumeSource',
  {
    monitors: required(1, list(string), { about: 'Addresses of the Ceph monitors.' }),
    image: required(2, string, { about: 'Name of the image.' }),
    fsType: field(3, string, { about: 'Filesystem to mount, such as ext4 or xfs; empty means ext4.' }),
    pool: field(4, string, { default: 'rbd', about: 'Ceph pool of the image; rbd by default.' }),
    user: field(5, string, { default: 'admin', about: 'Ceph user; admin by default.' }),
    keyring: field(6, string, {
      default: '/etc/ceph/keyring',
      about: 'Key ring file on the node; /etc/ceph/keyring by default.',
    }),
    secretRef: optional(7, LocalObjectReference, { about: "Secret with the user's key; replaces `keyring`." }),
    readOnly: field(8, bool, { about: 'True mounts the volume without write access; false by default.' }),
  },
  { about: 'A Ceph block device image.' },
);
export type RBDVolumeSource = TypeOf<typeof RBDVolumeSource>;

export const ScaleIOPersistentVolumeSource = message(
  'io.k8s.api.core.v1.ScaleIOPersistentVolumeSource',
  {
    gateway: required(1, string, { about: 'Address of the ScaleIO API gateway.' }),
    system: required(2, string, { about: 'Name of the storage system.' }),
    secretRef: requiredPointer(3, SecretReference, {
      about: 'Secret with the login, in any namespace; mounting fails without it.',
    }),
    sslEnabled: field(4, bool, { about: 'True talks TLS to the gateway; false by default.' }),
    protectionDomain: field(5, string, { about: 'Protection domain of the storage.' }),
    storagePool: field(6, string, { about: 'Storage pool within the protection domain.' }),
    storageMode: field(7, string, {
      default: 'ThinProvisioned',
      about: 'Provisioning mode: ThinProvisioned (the default) or ThickProvisioned.',
    }),
    volumeName: field(8, string, { about: 'Name of an existing volume.' }),
    fsType: field(9, string, { default: 'xfs', about: 'Filesystem to mount, such as ext4; xfs by default.' }),
    readOnly: field(10, bool, { about: 'True mounts the volume without write access; false by default.' }),
  },
  { about: 'A ScaleIO volume for a persistent volume; obsolete.' },
);
export type ScaleIOPersistentVolumeSource = TypeOf<typeof ScaleIOPersistentVolumeSource>;

export const ScaleIOVolumeSource = message(
  'io.k8s.api.core.v1.ScaleIOVolumeSource',
  {
    gateway: required(1, string, { about: 'Address of the ScaleIO API gateway.' }),
    system: required(2, string, { about: 'Name of the storage system.' }),
    secretRef: requiredPointer(3, LocalObjectReference, { about: 'Secret with the login; mounting fails without it.' }),
    sslEnabled: field(4, bool, { about: 'True talks TLS to the gateway; false by default.' }),
    protectionDomain: field(5, string, { about: 'Protection domain of the storage.' }),
    storagePool: field(6, string, { about: 'Storage pool within the protection domain.' }),
    storageMode: field(7, string, {
      default: 'ThinProvisioned',
      about: 'Provisioning mode: ThinProvisioned (the default) or ThickProvisioned.',
    }),
    volumeName: field(8, string, { about: 'Name of an existing volume.' }),
    fsType: field(9, string, { default: 'xfs', about: 'Filesystem to mount, such as ext4; xfs by default.' }),
    readOnly: field(10, bool, { about: 'True mounts the volume without write access; false by default.' }),
  },
  { about: 'A ScaleIO volume; obsolete.' },
);
export type ScaleIOVolumeSource = TypeOf<typeof ScaleIOVolumeSource>;

export const StorageOSPersistentVolumeSource = message(
  'io.k8s.api.core.v1.StorageOSPersistentVolumeSource',
  {
    volumeName: field(1, string, { about: 'Name of the volume, unique in its StorageOS namespace.' }),
    volumeNamespace: field(2, string, { about: "StorageOS namespace of the volume; empty means the pod's namespace." }),
    fsType: field(3, string, { about: 'Filesystem to mount, such as ext4 or xfs; empty means ext4.' }),
    readOnly: field(4, bool, { about: 'True mounts the volume without write access; false by default.' }),
    secretRef: optional(5, ObjectReference, {
      about: 'Secret with the StorageOS API login; unset tries default credentials.',
    }),
  },
  { about: 'A StorageOS volume for a persistent volume; obsolete.' },
);
export type StorageOSPersistentVolumeSource = TypeOf<typeof StorageOSPersistentVolumeSource>;

export const StorageOSVolumeSource = message(
  'io.k8s.api.core.v1.StorageOSVolumeSource',
  {
    volumeName: field(1, string, { about: 'Name of the volume, unique in its StorageOS namespace.' }),
    volumeNamespace: field(2, string, { about: "StorageOS namespace of the volume; empty means the pod's namespace." }),
    fsType: field(3, string, { about: 'Filesystem to mount, such as ext4 or xfs; empty means ext4.' }),
    readOnly: field(4, bool, { about: 'True mounts the volume without write access; false by default.' }),
    secretRef: optional(5, LocalObjectReference, {
      about: 'Secret with the StorageOS API login; unset tries default credentials.',
    }),
  },
  { about: 'A StorageOS volume; obsolete.' },
);
export type StorageOSVolumeSource = TypeOf<typeof StorageOSVolumeSource>;
