/** The Node object of a simulated node, as a kubelet registers it. */
import type { NodeRule } from '../behaviour/simulation-rules.ts';

export interface NodeShape {
  readonly name: string;
  /** The IP address of the node itself. */
  readonly address: string;
  /** The first three octets of the pod network, a /24. */
  readonly podPrefix: string;
  readonly capacity: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: NodeRule['taints'];
}

const capacity = { cpu: '8', 'ephemeral-storage': '100Gi', memory: '32Gi', pods: '110' };

/** `index` counts from 0. The pod networks of up to 16,384 nodes do not overlap. */
export function nodeShapeOf(name: string, index: number, rules: readonly NodeRule[]): NodeShape {
  const mine = rules.filter(({ names }) => names === undefined || names.includes(name));
  const [high, low] = [Math.floor(index / 256) % 64, index % 256];
  return {
    name,
    address: `10.${128 + high}.${low}.1`,
    podPrefix: `10.${192 + high}.${low}`,
    capacity: Object.assign({ ...capacity }, ...mine.map((rule) => rule.capacity)) as Readonly<Record<string, string>>,
    labels: Object.assign(labelsOf(name), ...mine.map((rule) => rule.labels)) as Readonly<Record<string, string>>,
    taints: mine.flatMap(({ taints }) => taints),
  };
}

function labelsOf(name: string): Record<string, string> {
  return {
    'beta.kubernetes.io/arch': 'amd64',
    'beta.kubernetes.io/os': 'linux',
    'kubernetes.io/arch': 'amd64',
    'kubernetes.io/hostname': name,
    'kubernetes.io/os': 'linux',
  };
}

export function makeNode({ name, labels, taints, podPrefix, ...shape }: NodeShape, now: string): object {
  return {
    metadata: { name, labels },
    spec: { podCIDR: `${podPrefix}.0/24`, ...(taints.length > 0 && { taints }) },
    status: nodeStatusOf({ name, labels, taints, podPrefix, ...shape }, now),
  };
}

export function nodeStatusOf({ name, address, capacity: amounts }: NodeShape, now: string): object {
  return {
    capacity: amounts,
    allocatable: amounts,
    conditions: nodeConditionsOf(now, now),
    addresses: [
      { type: 'InternalIP', address },
      { type: 'Hostname', address: name },
    ],
    daemonEndpoints: { kubeletEndpoint: { Port: 10_250 } },
    nodeInfo: {
      machineID: name,
      systemUUID: name,
      bootID: name,
      kernelVersion: '5.15.0',
      osImage: 'Simulated Linux',
      containerRuntimeVersion: 'simulated://1.0.0',
      kubeletVersion: 'v1.24.0',
      kubeProxyVersion: 'v1.24.0',
      operatingSystem: 'linux',
      architecture: 'amd64',
    },
  };
}

/** The conditions of a healthy node. Without `since`, a patch changes only the heartbeat times. */
export function nodeConditionsOf(now: string, since?: string): readonly object[] {
  return conditions.map((condition) => ({
    ...condition,
    lastHeartbeatTime: now,
    ...(since !== undefined && { lastTransitionTime: since }),
  }));
}

const conditions = [
  {
    type: 'MemoryPressure',
    status: 'False',
    reason: 'KubeletHasSufficientMemory',
    message: 'kubelet has sufficient memory available',
  },
  {
    type: 'DiskPressure',
    status: 'False',
    reason: 'KubeletHasNoDiskPressure',
    message: 'kubelet has no disk pressure',
  },
  {
    type: 'PIDPressure',
    status: 'False',
    reason: 'KubeletHasSufficientPID',
    message: 'kubelet has sufficient PID available',
  },
  { type: 'Ready', status: 'True', reason: 'KubeletReady', message: 'kubelet is posting ready status' },
];
