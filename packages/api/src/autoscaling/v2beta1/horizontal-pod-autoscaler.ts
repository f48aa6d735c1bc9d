/** HorizontalPodAutoscaler: adjusts the replica count of a workload to measured load. */
import {
  field,
  int32,
  int64,
  kind,
  list,
  message,
  optional,
  required,
  shown,
  string,
  time,
  type TypeOf,
  usually,
} from '@keelson/schema';

import { conditionStatus } from '../../meta/v1/condition-status.ts';
import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';
import { CrossVersionObjectReference } from './cross-version-object-reference.ts';
import { completeMetrics } from './horizontal-pod-autoscaler.defaults.ts';
import { MetricSpec } from './metric-spec.ts';
import { MetricStatus } from './metric-status.ts';

export const HorizontalPodAutoscalerSpec = message(
  'io.k8s.api.autoscaling.v2beta1.HorizontalPodAutoscalerSpec',
  {
    scaleTargetRef: required(1, CrossVersionObjectReference, {
      about: 'Workload to scale; it must have a scale subresource.',
    }),
    minReplicas: optional(2, int32, {
      default: 1,
      about: 'Lower limit of replicas; 0 needs a feature gate. Defaults to 1.',
    }),
    maxReplicas: required(3, int32, { about: 'Upper limit of replicas; not below minReplicas.' }),
    metrics: field(4, list(MetricSpec), {
      about: 'Metrics to follow, where the highest resulting count wins; empty means 80% average CPU.',
    }),
  },
  { about: 'What an autoscaler scales and how.', applyDefaults: completeMetrics },
);
export type HorizontalPodAutoscalerSpec = TypeOf<typeof HorizontalPodAutoscalerSpec>;

export const HorizontalPodAutoscalerCondition = message(
  'io.k8s.api.autoscaling.v2beta1.HorizontalPodAutoscalerCondition',
  {
    type: required(1, usually('ScalingActive', 'AbleToScale', 'ScalingLimited'), {
      about: 'Name of the condition; AbleToScale, ScalingActive or ScalingLimited.',
    }),
    status: required(2, conditionStatus, { about: 'Whether the condition holds: True, False or Unknown.' }),
    lastTransitionTime: field(3, time, { about: 'When the status last switched from one value to another.' }),
    reason: field(4, string, { about: 'One CamelCase word giving the cause of the last transition.' }),
    message: field(5, string, { about: 'Readable details about the last transition.' }),
  },
  { about: 'One aspect of the observed state of an autoscaler.' },
);
export type HorizontalPodAutoscalerCondition = TypeOf<typeof HorizontalPodAutoscalerCondition>;

export const HorizontalPodAutoscalerStatus = message(
  'io.k8s.api.autoscaling.v2beta1.HorizontalPodAutoscalerStatus',
  {
    observedGeneration: optional(1, int64, { about: 'Generation of the spec that this status reflects.' }),
    lastScaleTime: optional(2, time, { about: 'When the replica count was last changed.' }),
    currentReplicas: required(3, int32, { about: 'Replica count last seen.' }),
    desiredReplicas: required(4, int32, { about: 'Replica count last computed.' }),
    currentMetrics: shown(5, list(MetricStatus), { about: 'Latest values of the followed metrics.' }),
    conditions: shown(6, list(HorizontalPodAutoscalerCondition), { about: 'Current conditions, one per type.' }),
  },
  { about: 'Observed state of an autoscaler.' },
);
export type HorizontalPodAutoscalerStatus = TypeOf<typeof HorizontalPodAutoscalerStatus>;

export const HorizontalPodAutoscaler = kind(
  'io.k8s.api.autoscaling.v2beta1.HorizontalPodAutoscaler',
  {
    metadata,
    spec: field(2, HorizontalPodAutoscalerSpec, { about: 'What to scale, within which limits, and by which load.' }),
    status: field(3, HorizontalPodAutoscalerStatus, { about: 'Current and wanted replica counts.' }),
  },
  { about: 'Adjusts the replica count of a workload to measured load.' },
);
export type HorizontalPodAutoscaler = TypeOf<typeof HorizontalPodAutoscaler>;

export const HorizontalPodAutoscalerList = listOf(HorizontalPodAutoscaler);
export type HorizontalPodAutoscalerList = TypeOf<typeof HorizontalPodAutoscalerList>;
