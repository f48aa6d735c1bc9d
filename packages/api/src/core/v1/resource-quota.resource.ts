/** How v1 serves ResourceQuota objects. */
import { allVerbs, resource } from '@keelson/schema';

import { statusSubresource } from '../../subresources.ts';
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
  storage: { group: '', version: 'v1' },
  storagePrefix: 'resourcequotas',
  allowsUnconditionalUpdate: true,
  returnsDeletedObject: true,
  about: 'A cap on what a namespace may use in total.',
});
