/** How networking.{domain}/v1 serves Ingress objects. */
import { allVerbs, resource } from '@keelson/schema';

import { statusSubresource } from '../../subresources.ts';
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
  storage: { group: 'networking.{domain}', version: 'v1' },
  storagePrefix: 'ingress',
  hasGeneration: true,
  allowsUnconditionalUpdate: true,
  about: 'Routes outside HTTP traffic to services by host and path.',
});
