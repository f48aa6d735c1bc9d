/** Resource declaration of Service in v1. */
import { dns1035LabelName } from '@keelson/meta';
import { allVerbs, resource } from '@keelson/schema';

import { statusSubresource } from '../../subresources/shared-subresources.ts';
import { ServiceProxyOptions } from './service-proxy-options.ts';
import { completeStoredService } from './service-completion.ts';
import { serviceAllocation } from './service.allocation.ts';
import { serviceColumns } from './service.columns.ts';
import { serviceQuota } from './service.quota.ts';
import { serviceHooks, serviceRules } from './service.rules.ts';
import { Service, ServiceList } from './service.ts';

export const services = resource({
  group: '',
  version: 'v1',
  kind: 'Service',
  plural: 'services',
  singular: 'service',
  shortNames: ['svc'],
  categories: ['all'],
  scope: 'Namespaced',
  verbs: allVerbs,
  message: Service,
  list: ServiceList,
  subresources: {
    proxy: {
      kind: 'proxy',
      verbs: ['create', 'delete', 'get', 'patch', 'update'],
      servedAs: { group: '', version: 'v1', kind: 'ServiceProxyOptions', message: ServiceProxyOptions },
      takesPath: true,
      leadsTo: { kind: 'endpoints' },
    },
    status: statusSubresource,
  },
  storage: { kind: 'stored', group: '', version: 'v1', prefix: 'services/specs' },
  allowsUnconditionalUpdate: true,
  canCreateOnUpdate: true,
  returnsDeletedObject: true,
  purpose: { kind: 'service' },
  allocation: serviceAllocation,
  completeStored: completeStoredService,
  // A new Service of the same name must not lead to the addresses of the deleted one.
  cascadesTo: { group: '', version: 'v1', plural: 'endpoints' },
  columns: serviceColumns,
  metadataChecks: { ofUpdate: ['changed', 'whole'] },
  nameRule: dns1035LabelName,
  quota: serviceQuota,
  hooks: serviceHooks,
  rules: serviceRules,
  about: 'A stable name and address in front of a set of pods.',
});
