/** NetworkPolicy: states which traffic selected pods may receive and send. */
import {
  field,
  int32,
  intOrString,
  kind,
  list,
  listed,
  message,
  optional,
  required,
  string,
  type TypeOf,
} from '@keelson/schema';

import { Condition } from '../../meta/v1/condition.ts';
import { LabelSelector } from '../../meta/v1/label-selector.ts';
import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';
import { completePolicyTypes } from './network-policy.defaults.ts';

export const IPBlock = message(
  'io.k8s.api.networking.v1.IPBlock',
  {
    cidr: required(1, string, { about: 'The range in CIDR form, such as `192.168.1.0/24` or `2001:db8::/64`.' }),
    except: field(2, list(string), { about: 'CIDR ranges inside `cidr` to leave out.' }),
  },
  { about: 'An IP range, minus optional exceptions.' },
);
export type IPBlock = TypeOf<typeof IPBlock>;

export const NetworkPolicyPort = message(
  'io.k8s.api.networking.v1.NetworkPolicyPort',
  {
    protocol: optional(1, listed('TCP', 'UDP', 'SCTP'), { default: 'TCP', about: 'TCP (default), UDP or SCTP.' }),
    port: optional(2, intOrString, { about: 'Port number or named pod port; unset means all ports.' }),
    endPort: optional(3, int32, {
      featureGate: 'NetworkPolicyEndPort',
      about: 'Last port of a range that starts at a numeric `port`. Beta.',
    }),
  },
  { about: 'A port or port range.' },
);
export type NetworkPolicyPort = TypeOf<typeof NetworkPolicyPort>;

export const NetworkPolicyPeer = message(
  'io.k8s.api.networking.v1.NetworkPolicyPeer',
  {
    podSelector: optional(1, LabelSelector, {
      about: 'Pods by label, in this namespace unless namespaceSelector is set; empty means all.',
    }),
    namespaceSelector: optional(2, LabelSelector, { about: 'Namespaces by label; empty means all.' }),
    ipBlock: optional(3, IPBlock, { about: 'IP range; set no other field with it.' }),
  },
  { about: 'A traffic source or destination; ipBlock cannot be combined with selectors.' },
);
export type NetworkPolicyPeer = TypeOf<typeof NetworkPolicyPeer>;

export const NetworkPolicyIngressRule = message(
  'io.k8s.api.networking.v1.NetworkPolicyIngressRule',
  {
    ports: field(1, list(NetworkPolicyPort), { about: 'Ports on the selected pods; empty allows all.' }),
    from: field(2, list(NetworkPolicyPeer), { about: 'Sources; empty allows all.' }),
  },
  { about: 'Incoming traffic that is allowed; ports and peers must both match.' },
);
export type NetworkPolicyIngressRule = TypeOf<typeof NetworkPolicyIngressRule>;

export const NetworkPolicyEgressRule = message(
  'io.k8s.api.networking.v1.NetworkPolicyEgressRule',
  {
    ports: field(1, list(NetworkPolicyPort), { about: 'Destination ports; empty allows all.' }),
    to: field(2, list(NetworkPolicyPeer), { about: 'Destinations; empty allows all.' }),
  },
  { about: 'Outgoing traffic that is allowed; ports and peers must both match.' },
);
export type NetworkPolicyEgressRule = TypeOf<typeof NetworkPolicyEgressRule>;

export const NetworkPolicySpec = message(
  'io.k8s.api.networking.v1.NetworkPolicySpec',
  {
    podSelector: required(1, LabelSelector, { about: 'Pods in this namespace to restrict; empty selects all.' }),
    ingress: field(2, list(NetworkPolicyIngressRule), {
      about: 'Allowed incoming traffic; empty allows none if Ingress is in effect.',
    }),
    egress: field(3, list(NetworkPolicyEgressRule), {
      about: 'Allowed outgoing traffic; empty allows none if Egress is in effect.',
    }),
    policyTypes: field(4, list(listed('Ingress', 'Egress')), {
      about: 'Directions restricted: Ingress, Egress. Unset means Ingress, plus Egress if egress rules exist.',
    }),
  },
  { about: 'Pods a policy applies to and the traffic it allows.', applyDefaults: completePolicyTypes },
);
export type NetworkPolicySpec = TypeOf<typeof NetworkPolicySpec>;

export const NetworkPolicyStatus = message(
  'io.k8s.api.networking.v1.NetworkPolicyStatus',
  {
    conditions: field(1, list(Condition), {
      featureGate: 'NetworkPolicyStatus',
      listType: 'map',
      listMapKeys: ['type'],
      patchStrategy: 'merge',
      patchMergeKey: 'type',
      about: 'Current conditions, one per type.',
    }),
  },
  { about: 'Observed state of a NetworkPolicy.' },
);
export type NetworkPolicyStatus = TypeOf<typeof NetworkPolicyStatus>;

export const NetworkPolicy = kind(
  'io.k8s.api.networking.v1.NetworkPolicy',
  {
    metadata,
    spec: field(2, NetworkPolicySpec, { about: 'Pods affected and traffic allowed.' }),
    status: field(3, NetworkPolicyStatus, { about: 'State reported by the network plugin. Alpha.' }),
  },
  { about: 'States which traffic selected pods may receive and send.' },
);
export type NetworkPolicy = TypeOf<typeof NetworkPolicy>;

export const NetworkPolicyList = listOf(NetworkPolicy);
export type NetworkPolicyList = TypeOf<typeof NetworkPolicyList>;
