/** Mounts and devices: paths in a container for the volumes of its pod. */
import { bool, field, listed, message, optional, required, string, type TypeOf } from '@keelson/schema';

export const VolumeDevice = message(
  'io.k8s.api.core.v1.VolumeDevice',
  {
    name: required(1, string, { about: "Name of the pod's volume, which must be a claim." }),
    devicePath: required(2, string, { about: 'Path of the device inside the container.' }),
  },
  { about: 'A raw block volume in a container.' },
);
export type VolumeDevice = TypeOf<typeof VolumeDevice>;

export const VolumeMount = message(
  'io.k8s.api.core.v1.VolumeMount',
  {
    name: required(1, string, { about: "Name of the pod's volume to mount." }),
    readOnly: field(2, bool, { about: 'True mounts without write access; false by default.' }),
    mountPath: required(3, string, { about: 'Absolute path in the container; must not contain a colon.' }),
    subPath: field(4, string, { about: 'Path within the volume to mount; empty means its root.' }),
    mountPropagation: optional(5, listed('Bidirectional', 'HostToContainer', 'None'), {
      about: 'How mounts spread between node and container: None (the default), HostToContainer or Bidirectional.',
    }),
    subPathExpr: field(6, string, {
      about: 'Like `subPath`, but $(NAME) inserts environment variables; the two exclude each other.',
    }),
  },
  { about: 'Where a volume appears in a container.' },
);
export type VolumeMount = TypeOf<typeof VolumeMount>;
