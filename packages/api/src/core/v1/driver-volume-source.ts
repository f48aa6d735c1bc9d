/** Volumes of out-of-tree drivers: CSI and FlexVolume. */
import { bool, field, map, message, optional, required, string, type TypeOf } from '@keelson/schema';

import { LocalObjectReference, SecretReference } from './object-reference.ts';

export const CSIPersistentVolumeSource = message(
  'io.k8s.api.core.v1.CSIPersistentVolumeSource',
  {
    driver: required(1, string, { about: 'Name of the CSI driver.' }),
    volumeHandle: required(2, string, { about: 'Name the driver knows the volume by; cannot change.' }),
    readOnly: field(3, bool, { about: 'True mounts the volume without write access; false by default.' }),
    fsType: field(4, string, { about: 'Filesystem to mount; empty leaves it to the driver.' }),
    volumeAttributes: field(5, map(string), { about: 'Settings passed on to the driver.' }),
    controllerPublishSecretRef: optional(6, SecretReference, {
      about: 'Secret handed to the driver when attaching and detaching.',
    }),
    nodeStageSecretRef: optional(7, SecretReference, { about: 'Secret handed to the driver when staging on a node.' }),
    nodePublishSecretRef: optional(8, SecretReference, {
      about: 'Secret handed to the driver when mounting for a pod.',
    }),
    controllerExpandSecretRef: optional(9, SecretReference, {
      about: 'Secret handed to the driver when growing the volume.',
    }),
  },
  { about: 'A volume kept by a CSI driver.' },
);
export type CSIPersistentVolumeSource = TypeOf<typeof CSIPersistentVolumeSource>;

export const CSIVolumeSource = message(
  'io.k8s.api.core.v1.CSIVolumeSource',
  {
    driver: required(1, string, { about: 'Name of the CSI driver.' }),
    readOnly: optional(2, bool, { about: 'True mounts the volume without write access; false by default.' }),
    fsType: optional(3, string, { about: 'Filesystem to mount; empty leaves it to the driver.' }),
    volumeAttributes: field(4, map(string), { about: 'Settings passed on to the driver.' }),
    nodePublishSecretRef: optional(5, LocalObjectReference, {
      about: "Secret in the pod's namespace handed to the driver when mounting.",
    }),
  },
  { about: 'A volume made by a CSI driver for one pod alone.' },
);
export type CSIVolumeSource = TypeOf<typeof CSIVolumeSource>;

export const FlexPersistentVolumeSource = message(
  'io.k8s.api.core.v1.FlexPersistentVolumeSource',
  {
    driver: required(1, string, { about: 'Name of the driver.' }),
    fsType: field(2, string, { about: 'Filesystem to mount; empty leaves it to the driver.' }),
    secretRef: optional(3, SecretReference, {
      about: 'Secret, in any namespace, whose values are all handed to the driver.',
    }),
    readOnly: field(4, bool, { about: 'True mounts the volume without write access; false by default.' }),
    options: field(5, map(string), { about: 'Settings passed on to the driver.' }),
  },
  { about: 'A persistent volume handled by an exec-based driver.' },
);
export type FlexPersistentVolumeSource = TypeOf<typeof FlexPersistentVolumeSource>;

export const FlexVolumeSource = message(
  'io.k8s.api.core.v1.FlexVolumeSource',
  {
    driver: required(1, string, { about: 'Name of the driver.' }),
    fsType: field(2, string, { about: 'Filesystem to mount; empty leaves it to the driver.' }),
    secretRef: optional(3, LocalObjectReference, { about: 'Secret whose values are all handed to the driver.' }),
    readOnly: field(4, bool, { about: 'True mounts the volume without write access; false by default.' }),
    options: field(5, map(string), { about: 'Settings passed on to the driver.' }),
  },
  { about: 'A volume handled by an exec-based driver.' },
);
export type FlexVolumeSource = TypeOf<typeof FlexVolumeSource>;
