/** ReplicaSet: keeps a fixed number of identical pods running. */
import {
  field,
  int32,
  int64,
  integer,
  kind,
  list,
  message,
  optional,
  required,
  requiredPointer,
  string,
  time,
  type TypeOf,
  usually,
} from '@keelson/schema';

import { PodTemplateSpec } from '../../core/v1/pod-template-spec.ts';
import { conditionStatus } from '../../meta/v1/condition-status.ts';
import { LabelSelector } from '../../meta/v1/label-selector.ts';
import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';

export const ReplicaSetSpec = message(
  'io.k8s.api.apps.v1.ReplicaSetSpec',
  {
    replicas: optional(1, integer('int32', { minimum: 0 }), {
      isUnchecked: true,
      default: 1,
      about: 'Number of pods wanted. Defaults to 1.',
    }),
    minReadySeconds: field(4, integer('int32', { minimum: 0 }), {
      isUnchecked: true,
      about: 'Seconds a new pod must stay ready to count as available. Defaults to 0.',
    }),
    selector: requiredPointer(2, LabelSelector, {
      about: "Pods it manages; must match the template's labels and cannot be changed.",
    }),
    template: field(3, PodTemplateSpec, { about: 'Template for pods it creates.' }),
  },
  { about: 'Which pods a ReplicaSet runs and how many.' },
);
export type ReplicaSetSpec = TypeOf<typeof ReplicaSetSpec>;

export const ReplicaSetCondition = message(
  'io.k8s.api.apps.v1.ReplicaSetCondition',
  {
    type: required(1, usually('ReplicaFailure'), {
      about: 'Name of the condition; ReplicaFailure reports pods that cannot be created or deleted.',
    }),
    status: required(2, conditionStatus, { about: 'Whether the condition holds: True, False or Unknown.' }),
    lastTransitionTime: field(3, time, { about: 'When the status last switched from one value to another.' }),
    reason: field(4, string, { about: 'One CamelCase word giving the cause of the last transition.' }),
    message: field(5, string, { about: 'Readable details about the last transition.' }),
  },
  { about: 'One aspect of the observed state of a ReplicaSet.' },
);
export type ReplicaSetCondition = TypeOf<typeof ReplicaSetCondition>;

export const ReplicaSetStatus = message(
  'io.k8s.api.apps.v1.ReplicaSetStatus',
  {
    replicas: required(1, int32, { about: 'Number of pods observed.' }),
    fullyLabeledReplicas: field(2, int32, { about: 'Pods that carry every label of the template.' }),
    readyReplicas: field(4, int32, { about: 'Pods with a true Ready condition.' }),
    availableReplicas: field(5, int32, { about: 'Pods that have been ready for at least minReadySeconds.' }),
    observedGeneration: field(3, int64, { about: 'Generation of the spec that this status reflects.' }),
    conditions: field(6, list(ReplicaSetCondition), {
      patchStrategy: 'merge',
      patchMergeKey: 'type',
      about: 'Current conditions, one per type.',
    }),
  },
  { about: 'Observed state of a ReplicaSet.' },
);
export type ReplicaSetStatus = TypeOf<typeof ReplicaSetStatus>;

export const ReplicaSet = kind(
  'io.k8s.api.apps.v1.ReplicaSet',
  {
    metadata,
    spec: field(2, ReplicaSetSpec, { about: 'The state the user asks for.' }),
    status: field(3, ReplicaSetStatus, { about: 'The state last observed by the system; read-only for users.' }),
  },
  { about: 'Keeps a fixed number of identical pods running.' },
);
export type ReplicaSet = TypeOf<typeof ReplicaSet>;

export const ReplicaSetList = listOf(ReplicaSet);
export type ReplicaSetList = TypeOf<typeof ReplicaSetList>;
