/** PodDisruptionBudget: limits how many pods of a group may be evicted at once. */
import {
  field,
  int32,
  int64,
  intOrString,
  kind,
  list,
  map,
  message,
  optional,
  required,
  time,
  type TypeOf,
} from '@keelson/schema';

import { Condition } from '../../meta/v1/condition.ts';
import { LabelSelector } from '../../meta/v1/label-selector.ts';
import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';

export const PodDisruptionBudgetSpec = message(
  'io.k8s.api.policy.v1.PodDisruptionBudgetSpec',
  {
    minAvailable: optional(1, intOrString, {
      about: 'Pods, as number or percentage, that must stay available; exclusive with maxUnavailable.',
    }),
    selector: optional(2, LabelSelector, {
      patchStrategy: 'replace',
      about: 'Pods covered; an empty selector means all in the namespace, unset means none.',
    }),
    maxUnavailable: optional(3, intOrString, {
      about: 'Pods, as number or percentage, that may be unavailable; exclusive with minAvailable.',
    }),
  },
  { about: 'Pods a budget covers and how many must stay up.' },
);
export type PodDisruptionBudgetSpec = TypeOf<typeof PodDisruptionBudgetSpec>;

export const PodDisruptionBudgetStatus = message(
  'io.k8s.api.policy.v1.PodDisruptionBudgetStatus',
  {
    observedGeneration: field(1, int64, { about: 'Generation of the spec that this status reflects.' }),
    disruptedPods: field(2, map(time), {
      about: 'Pods evicted but not yet seen deleted, with eviction times; usually empty.',
    }),
    disruptionsAllowed: required(3, int32, { about: 'Evictions allowed right now.' }),
    currentHealthy: required(4, int32, { about: 'Pods that are healthy now.' }),
    desiredHealthy: required(5, int32, { about: 'Fewest pods that must stay healthy.' }),
    expectedPods: required(6, int32, { about: 'Pods the budget counts in total.' }),
    conditions: field(7, list(Condition), {
      listType: 'map',
      listMapKeys: ['type'],
      patchStrategy: 'merge',
      patchMergeKey: 'type',
      about: 'Current conditions, one per type.',
    }),
  },
  { about: 'Observed state of a disruption budget.' },
);
export type PodDisruptionBudgetStatus = TypeOf<typeof PodDisruptionBudgetStatus>;

export const PodDisruptionBudget = kind(
  'io.k8s.api.policy.v1.PodDisruptionBudget',
  {
    metadata,
    spec: field(2, PodDisruptionBudgetSpec, { about: 'The pods protected and the limit.' }),
    status: field(3, PodDisruptionBudgetStatus, { about: 'Current pod health and evictions still allowed.' }),
  },
  { about: 'Limits how many pods of a group may be evicted at once.' },
);
export type PodDisruptionBudget = TypeOf<typeof PodDisruptionBudget>;

export const PodDisruptionBudgetList = listOf(PodDisruptionBudget);
export type PodDisruptionBudgetList = TypeOf<typeof PodDisruptionBudgetList>;
