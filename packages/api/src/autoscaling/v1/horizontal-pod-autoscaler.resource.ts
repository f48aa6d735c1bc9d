/** Resource declaration of HorizontalPodAutoscaler in autoscaling/v1. */
import { allVerbs, resource } from '@keelson/schema';

import { statusSubresource } from '../../subresources/shared-subresources.ts';
import { autoscalerHooks, autoscalerRules, fromStoredAutoscaler } from '../autoscaler.rules.ts';
import { annotationsOfDetails } from './autoscaler-details.conversion.ts';
import { horizontalPodAutoscalerColumns } from './horizontal-pod-autoscaler.columns.ts';
import {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerList,
  HorizontalPodAutoscalerStatus,
} from './horizontal-pod-autoscaler.ts';
import { toStoredAutoscaler } from './stored-autoscaler.ts';

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
  storage: { kind: 'stored', group: 'autoscaling', version: 'v1', prefix: 'horizontalpodautoscalers' },
  settle: toStoredAutoscaler,
  annotationsForFields: annotationsOfDetails,
  allowsUnconditionalUpdate: true,
  columns: horizontalPodAutoscalerColumns,
  hooks: autoscalerHooks(HorizontalPodAutoscalerStatus, fromStoredAutoscaler),
  rules: autoscalerRules,
  about: 'Adjusts the replica count of a workload to measured load.',
});
