/** DaemonSet: runs one copy of a pod on every matching node. */
import { completeDaemonSet } from './daemon-set.defaults.ts';
import {
  field,
  int32,
  int64,
  integer,
  intOrString,
  kind,
  list,
  listed,
  message,
  optional,
  required,
  requiredPointer,
  string,
  time,
  type TypeOf,
} from '@keelson/schema';

import { PodTemplateSpec } from '../../core/v1/pod-template-spec.ts';
import { conditionStatus } from '../../meta/v1/condition-status.ts';
import { LabelSelector } from '../../meta/v1/label-selector.ts';
import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';
import { completeDaemonSetStrategy } from './update-strategy.defaults.ts';

export const RollingUpdateDaemonSet = message(
  'io.k8s.api.apps.v1.RollingUpdateDaemonSet',
  {
    maxUnavailable: optional(1, intOrString, {
      about: 'Nodes, as number or percentage, that may lack an available pod meanwhile. Defaults to 1.',
    }),
    maxSurge: optional(2, intOrString, {
      featureGate: 'DaemonSetUpdateSurge',
      about: 'Nodes, as number or percentage, that may briefly run old and new pods together. Defaults to 0.',
    }),
  },
  { about: 'Pace of a DaemonSet rolling update.' },
);
export type RollingUpdateDaemonSet = TypeOf<typeof RollingUpdateDaemonSet>;

export const DaemonSetUpdateStrategy = message(
  'io.k8s.api.apps.v1.DaemonSetUpdateStrategy',
  {
    type: field(1, listed('RollingUpdate', 'OnDelete'), {
      default: 'RollingUpdate',
      about: 'RollingUpdate (default) or OnDelete.',
    }),
    rollingUpdate: optional(2, RollingUpdateDaemonSet, { about: 'Settings used when type is RollingUpdate.' }),
  },
  { about: 'How a DaemonSet replaces its pods.', applyDefaults: completeDaemonSetStrategy },
);
export type DaemonSetUpdateStrategy = TypeOf<typeof DaemonSetUpdateStrategy>;

export const DaemonSetSpec = message(
  'io.k8s.api.apps.v1.DaemonSetSpec',
  {
    selector: requiredPointer(1, LabelSelector, {
      about: "Pods it manages; must match the template's labels and cannot be changed.",
    }),
    template: required(2, PodTemplateSpec, { about: "Pod to run on each node the template's node constraints allow." }),
    updateStrategy: field(3, DaemonSetUpdateStrategy, {
      about: 'How running pods are replaced after a template change.',
    }),
    minReadySeconds: field(4, integer('int32', { minimum: 0 }), {
      isUnchecked: true,
      about: 'Seconds a new pod must stay ready to count as available. Defaults to 0.',
    }),
    revisionHistoryLimit: optional(6, integer('int32', { minimum: 0 }), {
      isUnchecked: true,
      default: 10,
      about: 'Number of old revisions kept for rollback. Defaults to 10.',
    }),
  },
  { about: 'Which pods a DaemonSet runs and how it updates them.' },
);
export type DaemonSetSpec = TypeOf<typeof DaemonSetSpec>;

export const DaemonSetCondition = message(
  'io.k8s.api.apps.v1.DaemonSetCondition',
  {
    type: required(1, string, { about: 'Name of the condition, unique within the list.' }),
    status: required(2, conditionStatus, { about: 'Whether the condition holds: True, False or Unknown.' }),
    lastTransitionTime: field(3, time, { about: 'When the status last switched from one value to another.' }),
    reason: field(4, string, { about: 'One CamelCase word giving the cause of the last transition.' }),
    message: field(5, string, { about: 'Readable details about the last transition.' }),
  },
  { about: 'One aspect of the observed state of a DaemonSet.' },
);
export type DaemonSetCondition = TypeOf<typeof DaemonSetCondition>;

export const DaemonSetStatus = message(
  'io.k8s.api.apps.v1.DaemonSetStatus',
  {
    currentNumberScheduled: required(1, int32, { about: 'Nodes that should and do run at least one daemon pod.' }),
    numberMisscheduled: required(2, int32, { about: 'Nodes that run the daemon pod but should not.' }),
    desiredNumberScheduled: required(3, int32, { about: 'Nodes that should run the daemon pod.' }),
    numberReady: required(4, int32, { about: 'Nodes that should run the pod and have one ready.' }),
    observedGeneration: field(5, int64, { about: 'Generation of the spec that this status reflects.' }),
    updatedNumberScheduled: field(6, int32, { about: 'Nodes running a daemon pod of the latest template.' }),
    numberAvailable: field(7, int32, { about: 'Nodes with a pod that has been ready for minReadySeconds.' }),
    numberUnavailable: field(8, int32, { about: 'Nodes that should have an available pod but do not.' }),
    collisionCount: optional(9, int32, { about: 'Hash collisions seen so far, used to pick a new unique name.' }),
    conditions: field(10, list(DaemonSetCondition), {
      patchStrategy: 'merge',
      patchMergeKey: 'type',
      about: 'Current conditions, one per type.',
    }),
  },
  { about: 'Observed state of a DaemonSet, counted in nodes.' },
);
export type DaemonSetStatus = TypeOf<typeof DaemonSetStatus>;

export const DaemonSet = kind(
  'io.k8s.api.apps.v1.DaemonSet',
  {
    metadata,
    spec: field(2, DaemonSetSpec, { about: 'The state the user asks for.' }),
    status: field(3, DaemonSetStatus, { about: 'Current rollout state; may lag behind the spec.' }),
  },
  { about: 'Runs one copy of a pod on every matching node.', applyDefaults: completeDaemonSet },
);
export type DaemonSet = TypeOf<typeof DaemonSet>;

export const DaemonSetList = listOf(DaemonSet);
export type DaemonSetList = TypeOf<typeof DaemonSetList>;
