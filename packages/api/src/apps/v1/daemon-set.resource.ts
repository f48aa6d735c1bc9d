/** Resource declaration of DaemonSet in apps/v1. */
import { allVerbs, resource } from '@keelson/schema';

import { statusSubresource } from '../../subresources/shared-subresources.ts';
import { daemonSetColumns } from './daemon-set.columns.ts';
import { templateGeneration } from './daemon-set.defaults.ts';
import { daemonSetHooks, daemonSetRules } from './daemon-set.rules.ts';
import { DaemonSet, DaemonSetList } from './daemon-set.ts';

export const daemonSets = resource({
  group: 'apps',
  version: 'v1',
  kind: 'DaemonSet',
  plural: 'daemonsets',
  singular: 'daemonset',
  shortNames: ['ds'],
  categories: ['all'],
  scope: 'Namespaced',
  verbs: allVerbs,
  message: DaemonSet,
  list: DaemonSetList,
  subresources: {
    status: statusSubresource,
  },
  storage: { kind: 'stored', group: 'apps', version: 'v1', prefix: 'daemonsets' },
  hasGeneration: true,
  annotationsForFields: [templateGeneration],
  allowsUnconditionalUpdate: true,
  columns: daemonSetColumns,
  metadataChecks: { ofUpdate: ['whole', 'changed'] },
  hooks: daemonSetHooks,
  rules: daemonSetRules,
  about: 'Runs one copy of a pod on every matching node.',
});
