/** Resource declaration of Binding in v1. */
import { resource } from '@keelson/schema';

import { Binding } from './binding.ts';

export const bindings = resource({
  group: '',
  version: 'v1',
  kind: 'Binding',
  plural: 'bindings',
  singular: 'binding',
  scope: 'Namespaced',
  verbs: ['create'],
  message: Binding,
  storage: { kind: 'none', actsThrough: { plural: 'pods', subresource: 'binding' } },
  about: 'Binds a pod to a node; sent by schedulers through the `binding` subresource.',
});
