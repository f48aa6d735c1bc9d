/** Resource declaration of ReplicaSet in apps/v1. */
import { allVerbs, resource } from '@keelson/schema';

import { scaleSubresource, statusSubresource } from '../../subresources/shared-subresources.ts';
import { replicaSetColumns } from './replica-set.columns.ts';
import { replicaSetHooks } from './replica-set.rules.ts';
import { ReplicaSet, ReplicaSetList } from './replica-set.ts';
import { replicatedWorkloadRules } from './workload.rules.ts';

export const replicaSets = resource({
  group: 'apps',
  version: 'v1',
  kind: 'ReplicaSet',
  plural: 'replicasets',
  singular: 'replicaset',
  shortNames: ['rs'],
  categories: ['all'],
  scope: 'Namespaced',
  verbs: allVerbs,
  message: ReplicaSet,
  list: ReplicaSetList,
  subresources: {
    scale: scaleSubresource,
    status: statusSubresource,
  },
  storage: { kind: 'stored', group: 'apps', version: 'v1', prefix: 'replicasets' },
  hasGeneration: true,
  allowsUnconditionalUpdate: true,
  columns: replicaSetColumns,
  metadataChecks: { ofUpdate: ['whole', 'changed'] },
  hooks: replicaSetHooks,
  rules: replicatedWorkloadRules,
  about: 'Keeps a fixed number of identical pods running.',
});
