/** Binding: binds a pod to a node; sent by schedulers through the `binding` subresource. */
import { kind, required, type TypeOf } from '@keelson/schema';

import { metadata } from '../../meta/v1/object-meta.ts';
import { ObjectReference } from './object-reference.ts';

export const Binding = kind(
  'io.k8s.api.core.v1.Binding',
  {
    metadata,
    target: required(2, ObjectReference, { about: 'Node to bind the pod to.' }),
  },
  { about: 'Binds a pod to a node; sent by schedulers through the `binding` subresource.' },
);
export type Binding = TypeOf<typeof Binding>;
