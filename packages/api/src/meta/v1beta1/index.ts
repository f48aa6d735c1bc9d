/** API version meta.{domain}/v1beta1: kinds only, no resources. */
import type { ApiVersion } from '../../api-version.ts';
import { PartialObjectMetadata } from '../v1/partial-object-metadata.ts';
import { Table } from '../v1/table.ts';
import { PartialObjectMetadataList } from './partial-object-metadata-list.ts';

export const metaV1beta1: ApiVersion = {
  group: 'meta.{domain}',
  version: 'v1beta1',
  resources: [],
  kinds: [PartialObjectMetadata, PartialObjectMetadataList, Table],
};
