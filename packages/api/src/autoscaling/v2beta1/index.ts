/** API version autoscaling/v2beta1: its resources and kinds. */
import type { ApiVersion } from '../../api-version.ts';
import { horizontalPodAutoscalers } from './horizontal-pod-autoscaler.resource.ts';

export const autoscalingV2beta1: ApiVersion = {
  group: 'autoscaling',
  version: 'v2beta1',
  resources: [horizontalPodAutoscalers],
  kinds: [],
};
