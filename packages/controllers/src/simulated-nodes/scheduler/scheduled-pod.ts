/** A pod as the scheduler counts it: read once, and kept while the pod uses a node. */
import type { Pod } from '@keelson/api';
import type { CachedObject } from '@keelson/informers';
import type { Labels } from '@keelson/meta';

import { requestsOf, scoredRequestsOf, type NodeAmounts } from './resource-amounts.ts';

type Affinity = NonNullable<Pod['spec']['affinity']>;
export type PodTerm = NonNullable<
  NonNullable<Affinity['podAntiAffinity']>['requiredDuringSchedulingIgnoredDuringExecution']
>[number];

export interface ScheduledPod {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  readonly labels: Labels;
  /** The uid of its controller, or its own: replicas of one controller are spread. */
  readonly family: string;
  readonly isTerminating: boolean;
  readonly requests: NodeAmounts;
  readonly scored: { readonly cpu: number; readonly memory: number };
  /** The host ports of the containers. */
  readonly ports: readonly HostPort[];
  readonly requiredAntiAffinity: readonly PodTerm[];
}

export interface HostPort {
  readonly address: string;
  readonly protocol: string;
  readonly port: number;
}

export function scheduledPodOf({ namespace, name, head, object }: CachedObject<Pod>): ScheduledPod {
  const { spec } = object;
  return {
    uid: head.uid,
    namespace,
    name,
    labels: head.labels,
    family: head.ownerReferences.find(({ controller }) => controller)?.uid ?? head.uid,
    isTerminating: head.deletionTimestamp !== undefined,
    requests: requestsOf(spec),
    scored: scoredRequestsOf(spec),
    ports: hostPortsOf(spec),
    requiredAntiAffinity: spec.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? none,
  };
}

const none: readonly never[] = [];

function hostPortsOf({ containers }: Pod['spec']): readonly HostPort[] {
  const ports = (containers ?? []).flatMap(({ ports: all = [] }) =>
    all.flatMap(({ hostPort = 0, protocol = 'TCP', hostIP = '' }) =>
      hostPort === 0 ? [] : [{ address: hostIP === '' ? anyAddress : hostIP, protocol, port: hostPort }],
    ),
  );
  return ports.length === 0 ? none : ports;
}

const anyAddress = '0.0.0.0';

export function portsCollide(a: HostPort, b: HostPort): boolean {
  if (a.port !== b.port || a.protocol !== b.protocol) return false;
  return a.address === b.address || a.address === anyAddress || b.address === anyAddress;
}
