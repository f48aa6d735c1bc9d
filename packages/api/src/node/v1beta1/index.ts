/** API version node.{domain}/v1beta1: its resources and kinds. */
import type { ApiVersion } from '../../api-version.ts';
import { runtimeClasses } from './runtime-class.resource.ts';

export const nodeV1beta1: ApiVersion = {
  group: 'node.{domain}',
  version: 'v1beta1',
  resources: [runtimeClasses],
  kinds: [],
};
