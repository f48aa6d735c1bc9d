/** How autoscaling/v1 serves HorizontalPodAutoscaler objects. */
import { allVerbs, resource } from '@keelson/schema';

import { statusSubresource } from '../../subresources.ts';
import { HorizontalPodAutoscaler, HorizontalPodAutoscalerList } from './horizontal-pod-autoscaler.ts';

export const horizontalPodAutoscalers = resource({
  group: 'autoscaling',
  version: 'v1',
  kind: 'HorizontalPodAutoscaler',
  plural: 'horizontalpodautoscalers',
  singular: 'horizontalpodautoscaler',
  shortNames: ['hpa'],
  categories: ['all'],
  scope: 'Namespaced',
  verbs: allVerbs,
  message: HorizontalPodAutoscaler,
  list: HorizontalPodAutoscalerList,
  subresources: {
    status: statusSubresource,
  },
  storage: { group: 'autoscaling', version: 'v1' },
  storagePrefix: 'horizontalpodautoscalers',
  allowsUnconditionalUpdate: true,
  about: 'Adjusts the replica count of a workload to measured load.',
});
