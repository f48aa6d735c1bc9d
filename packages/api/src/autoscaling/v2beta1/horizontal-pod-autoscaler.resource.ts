/** How autoscaling/v2beta1 serves HorizontalPodAutoscaler objects. */
import { allVerbs, resource } from '@keelson/schema';

import { statusSubresource } from '../../subresources.ts';
import { HorizontalPodAutoscaler, HorizontalPodAutoscalerList } from './horizontal-pod-autoscaler.ts';

export const horizontalPodAutoscalers = resource({
  group: 'autoscaling',
  version: 'v2beta1',
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
  lifecycle: {
    introduced: '1.8',
    deprecated: '1.22',
    removed: '1.25',
    replacement: { group: 'autoscaling', version: 'v2', kind: 'HorizontalPodAutoscaler' },
  },
  allowsUnconditionalUpdate: true,
  about: 'Adjusts the replica count of a workload to measured load.',
});
