/** Resource declaration of APIService in apiregistration.{domain}/v1. */
import { pathSegmentNameRule } from '@keelson/meta';
import { allVerbs, resource } from '@keelson/schema';

import { statusSubresource } from '../../subresources/shared-subresources.ts';
import { apiServiceColumns } from './api-service.columns.ts';
import { apiServiceHooks, apiServiceRules } from './api-service.rules.ts';
import { APIService, APIServiceList } from './api-service.ts';

export const apiServices = resource({
  group: 'apiregistration.{domain}',
  version: 'v1',
  kind: 'APIService',
  plural: 'apiservices',
  singular: 'apiservice',
  categories: ['api-extensions'],
  scope: 'Cluster',
  verbs: allVerbs,
  message: APIService,
  list: APIServiceList,
  subresources: {
    status: statusSubresource,
  },
  hasOpenFinalizers: true,
  storage: {
    kind: 'stored',
    group: 'apiregistration.{domain}',
    version: 'v1',
    prefix: 'apiregistration.{domain}/apiservices',
    isAlwaysJson: true,
  },
  purpose: { kind: 'apiService' },
  columns: apiServiceColumns,
  metadataChecks: { ofUpdate: ['changed', 'whole'] },
  nameRule: pathSegmentNameRule,
  hooks: apiServiceHooks,
  rules: apiServiceRules,
  about: 'Registers a server for one API group version; named `<version>.<group>`.',
});
