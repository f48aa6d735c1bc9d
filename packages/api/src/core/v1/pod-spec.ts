/** The spec of a pod: its containers, their volumes and scheduling constraints. */
import {
  bool,
  field,
  int32,
  int64,
  list,
  listed,
  map,
  message,
  named,
  optional,
  quantity,
  required,
  string,
  usually,
  type TypeOf,
} from '@keelson/schema';

import { Affinity } from './affinity.ts';
import { Container } from './container.ts';
import { EphemeralContainer } from './ephemeral-container.ts';
import { LocalObjectReference } from './object-reference.ts';
import { defaultPodSpec } from './pod-spec.defaults.ts';
import { PodSecurityContext } from './security-context.ts';
import { Toleration } from './toleration.ts';
import { TopologySpreadConstraint } from './topology-spread-constraint.ts';
import { Volume } from './volume.ts';

export const HostAlias = message(
  'io.k8s.api.core.v1.HostAlias',
  {
    ip: field(1, string, { about: 'IP address the names resolve to.' }),
    hostnames: field(2, list(string), { about: 'Names for the address.' }),
  },
  { about: 'A line of the hosts file.' },
);
export type HostAlias = TypeOf<typeof HostAlias>;

export const PodDNSConfigOption = message(
  'io.k8s.api.core.v1.PodDNSConfigOption',
  {
    name: field(1, string, { about: 'Name of the option, such as ndots.' }),
    value: optional(2, string, { about: 'Value of the option; unset for options that take none.' }),
  },
  { about: 'One resolver option.' },
);
export type PodDNSConfigOption = TypeOf<typeof PodDNSConfigOption>;

export const PodDNSConfig = message(
  'io.k8s.api.core.v1.PodDNSConfig',
  {
    nameservers: field(1, list(string), {
      about: 'IP addresses of name servers, put after those of the policy; duplicates are dropped.',
    }),
    searches: field(2, list(string), {
      about: 'Search domains, put after those of the policy; duplicates are dropped.',
    }),
    options: field(3, list(PodDNSConfigOption), {
      about: "Resolver options; one given here replaces the policy's of the same name.",
    }),
  },
  { about: 'DNS settings of a pod beyond its DNS policy.' },
);
export type PodDNSConfig = TypeOf<typeof PodDNSConfig>;

export const PodOS = message(
  'io.k8s.api.core.v1.PodOS',
  {
    name: required(1, usually('linux', 'windows'), { about: 'Name of the system: linux or windows.' }),
  },
  { about: 'The operating system a pod is built for.' },
);
export type PodOS = TypeOf<typeof PodOS>;

export const PodReadinessGate = message(
  'io.k8s.api.core.v1.PodReadinessGate',
  {
    conditionType: required(1, usually('ContainersReady', 'Initialized', 'Ready', 'PodScheduled'), {
      about: "Type of the condition to look for in the pod's status.",
    }),
  },
  { about: 'A condition that must hold before a pod counts as ready.' },
);
export type PodReadinessGate = TypeOf<typeof PodReadinessGate>;

