/** Node: a machine that runs pods. */
import { field, kind, type TypeOf } from '@keelson/schema';

import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';
import { NodeSpec } from './node-spec.ts';
import { NodeStatus } from './node-status.ts';

export const Node = kind(
  'io.k8s.api.core.v1.Node',
  {
    metadata,
    spec: field(2, NodeSpec, { about: 'How the node is to be used.' }),
    status: field(3, NodeStatus, { about: 'What has been observed of the node.' }),
  },
  { about: 'A machine that runs pods.' },
);
export type Node = TypeOf<typeof Node>;

export const NodeList = listOf(Node);
export type NodeList = TypeOf<typeof NodeList>;
