/** Resource declaration of ResourceQuota in v1. */
import { allVerbs, resource } from '@keelson/schema';

import { statusHooks } from '../../rules/status-hooks.ts';
import { statusSubresource } from '../../subresources/shared-subresources.ts';
import { resourceQuotaColumns } from './resource-quota.columns.ts';
import { ResourceQuota, ResourceQuotaList, ResourceQuotaStatus } from './resource-quota.ts';

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
  hooks: statusHooks(ResourceQuotaStatus),
  about: 'A cap on what a namespace may use in total.',
});
