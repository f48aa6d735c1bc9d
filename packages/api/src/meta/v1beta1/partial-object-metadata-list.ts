/** PartialObjectMetadataList: a list of objects, each reduced to its metadata, as an older version wrote it. */
import { field, kind, list, required, type TypeOf } from '@keelson/schema';

import { ListMeta } from '../v1/list-meta.ts';
import { PartialObjectMetadata } from '../v1/partial-object-metadata.ts';

export const PartialObjectMetadataList = kind(
  'io.k8s.apimachinery.pkg.apis.meta.v1beta1.PartialObjectMetadataList',
  {
    metadata: field(2, ListMeta, { about: 'The revision of the list, and how to get its next page.' }),
    items: required(1, list(PartialObjectMetadata), { about: 'The objects.' }),
  },
  { about: 'A list of objects, each reduced to its metadata, as an older version wrote it.' },
);
export type PartialObjectMetadataList = TypeOf<typeof PartialObjectMetadataList>;
