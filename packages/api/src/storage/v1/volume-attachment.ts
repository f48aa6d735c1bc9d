/** VolumeAttachment: records the wish to attach a volume to a node, and the result. */
import { bool, field, kind, map, message, optional, required, string, time, type TypeOf } from '@keelson/schema';

import { PersistentVolumeSpec } from '../../core/v1/persistent-volume-spec.ts';
import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';

export const VolumeAttachmentSource = message(
  'io.k8s.api.storage.v1.VolumeAttachmentSource',
  {
    persistentVolumeName: optional(1, string, { about: 'Name of the persistent volume to attach.' }),
    inlineVolumeSpec: optional(2, PersistentVolumeSpec, {
      about: "Volume details for a pod's inline volume migrated to CSI.",
    }),
  },
  { about: 'The volume to attach; exactly one field is set.' },
);
export type VolumeAttachmentSource = TypeOf<typeof VolumeAttachmentSource>;

export const VolumeAttachmentSpec = message(
  'io.k8s.api.storage.v1.VolumeAttachmentSpec',
  {
    attacher: required(1, string, { about: 'Driver that must carry out the attachment.' }),
    source: required(2, VolumeAttachmentSource, { about: 'The volume to attach.' }),
    nodeName: required(3, string, { about: 'Node to attach the volume to.' }),
  },
  { about: 'A requested attachment; cannot be changed after creation.' },
);
export type VolumeAttachmentSpec = TypeOf<typeof VolumeAttachmentSpec>;

export const VolumeError = message(
  'io.k8s.api.storage.v1.VolumeError',
  {
    time: field(1, time, { about: 'When the error occurred.' }),
    message: field(2, string, { about: 'Readable error text; must not contain secrets.' }),
  },
  { about: 'An error met during a volume operation.' },
);
export type VolumeError = TypeOf<typeof VolumeError>;

export const VolumeAttachmentStatus = message(
  'io.k8s.api.storage.v1.VolumeAttachmentStatus',
  {
    attached: required(1, bool, { about: 'Whether the volume is attached to the node.' }),
    attachmentMetadata: field(2, map(string), {
      about: 'Driver-supplied data from the attach call, needed by later mounts.',
    }),
    attachError: optional(3, VolumeError, { about: 'Latest error while attaching, if any.' }),
    detachError: optional(4, VolumeError, { about: 'Latest error while detaching, if any.' }),
  },
  { about: 'Observed result of an attachment.' },
);
export type VolumeAttachmentStatus = TypeOf<typeof VolumeAttachmentStatus>;

export const VolumeAttachment = kind(
  'io.k8s.api.storage.v1.VolumeAttachment',
  {
    metadata,
    spec: required(2, VolumeAttachmentSpec, { about: 'Which volume to attach, where, and by which driver.' }),
    status: field(3, VolumeAttachmentStatus, { about: 'Result of the attach or detach; written by the attacher.' }),
  },
  { about: 'Records the wish to attach a volume to a node, and the result.' },
);
export type VolumeAttachment = TypeOf<typeof VolumeAttachment>;

export const VolumeAttachmentList = listOf(VolumeAttachment);
export type VolumeAttachmentList = TypeOf<typeof VolumeAttachmentList>;
