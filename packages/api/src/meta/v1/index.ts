/** API version meta.{domain}/v1: kinds only, no resources. */
import type { ApiVersion } from '../../api-version.ts';
import { APIGroup, APIGroupList } from './api-group.ts';
import { APIResourceList } from './api-resource.ts';
import { APIVersions } from './api-versions.ts';
import { ApplyOptions } from './apply-options.ts';
import { CreateOptions } from './create-options.ts';
import { DeleteOptions } from './delete-options.ts';
import { GetOptions } from './get-options.ts';
import { ListOptions } from './list-options.ts';
import { List } from './list.ts';
import { PartialObjectMetadata, PartialObjectMetadataList } from './partial-object-metadata.ts';
import { PatchOptions } from './patch-options.ts';
import { Status } from './status.ts';
import { TableOptions } from './table-options.ts';
import { Table } from './table.ts';
import { UpdateOptions } from './update-options.ts';

export const metaV1: ApiVersion = {
  group: 'meta.{domain}',
  version: 'v1',
  resources: [],
  kinds: [
    APIGroup,
    APIGroupList,
    APIResourceList,
    APIVersions,
    ApplyOptions,
    CreateOptions,
    DeleteOptions,
    GetOptions,
    List,
    ListOptions,
    PartialObjectMetadata,
    PartialObjectMetadataList,
    PatchOptions,
    Status,
    Table,
    TableOptions,
    UpdateOptions,
  ],
};
