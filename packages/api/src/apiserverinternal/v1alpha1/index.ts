/** API version internal.apiserver.{domain}/v1alpha1: not served. */
import type { ApiVersion } from '../../api-version.ts';
import { StorageVersion, StorageVersionList } from './storage-version.ts';

export const apiserverinternalV1alpha1: ApiVersion = {
  group: 'internal.apiserver.{domain}',
  version: 'v1alpha1',
  resources: [],
  kinds: [StorageVersion, StorageVersionList],
};
