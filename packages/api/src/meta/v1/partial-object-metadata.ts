/** Any object, reduced to its metadata. */
import { kind, type TypeOf } from '@keelson/schema';

import { listOf } from './list-of.ts';
import { metadata } from './object-meta.ts';

export const PartialObjectMetadata = kind(
  'io.k8s.apimachinery.pkg.apis.meta.v1.PartialObjectMetadata',
  {
    metadata,
  },
  { about: 'Any object reduced to its metadata.' },
);
export type PartialObjectMetadata = TypeOf<typeof PartialObjectMetadata>;

export const PartialObjectMetadataList = listOf(PartialObjectMetadata);
export type PartialObjectMetadataList = TypeOf<typeof PartialObjectMetadataList>;
