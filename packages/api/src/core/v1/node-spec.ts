/** The spec of a node. */
import { bool, field, list, message, optional, string, type TypeOf } from '@keelson/schema';

import { NodeConfigSource } from './node-config-source.ts';
import { completePodNetworks } from './node.defaults.ts';
import { Taint } from './taint.ts';

export const NodeSpec = message(
  'io.k8s.api.core.v1.NodeSpec',
  {
    podCIDR: field(1, string, { about: "IP range of the node's pods; empty until assigned." }),
    podCIDRs: field(7, list(string), {
      patchStrategy: 'merge',
      about: "IP ranges of the node's pods, at most one per family; the first equals `podCIDR`.",
    }),
    providerID: field(3, string, { about: 'Id the cloud provider knows the machine by, as provider://id.' }),
    unschedulable: field(4, bool, { about: 'True keeps new pods from being scheduled here; false by default.' }),
    taints: field(5, list(Taint), { about: 'Marks that keep away pods without a matching toleration.' }),
    configSource: optional(6, NodeConfigSource, {
      featureGate: 'DynamicKubeletConfig',
      about: 'Obsolete; where the kubelet would read its configuration from.',
    }),
    externalID: field(2, string, { about: 'Obsolete; no longer filled in by kubelets.' }),
  },
  { about: 'How a node is to be used.', applyDefaults: completePodNetworks },
);
export type NodeSpec = TypeOf<typeof NodeSpec>;
