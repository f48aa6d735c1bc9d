/** Resource declaration of ReplicationController in v1. */
import { allVerbs, resource } from '@keelson/schema';

import { scaleSubresource, statusSubresource } from '../../subresources/shared-subresources.ts';
import { countedAs } from './counted-as.ts';
import { replicationControllerColumns } from './replication-controller.columns.ts';
import { replicationControllerHooks, replicationControllerRules } from './replication-controller.rules.ts';
import { ReplicationController, ReplicationControllerList } from './replication-controller.ts';

export const replicationControllers = resource({
  group: '',
  version: 'v1',
  kind: 'ReplicationController',
  plural: 'replicationcontrollers',
  singular: 'replicationcontroller',
  shortNames: ['rc'],
  categories: ['all'],
  scope: 'Namespaced',
  verbs: allVerbs,
  message: ReplicationController,
  list: ReplicationControllerList,
  subresources: {
    scale: scaleSubresource,
    status: statusSubresource,
  },
  storage: { kind: 'stored', group: '', version: 'v1', prefix: 'controllers' },
  fieldSelectors: {
    'status.replicas': (controller) => String(controller.status.replicas),
  },
  hasGeneration: true,
  allowsUnconditionalUpdate: true,
  orphansDependents: {},
  columns: replicationControllerColumns,
  metadataChecks: { repeatsRules: true, ofUpdate: ['whole', 'changed'] },
  quota: countedAs('replicationcontrollers'),
  hooks: replicationControllerHooks,
  rules: replicationControllerRules,
  about: 'Keeps a number of equal pods running; ReplicaSets and Deployments are its successors.',
});
