/** Scaling behavior of an autoscaler: rate limits for scaling up and down. */
import { field, int32, list, message, optional, required, type TypeOf, usually } from '@keelson/schema';

export const HPAScalingPolicy = message(
  'io.k8s.api.autoscaling.v2.HPAScalingPolicy',
  {
    type: required(1, usually('Pods', 'Percent'), { about: 'Unit of value: Pods or Percent.' }),
    value: required(2, int32, { about: 'Largest change allowed in the period; above 0.' }),
    periodSeconds: required(3, int32, { about: 'Length of the period in seconds, 1 to 1800.' }),
  },
  { about: 'One limit on how much may change in a period.' },
);
export type HPAScalingPolicy = TypeOf<typeof HPAScalingPolicy>;

export const HPAScalingRules = message(
  'io.k8s.api.autoscaling.v2.HPAScalingRules',
  {
    stabilizationWindowSeconds: optional(3, int32, {
      about: 'Seconds of past recommendations considered, 0 to 3600. Defaults to 0 up, 300 down.',
    }),
    selectPolicy: optional(1, usually('Max', 'Min', 'Disabled'), {
      about: 'Which policy applies: Max (default), Min, or Disabled to forbid this direction.',
    }),
    policies: field(2, list(HPAScalingPolicy), { listType: 'atomic', about: 'Limits to choose from; at least one.' }),
  },
  { about: 'How scaling in one direction is limited and smoothed.' },
);
export type HPAScalingRules = TypeOf<typeof HPAScalingRules>;

export const HorizontalPodAutoscalerBehavior = message(
  'io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerBehavior',
  {
    scaleUp: optional(1, HPAScalingRules, {
      about: 'Rules for adding pods; by default the larger of 4 pods or 100% per 15 seconds.',
    }),
    scaleDown: optional(2, HPAScalingRules, {
      about: 'Rules for removing pods; by default up to 100% per 15 seconds, with a 300-second window.',
    }),
  },
  { about: 'Scaling speed in each direction.' },
);
export type HorizontalPodAutoscalerBehavior = TypeOf<typeof HorizontalPodAutoscalerBehavior>;
