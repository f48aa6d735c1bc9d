/** Resource declaration of ResourceQuota in v1. */
import { allVerbs, resource } from '@keelson/schema';

import { statusSubresource } from '../../subresources/shared-subresources.ts';
import { countedAs } from './counted-as.ts';
import { resourceQuotaColumns } from './resource-quota.columns.ts';
import { resourceQuotaHooks, resourceQuotaRules } from './resource-quota.rules.ts';
import { ResourceQuota, ResourceQuotaList } from './resource-quota.ts';

export const resourceQuotas = resource({
  group: '',
  version: 'v1',
  kind: 'ResourceQuota',
  plural: 'resourcequotas',
  singular: 'resourcequota',
  shortNames: ['quota'],
  scope: 'Namespaced',
  verbs: allVerbs,
  message: ResourceQuota,
  list: ResourceQuotaList,
  subresources: {
    status: statusSubresource,
  },
  storage: { kind: 'stored', group: '', version: 'v1', prefix: 'resourcequotas' },
  allowsUnconditionalUpdate: true,
  returnsDeletedObject: true,
  columns: resourceQuotaColumns,
  metadataChecks: { repeatsRules: true, ofUpdate: ['whole', 'changed'] },
  quota: countedAs('resourcequotas'),
  hooks: resourceQuotaHooks,
  rules: resourceQuotaRules,
  about: 'A cap on what a namespace may use in total.',
});
