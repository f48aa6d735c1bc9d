/** Resource declaration of PriorityLevelConfiguration in flowcontrol.apiserver.{domain}/v1beta2. */
import { allVerbs, resource } from '@keelson/schema';

import { statusSubresource } from '../../subresources/shared-subresources.ts';
import { PriorityLevelConfiguration, PriorityLevelConfigurationList } from './priority-level-configuration.ts';
import { priorityLevelColumns } from './priority-level-configuration.columns.ts';
import { priorityLevelHooks, priorityLevelRules } from './priority-level-configuration.rules.ts';

export const priorityLevelConfigurations = resource({
  group: 'flowcontrol.apiserver.{domain}',
  version: 'v1beta2',
  kind: 'PriorityLevelConfiguration',
  plural: 'prioritylevelconfigurations',
  singular: 'prioritylevelconfiguration',
  scope: 'Cluster',
  verbs: allVerbs,
  message: PriorityLevelConfiguration,
  list: PriorityLevelConfigurationList,
  subresources: {
    status: statusSubresource,
  },
  storage: {
    kind: 'stored',
    group: 'flowcontrol.apiserver.{domain}',
    version: 'v1beta1',
    prefix: 'prioritylevelconfigurations',
  },
  purpose: { kind: 'priorityLevel' },
  hasGeneration: true,
  allowsUnconditionalUpdate: true,
  columns: priorityLevelColumns,
  metadataChecks: { ofUpdate: ['whole'], ofPart: [] },
  hooks: priorityLevelHooks,
  rules: priorityLevelRules,
  about: "A priority level that isolates a share of the server's request capacity.",
});
