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
  about: 'Binds a pod to a node; sent by schedulers through the `binding` subresource.',
});
