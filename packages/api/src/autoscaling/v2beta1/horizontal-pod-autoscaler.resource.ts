/** Resource declaration of HorizontalPodAutoscaler in autoscaling/v2beta1. */
import { allVerbs, resource } from '@keelson/schema';

import { statusSubresource } from '../../subresources/shared-subresources.ts';
import { autoscalerHooks, autoscalerRules, viaStored } from '../autoscaler.rules.ts';
import { horizontalPodAutoscalerColumns } from './horizontal-pod-autoscaler.columns.ts';
import { horizontalPodAutoscalerConversion } from './horizontal-pod-autoscaler.conversion.ts';
import {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerList,
  HorizontalPodAutoscalerStatus,
} from './horizontal-pod-autoscaler.ts';

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
  storage: { kind: 'stored', group: 'autoscaling', version: 'v1', prefix: 'horizontalpodautoscalers' },
  conversion: horizontalPodAutoscalerConversion,
  allowsUnconditionalUpdate: true,
  columns: horizontalPodAutoscalerColumns,
  hooks: autoscalerHooks(HorizontalPodAutoscalerStatus, viaStored(horizontalPodAutoscalerConversion)),
  rules: autoscalerRules,
  about: 'Adjusts the replica count of a workload to measured load.',
});
