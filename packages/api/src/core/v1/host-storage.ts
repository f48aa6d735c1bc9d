/** Storage on the node itself. */
import { field, listed, message, optional, quantity, required, string, usually, type TypeOf } from '@keelson/schema';

export const EmptyDirVolumeSource = message(
  'io.k8s.api.core.v1.EmptyDirVolumeSource',
  {
    medium: field(1, usually('Memory', 'HugePages', 'HugePages-'), {
      about: "Where it is kept: empty for the node's disk, Memory for RAM, or HugePages.",
    }),
    sizeLimit: optional(2, quantity, {
      featureGate: 'LocalStorageCapacityIsolation',
      about: "Most it may hold; for Memory the containers' limits count too. Unset means no limit.",
    }),
  },
  { about: 'An empty folder that lives as long as the pod.' },
);
export type EmptyDirVolumeSource = TypeOf<typeof EmptyDirVolumeSource>;

export const GitRepoVolumeSource = message(
  'io.k8s.api.core.v1.GitRepoVolumeSource',
  {
    repository: required(1, string, { about: 'URL to clone.' }),
    revision: field(2, string, { about: 'Commit to check out; empty takes the default branch.' }),
    directory: field(3, string, {
      about:
        'Folder to clone into, without `..`; `.` means the volume itself, empty a folder named after the repository.',
    }),
  },
  { about: 'A Git checkout; obsolete.' },
);
export type GitRepoVolumeSource = TypeOf<typeof GitRepoVolumeSource>;

export const HostPathVolumeSource = message(
  'io.k8s.api.core.v1.HostPathVolumeSource',
  {
    path: required(1, string, { about: 'Path on the node; links are followed.' }),
    type: optional(
      2,
      listed('', 'BlockDevice', 'CharDevice', 'Directory', 'DirectoryOrCreate', 'File', 'FileOrCreate', 'Socket'),
      { default: '', about: 'What must be at the path, such as Directory or FileOrCreate; empty checks nothing.' },
    ),
  },
  { about: 'A file or folder of the node.' },
);
export type HostPathVolumeSource = TypeOf<typeof HostPathVolumeSource>;

export const LocalVolumeSource = message(
  'io.k8s.api.core.v1.LocalVolumeSource',
  {
    path: required(1, string, { about: 'Path on the node, of a folder or a block device.' }),
    fsType: optional(2, string, { about: 'Filesystem for a block device; unset detects it. Not used for folders.' }),
  },
  { about: 'A disk, partition or folder that belongs to one node.' },
);
export type LocalVolumeSource = TypeOf<typeof LocalVolumeSource>;
