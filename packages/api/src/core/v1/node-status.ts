/** The status of a node, as its kubelet and controllers report it. */
import {
  field,
  int32,
  int64,
  list,
  listed,
  map,
  message,
  optional,
  quantity,
  required,
  shown,
  string,
  time,
  type TypeOf,
  usually,
} from '@keelson/schema';

import { conditionStatus } from '../../meta/v1/condition-status.ts';
import { NodeConfigSource } from './node-config-source.ts';
import { completeNodeStatus } from './node.defaults.ts';

export const AttachedVolume = message(
  'io.k8s.api.core.v1.AttachedVolume',
  {
    name: required(1, string, { about: 'Unique name of the volume.' }),
    devicePath: required(2, string, { about: 'Device path on the node; may be empty.' }),
  },
  { about: 'A volume attached to a node.' },
);
export type AttachedVolume = TypeOf<typeof AttachedVolume>;

export const ContainerImage = message(
  'io.k8s.api.core.v1.ContainerImage',
  {
    names: shown(1, list(string), { about: 'Names the image is known by, tags and digests.' }),
    sizeBytes: field(2, int64, { about: 'Size of the image in bytes.' }),
  },
  { about: 'An image present on a node.' },
);
export type ContainerImage = TypeOf<typeof ContainerImage>;

export const DaemonEndpoint = message(
  'io.k8s.api.core.v1.DaemonEndpoint',
  {
    Port: required(1, int32, { about: 'Port number; 0 if unknown.' }),
  },
  { about: 'Where a daemon listens.' },
);
export type DaemonEndpoint = TypeOf<typeof DaemonEndpoint>;

export const NodeAddress = message(
  'io.k8s.api.core.v1.NodeAddress',
  {
    type: required(1, usually('Hostname', 'InternalIP', 'ExternalIP', 'InternalDNS', 'ExternalDNS'), {
      about: 'Kind of address: Hostname, InternalIP, ExternalIP, InternalDNS or ExternalDNS.',
    }),
    address: required(2, string, { about: 'The address or name.' }),
  },
  { about: 'One address or name of a node.' },
);
export type NodeAddress = TypeOf<typeof NodeAddress>;

export const NodeCondition = message(
  'io.k8s.api.core.v1.NodeCondition',
  {
    type: required(1, usually('Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure', 'NetworkUnavailable'), {
      about: 'Name of the aspect, such as Ready or DiskPressure.',
    }),
    status: required(2, conditionStatus, { about: 'Whether the condition holds: True, False or Unknown.' }),
    lastHeartbeatTime: field(3, time, { about: 'Time the condition was last reported, changed or not.' }),
    lastTransitionTime: field(4, time, { about: 'Time the status last flipped from one value to another.' }),
    reason: field(5, string, { about: 'Machine-readable CamelCase cause of the last transition.' }),
    message: field(6, string, { about: 'Human-readable details of the last transition.' }),
  },
  { about: 'One observed aspect of a node.' },
);
export type NodeCondition = TypeOf<typeof NodeCondition>;

export const NodeConfigStatus = message(
  'io.k8s.api.core.v1.NodeConfigStatus',
  {
    assigned: optional(1, NodeConfigSource, { about: 'Source the kubelet is to try next, saved on its disk.' }),
    active: optional(2, NodeConfigSource, { about: "Source in use; unset means the kubelet's local configuration." }),
    lastKnownGood: optional(3, NodeConfigSource, {
      about: 'Source to fall back to if the assigned one fails; unset means the local configuration.',
    }),
    error: field(4, string, { about: 'What went wrong with the assigned source; empty if nothing.' }),
  },
  { about: 'State of dynamic kubelet configuration; obsolete.' },
);
export type NodeConfigStatus = TypeOf<typeof NodeConfigStatus>;

export const NodeDaemonEndpoints = message(
  'io.k8s.api.core.v1.NodeDaemonEndpoints',
  {
    kubeletEndpoint: field(1, DaemonEndpoint, { about: 'Where the kubelet listens.' }),
  },
  { about: 'Ports of the daemons on a node.' },
);
export type NodeDaemonEndpoints = TypeOf<typeof NodeDaemonEndpoints>;

export const NodeSystemInfo = message(
  'io.k8s.api.core.v1.NodeSystemInfo',
  {
    machineID: required(1, string, { about: 'Id of the operating system installation, from /etc/machine-id.' }),
    systemUUID: required(2, string, { about: 'UUID of the hardware or virtual machine.' }),
    bootID: required(3, string, { about: 'Id that changes with every boot.' }),
    kernelVersion: required(4, string, { about: 'Version of the kernel, as uname -r prints it.' }),
    osImage: required(5, string, { about: 'Name of the operating system release.' }),
    containerRuntimeVersion: required(6, string, {
      about: 'Container runtime and its version, such as containerd://1.6.4.',
    }),
    kubeletVersion: required(7, string, { about: 'Version of the kubelet.' }),
    kubeProxyVersion: required(8, string, { about: 'Version of the kube-proxy.' }),
    operatingSystem: required(9, string, { about: 'Operating system: linux or windows.' }),
    architecture: required(10, string, { about: 'Processor architecture, such as amd64 or arm64.' }),
  },
  { about: 'Identifiers and software versions of a node.' },
);
export type NodeSystemInfo = TypeOf<typeof NodeSystemInfo>;

export const NodeStatus = message(
  'io.k8s.api.core.v1.NodeStatus',
  {
    capacity: field(1, map(quantity), { about: 'All resources the machine has.' }),
    allocatable: field(2, map(quantity), {
      about: 'Resources left for pods after system reservations; equals `capacity` by default.',
    }),
    phase: field(3, listed('Pending', 'Running', 'Terminated'), { about: 'Obsolete; no longer filled in.' }),
    conditions: field(4, list(NodeCondition), {
      patchStrategy: 'merge',
      patchMergeKey: 'type',
      about: 'Aspects of its state, such as Ready and MemoryPressure.',
    }),
    addresses: field(5, list(NodeAddress), {
      patchStrategy: 'merge',
      patchMergeKey: 'type',
      about: 'Addresses and names under which the node can be reached.',
    }),
    daemonEndpoints: field(6, NodeDaemonEndpoints, { about: 'Ports of the daemons on the node.' }),
    nodeInfo: field(7, NodeSystemInfo, { about: 'Identifiers and software versions of the node.' }),
    images: field(8, list(ContainerImage), {
      about: 'Container images on the node; the kubelet may report only the largest.',
    }),
    volumesInUse: field(9, list(string), {
      about: 'Attachable volumes that pods of this node mount; they must not be detached.',
    }),
    volumesAttached: field(10, list(AttachedVolume), { about: 'Volumes attached to the node.' }),
    config: optional(11, NodeConfigStatus, {
      featureGate: 'DynamicKubeletConfig',
      about: 'Obsolete; state of dynamic kubelet configuration.',
    }),
  },
  { about: 'What has been observed of a node.', applyDefaults: completeNodeStatus },
);
export type NodeStatus = TypeOf<typeof NodeStatus>;
