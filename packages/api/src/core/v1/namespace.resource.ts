/** How v1 serves Namespace objects. */
import { resource } from '@keelson/schema';

import { statusSubresource } from '../../subresources.ts';
import { Namespace, NamespaceList } from './namespace.ts';

export const namespaces = resource({
  group: '',
  version: 'v1',
  kind: 'Namespace',
  plural: 'namespaces',
  singular: 'namespace',
  shortNames: ['ns'],
  scope: 'Cluster',
  verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
  message: Namespace,
  list: NamespaceList,
  subresources: {
    finalize: { verbs: ['update'], writes: ['spec'] },
    status: statusSubresource,
  },
  storage: { group: '', version: 'v1' },
  storagePrefix: 'namespaces',
  fieldSelectors: {
    name: (namespace) => namespace.metadata.name ?? '',
    'status.phase': (namespace) => namespace.status.phase ?? '',
  },
  allowsUnconditionalUpdate: true,
  about: 'A space for names that separates objects and can be given limits.',
});
