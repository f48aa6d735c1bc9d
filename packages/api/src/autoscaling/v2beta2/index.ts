/** API version autoscaling/v2beta2: its resources and kinds. */
import type { ApiVersion } from '../../api-version.ts';
import { horizontalPodAutoscalers } from './horizontal-pod-autoscaler.resource.ts';

export const autoscalingV2beta2: ApiVersion = {
  group: 'autoscaling',
  version: 'v2beta2',
  resources: [horizontalPodAutoscalers],
  kinds: [],
};
