/** ReplicationController: keeps a number of equal pods running; ReplicaSets and Deployments are its successors. */
import {
  field,
  int32,
  int64,
  integer,
  kind,
  list,
  map,
  message,
  optional,
  required,
  string,
  time,
  type TypeOf,
  usually,
} from '@keelson/schema';

import { conditionStatus } from '../../meta/v1/condition-status.ts';
import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';
import { PodTemplateSpec } from './pod-template-spec.ts';
import { completeReplicationController } from './replication-controller.defaults.ts';

export const ReplicationControllerSpec = message(
  'io.k8s.api.core.v1.ReplicationControllerSpec',
  {
    replicas: optional(1, integer('int32', { minimum: 0 }), {
      isUnchecked: true,
      default: 1,
      about: 'Number of pods wanted; 1 by default, 0 is allowed.',
    }),
    minReadySeconds: field(4, integer('int32', { minimum: 0 }), {
      isUnchecked: true,
      about: 'Seconds a pod must stay ready to count as available; 0 by default.',
    }),
    selector: field(2, map(string), {
      mapType: 'atomic',
      about: 'Labels of the pods that count; empty takes those of the template.',
    }),
    template: optional(3, PodTemplateSpec, {
      about: 'Blueprint for missing pods; its labels must match the selector.',
    }),
  },
  { about: 'The pods a replication controller keeps running.' },
);
export type ReplicationControllerSpec = TypeOf<typeof ReplicationControllerSpec>;

export const ReplicationControllerCondition = message(
  'io.k8s.api.core.v1.ReplicationControllerCondition',
  {
    type: required(1, usually('ReplicaFailure'), { about: 'Name of the aspect, such as ReplicaFailure.' }),
    status: required(2, conditionStatus, { about: 'Whether the condition holds: True, False or Unknown.' }),
    lastTransitionTime: field(3, time, { about: 'Time the status last flipped from one value to another.' }),
    reason: field(4, string, { about: 'Machine-readable CamelCase cause of the last transition.' }),
    message: field(5, string, { about: 'Human-readable details of the last transition.' }),
  },
  { about: 'One observed aspect of a replication controller.' },
);
export type ReplicationControllerCondition = TypeOf<typeof ReplicationControllerCondition>;

export const ReplicationControllerStatus = message(
  'io.k8s.api.core.v1.ReplicationControllerStatus',
  {
    replicas: required(1, int32, { about: 'Number of pods that exist.' }),
    fullyLabeledReplicas: field(2, int32, { about: 'Number of pods that carry all labels of the template.' }),
    readyReplicas: field(4, int32, { about: 'Number of pods that are ready.' }),
    availableReplicas: field(5, int32, { about: 'Number of pods ready for at least `minReadySeconds`.' }),
    observedGeneration: field(3, int64, { about: 'The `metadata.generation` this status was computed from.' }),
    conditions: field(6, list(ReplicationControllerCondition), {
      patchStrategy: 'merge',
      patchMergeKey: 'type',
      about: 'Aspects of its state, such as ReplicaFailure.',
    }),
  },
  { about: 'The pods a replication controller last observed.' },
);
export type ReplicationControllerStatus = TypeOf<typeof ReplicationControllerStatus>;

export const ReplicationController = kind(
  'io.k8s.api.core.v1.ReplicationController',
  {
    metadata,
    spec: field(2, ReplicationControllerSpec, { about: 'The pods that are wanted.' }),
    status: field(3, ReplicationControllerStatus, { about: 'The pods last observed.' }),
  },
  {
    about: 'Keeps a number of equal pods running; ReplicaSets and Deployments are its successors.',
    applyDefaults: completeReplicationController,
  },
);
export type ReplicationController = TypeOf<typeof ReplicationController>;

export const ReplicationControllerList = listOf(ReplicationController);
export type ReplicationControllerList = TypeOf<typeof ReplicationControllerList>;
