/** StatefulSet: runs pods with stable names and their own lasting storage. */
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
  shown,
  string,
  time,
  type TypeOf,
  usually,
} from '@keelson/schema';

import { PersistentVolumeClaim } from '../../core/v1/persistent-volume-claim.ts';
import { PodTemplateSpec } from '../../core/v1/pod-template-spec.ts';
import { conditionStatus } from '../../meta/v1/condition-status.ts';
import { LabelSelector } from '../../meta/v1/label-selector.ts';
import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';
import { nameClaimTemplates } from './stateful-set.defaults.ts';
import { completeStatefulSetStrategy } from './update-strategy.defaults.ts';

export const RollingUpdateStatefulSetStrategy = message(
  'io.k8s.api.apps.v1.RollingUpdateStatefulSetStrategy',
  {
    partition: optional(1, int32, { about: 'Only pods with this ordinal or higher are updated. Defaults to 0.' }),
    maxUnavailable: optional(2, intOrString, {
      featureGate: 'MaxUnavailableStatefulSet',
      about: 'Pods, as number or percentage, that may be unavailable; not 0. Defaults to 1. Alpha.',
    }),
  },
  { about: 'Pace of a StatefulSet rolling update.' },
);
export type RollingUpdateStatefulSetStrategy = TypeOf<typeof RollingUpdateStatefulSetStrategy>;

export const StatefulSetUpdateStrategy = message(
  'io.k8s.api.apps.v1.StatefulSetUpdateStrategy',
  {
    type: field(1, listed('RollingUpdate', 'OnDelete'), { about: 'RollingUpdate (default) or OnDelete.' }),
    rollingUpdate: optional(2, RollingUpdateStatefulSetStrategy, {
      about: 'Settings used when type is RollingUpdate.',
    }),
  },
  { about: 'How a StatefulSet replaces its pods.', applyDefaults: completeStatefulSetStrategy },
);
export type StatefulSetUpdateStrategy = TypeOf<typeof StatefulSetUpdateStrategy>;

export const StatefulSetPersistentVolumeClaimRetentionPolicy = message(
  'io.k8s.api.apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy',
  {
    whenDeleted: field(1, usually('Retain', 'Delete'), {
      about: 'On deletion of the StatefulSet: Retain (default) or Delete the claims.',
    }),
    whenScaled: field(2, usually('Retain', 'Delete'), {
      about: 'On scale-down: Retain (default) or Delete claims of removed pods.',
    }),
  },
  { about: 'Whether claims made from volume claim templates outlive their pods.' },
);
export type StatefulSetPersistentVolumeClaimRetentionPolicy = TypeOf<
  typeof StatefulSetPersistentVolumeClaimRetentionPolicy
>;

export const StatefulSetSpec = message(
  'io.k8s.api.apps.v1.StatefulSetSpec',
  {
    replicas: optional(1, integer('int32', { minimum: 0 }), {
      isUnchecked: true,
      default: 1,
      about: 'Number of pods wanted. Defaults to 1.',
    }),
    selector: requiredPointer(2, LabelSelector, {
      about: "Pods it manages; must match the template's labels and cannot be changed.",
    }),
    // The volumes of the claims are missing from it; the controller finds what is wrong with the pods.
    template: required(3, PodTemplateSpec, {
      isUnchecked: true,
      about: 'Template for the pods, each named after the set plus its ordinal.',
    }),
    volumeClaimTemplates: field(4, list(PersistentVolumeClaim), {
      about: 'Claims created for each pod; they override same-named volumes of the template.',
    }),
    serviceName: required(5, string, {
      about: 'Service that gives the pods their network names; it must exist first.',
    }),
    podManagementPolicy: field(6, listed('OrderedReady', 'Parallel'), {
      default: 'OrderedReady',
      about: 'OrderedReady (default) starts pods one by one; Parallel starts all at once.',
    }),
    updateStrategy: field(7, StatefulSetUpdateStrategy, { about: 'How pods are replaced after a template change.' }),
    revisionHistoryLimit: optional(8, int32, {
      default: 10,
      about: 'Number of old revisions kept for rollback. Defaults to 10.',
    }),
    minReadySeconds: field(9, integer('int32', { minimum: 0 }), {
      isUnchecked: true,
      featureGate: 'StatefulSetMinReadySeconds',
      about: 'Seconds a new pod must stay ready to count as available. Defaults to 0.',
    }),
    persistentVolumeClaimRetentionPolicy: optional(10, StatefulSetPersistentVolumeClaimRetentionPolicy, {
      featureGate: 'StatefulSetAutoDeletePVC',
      about: 'When claims of this set are deleted; by default never. Alpha.',
    }),
  },
  {
    about: 'Which pods and claims a StatefulSet runs and how it manages them.',
    applyDefaults: nameClaimTemplates,
  },
);
export type StatefulSetSpec = TypeOf<typeof StatefulSetSpec>;

export const StatefulSetCondition = message(
  'io.k8s.api.apps.v1.StatefulSetCondition',
  {
    type: required(1, string, { about: 'Name of the condition, unique within the list.' }),
    status: required(2, conditionStatus, { about: 'Whether the condition holds: True, False or Unknown.' }),
    lastTransitionTime: field(3, time, { about: 'When the status last switched from one value to another.' }),
    reason: field(4, string, { about: 'One CamelCase word giving the cause of the last transition.' }),
    message: field(5, string, { about: 'Readable details about the last transition.' }),
  },
  { about: 'One aspect of the observed state of a StatefulSet.' },
);
export type StatefulSetCondition = TypeOf<typeof StatefulSetCondition>;

export const StatefulSetStatus = message(
  'io.k8s.api.apps.v1.StatefulSetStatus',
  {
    observedGeneration: field(1, int64, { about: 'Generation of the spec that this status reflects.' }),
    replicas: required(2, int32, { about: 'Number of pods created.' }),
    readyReplicas: field(3, int32, { about: 'Pods with a true Ready condition.' }),
    currentReplicas: field(4, int32, { about: 'Pods at the revision named by currentRevision.' }),
    updatedReplicas: field(5, int32, { about: 'Pods at the revision named by updateRevision.' }),
    currentRevision: field(6, string, { about: 'Revision of the pods not yet updated.' }),
    updateRevision: field(7, string, { about: 'Revision that pods are being updated to.' }),
    collisionCount: optional(9, int32, { about: 'Hash collisions seen so far, used to pick a new unique name.' }),
    conditions: field(10, list(StatefulSetCondition), {
      patchStrategy: 'merge',
      patchMergeKey: 'type',
      about: 'Current conditions, one per type.',
    }),
    availableReplicas: shown(11, int32, { about: 'Pods that have been ready for at least minReadySeconds.' }),
  },
  { about: 'Observed state of a StatefulSet.' },
);
export type StatefulSetStatus = TypeOf<typeof StatefulSetStatus>;

export const StatefulSet = kind(
  'io.k8s.api.apps.v1.StatefulSet',
  {
    metadata,
    spec: field(2, StatefulSetSpec, { about: 'The state the user asks for.' }),
    status: field(3, StatefulSetStatus, { about: 'The state last observed by the system; read-only for users.' }),
  },
  { about: 'Runs pods with stable names and their own lasting storage.' },
);
export type StatefulSet = TypeOf<typeof StatefulSet>;

export const StatefulSetList = listOf(StatefulSet);
export type StatefulSetList = TypeOf<typeof StatefulSetList>;
