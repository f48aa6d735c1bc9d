/** HorizontalPodAutoscaler: adjusts the replica count of a workload to measured load. */
import { field, int32, int64, kind, message, optional, required, time, type TypeOf } from '@keelson/schema';

import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';
import { CrossVersionObjectReference } from './cross-version-object-reference.ts';
import { completeAutoscaler } from './horizontal-pod-autoscaler.defaults.ts';

export const HorizontalPodAutoscalerSpec = message(
  'io.k8s.api.autoscaling.v1.HorizontalPodAutoscalerSpec',
  {
    scaleTargetRef: required(1, CrossVersionObjectReference, {
      about: 'Workload to scale; it must have a scale subresource.',
    }),
    minReplicas: optional(2, int32, {
      default: 1,
      about: 'Lower limit of replicas; 0 needs a feature gate. Defaults to 1.',
    }),
    maxReplicas: required(3, int32, { about: 'Upper limit of replicas; not below minReplicas.' }),
    targetCPUUtilizationPercentage: optional(4, int32, {
      about: 'Wanted average CPU use of the pods, in percent of their requests.',
    }),
  },
  { about: 'What an autoscaler scales and how.' },
);
export type HorizontalPodAutoscalerSpec = TypeOf<typeof HorizontalPodAutoscalerSpec>;

export const HorizontalPodAutoscalerStatus = message(
  'io.k8s.api.autoscaling.v1.HorizontalPodAutoscalerStatus',
  {
    observedGeneration: optional(1, int64, { about: 'Generation of the spec that this status reflects.' }),
    lastScaleTime: optional(2, time, { about: 'When the replica count was last changed.' }),
    currentReplicas: required(3, int32, { about: 'Replica count last seen.' }),
    desiredReplicas: required(4, int32, { about: 'Replica count last computed.' }),
    currentCPUUtilizationPercentage: optional(5, int32, {
      about: 'Average CPU use of the pods, in percent of their requests.',
    }),
  },
  { about: 'Observed state of an autoscaler.' },
);
export type HorizontalPodAutoscalerStatus = TypeOf<typeof HorizontalPodAutoscalerStatus>;

export const HorizontalPodAutoscaler = kind(
  'io.k8s.api.autoscaling.v1.HorizontalPodAutoscaler',
  {
    metadata,
    spec: field(2, HorizontalPodAutoscalerSpec, { about: 'What to scale, within which limits, and by which load.' }),
    status: field(3, HorizontalPodAutoscalerStatus, { about: 'Current and wanted replica counts.' }),
  },
  { about: 'Adjusts the replica count of a workload to measured load.', applyDefaults: completeAutoscaler },
);
export type HorizontalPodAutoscaler = TypeOf<typeof HorizontalPodAutoscaler>;

export const HorizontalPodAutoscalerList = listOf(HorizontalPodAutoscaler);
export type HorizontalPodAutoscalerList = TypeOf<typeof HorizontalPodAutoscalerList>;
