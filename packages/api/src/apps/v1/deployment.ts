/** Deployment: keeps a set of identical pods running and rolls out changes to them. */
import {
  bool,
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
  usually,
} from '@keelson/schema';

import { PodTemplateSpec } from '../../core/v1/pod-template-spec.ts';
import { conditionStatus } from '../../meta/v1/condition-status.ts';
import { LabelSelector } from '../../meta/v1/label-selector.ts';
import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';
import { completeDeploymentStrategy } from './update-strategy.defaults.ts';

export const RollingUpdateDeployment = message(
  'io.k8s.api.apps.v1.RollingUpdateDeployment',
  {
    maxUnavailable: optional(1, intOrString, {
      about: 'Pods, as number or percentage rounded down, that may be unavailable. Defaults to 25%.',
    }),
    maxSurge: optional(2, intOrString, {
      about: 'Extra pods allowed, as number or percentage rounded up. Defaults to 25%.',
    }),
  },
  { about: 'Pace of a Deployment rolling update; both limits cannot be 0.' },
);
export type RollingUpdateDeployment = TypeOf<typeof RollingUpdateDeployment>;

export const DeploymentStrategy = message(
  'io.k8s.api.apps.v1.DeploymentStrategy',
  {
    type: field(1, listed('Recreate', 'RollingUpdate'), {
      default: 'RollingUpdate',
      about: 'RollingUpdate (default), or Recreate to stop all old pods first.',
    }),
    rollingUpdate: optional(2, RollingUpdateDeployment, { about: 'Settings used when type is RollingUpdate.' }),
  },
  { about: 'How a Deployment replaces old pods.', applyDefaults: completeDeploymentStrategy },
);
export type DeploymentStrategy = TypeOf<typeof DeploymentStrategy>;

export const DeploymentSpec = message(
  'io.k8s.api.apps.v1.DeploymentSpec',
  {
    replicas: optional(1, integer('int32', { minimum: 0 }), {
      default: 1,
      about: 'Number of pods wanted. Defaults to 1.',
    }),
    selector: requiredPointer(2, LabelSelector, {
      about: "Pods it manages; must match the template's labels and cannot be changed.",
    }),
    template: required(3, PodTemplateSpec, { about: 'Template for the pods.' }),
    strategy: field(4, DeploymentStrategy, {
      patchStrategy: 'retainKeys',
      about: 'How old pods are replaced by new ones.',
    }),
    minReadySeconds: field(5, integer('int32', { minimum: 0 }), {
      isUnchecked: true,
      about: 'Seconds a new pod must stay ready to count as available. Defaults to 0.',
    }),
    revisionHistoryLimit: optional(6, integer('int32', { minimum: 0 }), {
      isUnchecked: true,
      default: 10,
      about: 'Number of old ReplicaSets kept for rollback. Defaults to 10.',
    }),
    paused: field(7, bool, { about: 'If true, template changes are not rolled out.' }),
    progressDeadlineSeconds: optional(9, integer('int32', { minimum: 0 }), {
      isUnchecked: true,
      default: 600,
      about: 'Seconds without progress before a rollout is reported as failed. Defaults to 600.',
    }),
  },
  { about: 'Which pods a Deployment runs, how many, and how it updates them.' },
);
export type DeploymentSpec = TypeOf<typeof DeploymentSpec>;

export const DeploymentCondition = message(
  'io.k8s.api.apps.v1.DeploymentCondition',
  {
    type: required(1, usually('Available', 'Progressing', 'ReplicaFailure'), {
      about: 'Name of the condition; Available, Progressing or ReplicaFailure.',
    }),
    status: required(2, conditionStatus, { about: 'Whether the condition holds: True, False or Unknown.' }),
    lastUpdateTime: field(6, time, { about: 'When this condition was last written.' }),
    lastTransitionTime: field(7, time, { about: 'When the status last switched from one value to another.' }),
    reason: field(4, string, { about: 'One CamelCase word giving the cause of the last transition.' }),
    message: field(5, string, { about: 'Readable details about the last transition.' }),
  },
  { about: 'One aspect of the observed state of a Deployment.' },
);
export type DeploymentCondition = TypeOf<typeof DeploymentCondition>;

export const DeploymentStatus = message(
  'io.k8s.api.apps.v1.DeploymentStatus',
  {
    observedGeneration: field(1, int64, { about: 'Generation of the spec that this status reflects.' }),
    replicas: field(2, int32, { about: 'Number of running pods that match the selector and are not terminating.' }),
    updatedReplicas: field(3, int32, { about: 'Pods that have the latest template.' }),
    readyReplicas: field(7, int32, { about: 'Pods with a true Ready condition.' }),
    availableReplicas: field(4, int32, { about: 'Pods that have been ready for at least minReadySeconds.' }),
    unavailableReplicas: field(5, int32, { about: 'Pods still missing before all wanted pods are available.' }),
    conditions: field(6, list(DeploymentCondition), {
      patchStrategy: 'merge',
      patchMergeKey: 'type',
      about: 'Current conditions, one per type.',
    }),
    collisionCount: optional(8, int32, { about: 'Hash collisions seen so far, used to pick a new unique name.' }),
  },
  { about: 'Observed state of a Deployment.' },
);
export type DeploymentStatus = TypeOf<typeof DeploymentStatus>;

export const Deployment = kind(
  'io.k8s.api.apps.v1.Deployment',
  {
    metadata,
    spec: field(2, DeploymentSpec, { about: 'The state the user asks for.' }),
    status: field(3, DeploymentStatus, { about: 'The state last observed by the system; read-only for users.' }),
  },
  { about: 'Keeps a set of identical pods running and rolls out changes to them.' },
);
export type Deployment = TypeOf<typeof Deployment>;

export const DeploymentList = listOf(Deployment);
export type DeploymentList = TypeOf<typeof DeploymentList>;
