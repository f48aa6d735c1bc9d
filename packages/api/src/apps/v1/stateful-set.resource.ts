/** Resource declaration of StatefulSet in apps/v1. */
import { allVerbs, resource } from '@keelson/schema';

import { scaleSubresource, statusSubresource } from '../../subresources/shared-subresources.ts';
import { statefulSetColumns } from './stateful-set.columns.ts';
import { statefulSetHooks, statefulSetRules } from './stateful-set.rules.ts';
import { StatefulSet, StatefulSetList } from './stateful-set.ts';

export const statefulSets = resource({
  group: 'apps',
  version: 'v1',
  kind: 'StatefulSet',
  plural: 'statefulsets',
  singular: 'statefulset',
  shortNames: ['sts'],
  categories: ['all'],
  scope: 'Namespaced',
  verbs: allVerbs,
  message: StatefulSet,
  list: StatefulSetList,
  subresources: {
    scale: scaleSubresource,
    status: statusSubresource,
  },
  storage: { kind: 'stored', group: 'apps', version: 'v1', prefix: 'statefulsets' },
  hasGeneration: true,
  allowsUnconditionalUpdate: true,
  columns: statefulSetColumns,
  metadataChecks: { ofUpdate: ['whole', 'changed'] },
  hooks: statefulSetHooks,
  rules: statefulSetRules,
  about: 'Runs pods with stable names and their own lasting storage.',
});
