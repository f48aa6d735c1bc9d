/** CSINode: CSI drivers installed on one node; has the node's name and is kept by its agent. */
import { int32, kind, list, message, optional, required, shown, string, type TypeOf } from '@keelson/schema';

import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';

export const VolumeNodeResources = message(
  'io.k8s.api.storage.v1.VolumeNodeResources',
  {
    count: optional(1, int32, {
      about: 'Most distinct volumes of the driver usable on the node; unset means no limit.',
    }),
  },
  { about: 'Volume limits of a driver on a node.' },
);
export type VolumeNodeResources = TypeOf<typeof VolumeNodeResources>;

export const CSINodeDriver = message(
  'io.k8s.api.storage.v1.CSINodeDriver',
  {
    name: required(1, string, { about: 'Driver name, exactly as the driver reports it.' }),
    nodeID: required(2, string, { about: "The driver's own identifier for this node." }),
    topologyKeys: shown(3, list(string), {
      about: 'Node label keys the driver uses for topology; empty if it has no topology support.',
    }),
    allocatable: optional(4, VolumeNodeResources, {
      about: 'Volume resources of this driver that scheduling may use on the node.',
    }),
  },
  { about: 'One CSI driver registered on a node.' },
);
export type CSINodeDriver = TypeOf<typeof CSINodeDriver>;

export const CSINodeSpec = message(
  'io.k8s.api.storage.v1.CSINodeSpec',
  {
    drivers: required(1, list(CSINodeDriver), {
      patchStrategy: 'merge',
      patchMergeKey: 'name',
      about: 'Registered drivers, keyed by name; empty after all are uninstalled.',
    }),
  },
  { about: 'CSI drivers present on a node.' },
);
export type CSINodeSpec = TypeOf<typeof CSINodeSpec>;

export const CSINode = kind(
  'io.k8s.api.storage.v1.CSINode',
  {
    metadata,
    spec: required(2, CSINodeSpec, { about: 'The drivers installed on the node.' }),
  },
  { about: "CSI drivers installed on one node; has the node's name and is kept by its agent." },
);
export type CSINode = TypeOf<typeof CSINode>;

export const CSINodeList = listOf(CSINode);
export type CSINodeList = TypeOf<typeof CSINodeList>;
