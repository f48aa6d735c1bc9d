/** StorageClass: a named class of storage from which volumes are provisioned on demand. */
import { bool, field, kind, list, listed, map, named, optional, required, string, type TypeOf } from '@keelson/schema';

import { TopologySelectorTerm } from '../../core/v1/topology-selector.ts';
import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';

export const StorageClass = kind(
  'io.k8s.api.storage.v1.StorageClass',
  {
    metadata,
    provisioner: required(2, string, { about: 'Name of the provisioner that creates the volumes.' }),
    parameters: field(3, map(string), { about: 'Options passed to the provisioner, whose meaning it defines.' }),
    reclaimPolicy: optional(4, named('v1.PersistentVolumeReclaimPolicy', listed('Delete', 'Retain')), {
      default: 'Delete',
      about: 'What happens to a volume once released: Delete (default) or Retain.',
    }),
    mountOptions: field(5, list(string), {
      about: 'Mount options for created volumes; not checked, so bad ones fail at mount.',
    }),
    allowVolumeExpansion: optional(6, bool, { about: 'Whether volumes of this class may be enlarged.' }),
    volumeBindingMode: optional(7, named('v1.VolumeBindingMode', listed('Immediate', 'WaitForFirstConsumer')), {
      default: 'Immediate',
      about: 'When claims are bound: Immediate (default) or WaitForFirstConsumer.',
    }),
    allowedTopologies: field(8, list(TopologySelectorTerm), {
      listType: 'atomic',
      about: 'Node topologies where volumes may be provisioned; empty means anywhere.',
    }),
  },
  { about: 'A named class of storage from which volumes are provisioned on demand.' },
);
export type StorageClass = TypeOf<typeof StorageClass>;

export const StorageClassList = listOf(StorageClass);
export type StorageClassList = TypeOf<typeof StorageClassList>;
