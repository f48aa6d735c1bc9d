/** The status of a pod, as kubelet and controllers report it. */
import { field, list, listed, message, optional, required, string, time, type TypeOf, usually } from '@keelson/schema';

import { conditionStatus } from '../../meta/v1/condition-status.ts';
import { ContainerStatus } from './container-status.ts';
import { pairPodIps } from './pod-status.defaults.ts';

export const PodCondition = message(
  'io.k8s.api.core.v1.PodCondition',
  {
    type: required(1, usually('ContainersReady', 'Initialized', 'Ready', 'PodScheduled'), {
      about: 'Name of the aspect, such as Ready or PodScheduled.',
    }),
    status: required(2, conditionStatus, { about: 'Whether the condition holds: True, False or Unknown.' }),
    lastProbeTime: field(3, time, { about: 'Time the condition was last checked; usually null.' }),
    lastTransitionTime: field(4, time, { about: 'Time the status last flipped from one value to another.' }),
    reason: field(5, string, { about: 'Machine-readable CamelCase cause of the last transition.' }),
    message: field(6, string, { about: 'Human-readable details of the last transition.' }),
  },
  { about: 'One observed aspect of a pod.' },
);
export type PodCondition = TypeOf<typeof PodCondition>;

export const PodIP = message(
  'io.k8s.api.core.v1.PodIP',
  {
    ip: field(1, string, { about: 'The address, IPv4 or IPv6.' }),
  },
  { about: 'One IP address of a pod.' },
);
export type PodIP = TypeOf<typeof PodIP>;

export const PodStatus = message(
  'io.k8s.api.core.v1.PodStatus',
  {
    phase: field(1, listed('Pending', 'Running', 'Succeeded', 'Failed', 'Unknown'), {
      about: 'Stage of its life in one word: Pending, Running, Succeeded, Failed or Unknown.',
    }),
    conditions: field(2, list(PodCondition), {
      patchStrategy: 'merge',
      patchMergeKey: 'type',
      about: 'Aspects of its state, such as PodScheduled, Initialized and Ready.',
    }),
    message: field(3, string, { about: 'Human-readable remark on why the pod is in this state.' }),
    reason: field(4, string, { about: 'Short CamelCase cause of this state, such as Evicted.' }),
    nominatedNodeName: field(11, string, {
      about: 'Node being cleared by preemption for this pod; it may still land elsewhere.',
    }),
    hostIP: field(5, string, { about: 'IP address of the node; empty until scheduled.' }),
    podIP: field(6, string, { about: 'Primary IP address of the pod; empty until assigned.' }),
    podIPs: field(12, list(PodIP), {
      patchStrategy: 'merge',
      patchMergeKey: 'ip',
      about: 'All IP addresses of the pod, at most one per family; the first equals `podIP`.',
    }),
    startTime: optional(7, time, { about: "Time the node's agent accepted the pod, before pulling images." }),
    initContainerStatuses: field(10, list(ContainerStatus), { about: 'State of each init container.' }),
    containerStatuses: field(8, list(ContainerStatus), { about: 'State of each main container.' }),
    qosClass: field(9, listed('Guaranteed', 'Burstable', 'BestEffort'), {
      about: 'Quality of service that follows from requests and limits: Guaranteed, Burstable or BestEffort.',
    }),
    ephemeralContainerStatuses: field(13, list(ContainerStatus), { about: 'State of each ephemeral container.' }),
  },
  { about: 'What has been observed of a pod.', applyDefaults: pairPodIps },
);
export type PodStatus = TypeOf<typeof PodStatus>;
