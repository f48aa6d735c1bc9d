/** PersistentVolume: a piece of storage in the cluster, independent of any pod. */
import { field, kind, listed, message, string, type TypeOf } from '@keelson/schema';

import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';
import { PersistentVolumeSpec } from './persistent-volume-spec.ts';

export const PersistentVolumeStatus = message(
  'io.k8s.api.core.v1.PersistentVolumeStatus',
  {
    phase: field(1, listed('Pending', 'Available', 'Bound', 'Released', 'Failed'), {
      default: 'Pending',
      about: 'Stage of its life: Pending, Available, Bound, Released or Failed.',
    }),
    message: field(2, string, { about: 'Human-readable remark on why it is in this phase.' }),
    reason: field(3, string, { about: 'Short CamelCase cause of a failure.' }),
  },
  { about: 'What has been observed of a persistent volume.' },
);
export type PersistentVolumeStatus = TypeOf<typeof PersistentVolumeStatus>;

export const PersistentVolume = kind(
  'io.k8s.api.core.v1.PersistentVolume',
  {
    metadata,
    spec: field(2, PersistentVolumeSpec, { about: 'What the storage is and how it may be used.' }),
    status: field(3, PersistentVolumeStatus, { about: 'What has been observed of the volume.' }),
  },
  {
    about: 'A piece of storage in the cluster, independent of any pod.',
    // An inline spec of a VolumeAttachment has no defaults.
    applyDefaults({ spec }) {
      if ((spec.persistentVolumeReclaimPolicy ?? '') === '') spec.persistentVolumeReclaimPolicy = 'Retain';
      spec.volumeMode ??= 'Filesystem';
    },
  },
);
export type PersistentVolume = TypeOf<typeof PersistentVolume>;

export const PersistentVolumeList = listOf(PersistentVolume);
export type PersistentVolumeList = TypeOf<typeof PersistentVolumeList>;
