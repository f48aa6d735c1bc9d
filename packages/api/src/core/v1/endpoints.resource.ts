/** Resource declaration of Endpoints in v1. */
import { allVerbs, resource } from '@keelson/schema';

import { endpointsColumns } from './endpoints.columns.ts';
import { endpointsHooks, endpointsRules } from './endpoints.rules.ts';
import { Endpoints, EndpointsList } from './endpoints.ts';

export const endpoints = resource({
  group: '',
  version: 'v1',
  kind: 'Endpoints',
  plural: 'endpoints',
  singular: 'endpoints',
  shortNames: ['ep'],
  scope: 'Namespaced',
  verbs: allVerbs,
  message: Endpoints,
  list: EndpointsList,
  storage: { kind: 'stored', group: '', version: 'v1', prefix: 'services/endpoints' },
  allowsUnconditionalUpdate: true,
  canCreateOnUpdate: true,
  purpose: { kind: 'endpoints' },
  columns: endpointsColumns,
  metadataChecks: { ofUpdate: ['changed', 'whole'] },
  hooks: endpointsHooks,
  rules: endpointsRules,
  about: 'The addresses behind a service of the same name.',
});
