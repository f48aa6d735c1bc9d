/** Conditions of an autoscaler; this version keeps them in an annotation. */
import { field, message, required, string, time, type TypeOf, usually } from '@keelson/schema';

import { conditionStatus } from '../../meta/v1/condition-status.ts';

export const HorizontalPodAutoscalerCondition = message(
  'io.k8s.api.autoscaling.v1.HorizontalPodAutoscalerCondition',
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
