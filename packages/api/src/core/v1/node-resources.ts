/** The capacity of a node. */
import { map, message, quantity, shown, type TypeOf } from '@keelson/schema';

export const NodeResources = message(
  'io.k8s.api.core.v1.NodeResources',
  {
    Capacity: shown(1, map(quantity), { about: 'Amounts the node has.' }),
  },
  { about: 'Resources of a node.' },
);
export type NodeResources = TypeOf<typeof NodeResources>;
