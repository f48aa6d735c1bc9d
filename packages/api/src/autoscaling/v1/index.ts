/** API version autoscaling/v1: its resources and kinds. */
import type { ApiVersion } from '../../api-version.ts';
import { horizontalPodAutoscalers } from './horizontal-pod-autoscaler.resource.ts';
import { Scale } from '../../subresources/scale.ts';

export const autoscalingV1: ApiVersion = {
  group: 'autoscaling',
  version: 'v1',
  resources: [horizontalPodAutoscalers],
  kinds: [Scale],
};
