/** List: a list of objects of possibly different kinds. */
import { kind, list, rawExtension, required, type TypeOf } from '@keelson/schema';

import { listMetadata } from './list-meta.ts';

export const List = kind(
  'io.k8s.apimachinery.pkg.apis.meta.v1.List',
  {
    metadata: listMetadata,
    items: required(2, list(rawExtension), { about: 'The objects, each with its own kind and apiVersion.' }),
  },
  { about: 'A list of objects of possibly different kinds.' },
);
export type List = TypeOf<typeof List>;