const podSpec = message(
  'io.k8s.api.core.v1.PodSpec',
  {
    volumes: field(1, list(Volume), {
      patchStrategy: 'merge,retainKeys',
      patchMergeKey: 'name',
      about: 'Volumes that the containers of this pod may mount.',
    }),
    initContainers: field(20, list(Container), {
      patchStrategy: 'merge',
      patchMergeKey: 'name',
      about: 'Containers run one after another, each to success, before the main ones start.',
    }),
    containers: required(2, list(Container), {
      patchStrategy: 'merge',
      patchMergeKey: 'name',
      about: 'Main containers, at least one; cannot be added or removed later.',
    }),
    ephemeralContainers: field(34, list(EphemeralContainer), {
      featureGate: 'EphemeralContainers',
      patchStrategy: 'merge',
      patchMergeKey: 'name',
      about: 'Debugging containers in a running pod; only set through the `ephemeralcontainers` subresource.',
    }),
    restartPolicy: field(3, named('v1.RestartPolicy', listed('Always', 'OnFailure', 'Never')), {
      default: 'Always',
      about: 'When ended containers are started again: Always (the default), OnFailure or Never.',
    }),
    terminationGracePeriodSeconds: optional(4, int64, {
      default: 30,
      about: 'Seconds between the stop signal and the kill; 0 kills at once, 30 by default.',
    }),
    activeDeadlineSeconds: optional(5, int64, {
      about: 'Seconds the pod may be active on its node before it is failed; must be positive.',
    }),
    dnsPolicy: field(6, named('v1.DNSPolicy', listed('ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None')), {
      default: 'ClusterFirst',
      about: 'Source of DNS settings: ClusterFirst (the default), ClusterFirstWithHostNet, Default or None.',
    }),
    nodeSelector: field(7, map(string), {
      mapType: 'atomic',
      about: 'Labels a node must carry for the pod to fit on it.',
    }),
    serviceAccountName: field(8, string, { about: 'Service account the pod runs as; empty means `default`.' }),
    serviceAccount: field(9, string, { about: 'Obsolete spelling of `serviceAccountName`.' }),
    automountServiceAccountToken: optional(21, bool, {
      about: 'Whether a service account token is mounted; unset leaves it to the service account.',
    }),
    nodeName: field(10, string, { about: 'Node the pod is bound to; empty until the scheduler picks one.' }),
    hostNetwork: field(11, bool, {
      about: "True puts the pod in the node's network namespace; container ports must then be free on the node.",
    }),
    hostPID: field(12, bool, { about: "True shares the node's process namespace." }),
    hostIPC: field(13, bool, { about: "True shares the node's IPC namespace." }),
    shareProcessNamespace: optional(27, bool, {
      about: 'True puts all containers in one process namespace; cannot be combined with `hostPID`.',
    }),
    securityContext: optional(14, PodSecurityContext, {
      default: {},
      about: 'Security settings for the whole pod, and defaults for its containers.',
    }),
    imagePullSecrets: field(15, list(LocalObjectReference), {
      patchStrategy: 'merge',
      patchMergeKey: 'name',
      about: "Secrets in the pod's namespace with credentials for pulling images.",
    }),
    hostname: field(16, string, { about: "Host name seen inside the pod; empty takes the pod's name." }),
    subdomain: field(17, string, {
      about: "Middle part of the pod's domain name, hostname.subdomain.namespace.svc.clusterdomain; empty gives none.",
    }),
    affinity: optional(18, Affinity, { about: 'Rules that draw the pod to certain nodes or pods, or keep it away.' }),
    schedulerName: field(19, string, {
      default: 'default-scheduler',
      about: 'Scheduler in charge of the pod; empty means the default scheduler.',
    }),
    tolerations: field(22, list(Toleration), { about: 'Node taints the pod puts up with.' }),
    hostAliases: field(23, list(HostAlias), {
      patchStrategy: 'merge',
      patchMergeKey: 'ip',
      about: "Extra lines for the pod's hosts file.",
    }),
    priorityClassName: field(24, string, {
      about: "Priority class that sets the pod's priority; empty takes the default class, if any.",
    }),
    priority: optional(25, int32, {
      about: 'Numeric importance, higher wins; filled in by admission from the priority class.',
    }),
    dnsConfig: optional(26, PodDNSConfig, { about: 'DNS settings merged into those that `dnsPolicy` yields.' }),
    readinessGates: field(28, list(PodReadinessGate), {
      about: 'Extra conditions that must be True before the pod counts as ready.',
    }),
    runtimeClassName: optional(29, string, {
      about: "RuntimeClass to run the pod with; unset uses the node's default runtime.",
    }),
    enableServiceLinks: optional(30, bool, {
      about: 'Whether services appear as environment variables in the containers; true by default.',
    }),
    preemptionPolicy: optional(31, named('v1.PreemptionPolicy', listed('PreemptLowerPriority', 'Never')), {
      about: 'Whether the pod may evict lower-priority ones: PreemptLowerPriority (the default) or Never.',
    }),
    overhead: field(32, map(quantity), {
      about: 'Resources the pod costs beyond its containers; filled in by admission from the RuntimeClass.',
    }),
    topologySpreadConstraints: field(33, list(TopologySpreadConstraint), {
      listType: 'map',
      listMapKeys: ['topologyKey', 'whenUnsatisfiable'],
      patchStrategy: 'merge',
      patchMergeKey: 'topologyKey',
      about: 'Rules for spreading matching pods over zones, nodes and the like; all must be met.',
    }),
    setHostnameAsFQDN: optional(35, bool, {
      about: "True makes the full domain name the pod's host name; false by default.",
    }),
    os: optional(36, PodOS, {
      featureGate: 'IdentifyPodOS',
      about: 'Operating system the containers are built for; some fields are off limits depending on it.',
    }),
  },
  { about: 'What a pod is made of and how it is to run.', applyDefaults: defaultPodSpec },
);
type Declared = typeof podSpec;

// An interface keeps its name in emitted declarations; a type alias would be spelled out in every message that uses it.
export interface PodSpecMessage extends Declared {}
export const PodSpec: PodSpecMessage = podSpec;
export type PodSpec = TypeOf<typeof PodSpec>;
