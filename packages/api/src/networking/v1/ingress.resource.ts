/** Resource declaration of Ingress in networking.{domain}/v1. */
import { allVerbs, resource } from '@keelson/schema';

import { statusSubresource } from '../../subresources/shared-subresources.ts';
import { ingressColumns } from './ingress.columns.ts';
import { ingressHooks, ingressRules } from './ingress.rules.ts';
import { Ingress, IngressList } from './ingress.ts';

export const ingresses = resource({
  group: 'networking.{domain}',
  version: 'v1',
  kind: 'Ingress',
  plural: 'ingresses',
  singular: 'ingress',
  shortNames: ['ing'],
  scope: 'Namespaced',
  verbs: allVerbs,
  message: Ingress,
  list: IngressList,
  subresources: {
    status: statusSubresource,
  },
  storage: { kind: 'stored', group: 'networking.{domain}', version: 'v1', prefix: 'ingress' },
  hasGeneration: true,
  allowsUnconditionalUpdate: true,
  columns: ingressColumns,
  groupOfRefusals: 'extensions',
  metadataChecks: { ofUpdate: ['changed', 'whole'] },
  hooks: ingressHooks,
  rules: ingressRules,
  about: 'Routes outside HTTP traffic to services by host and path.',
});
