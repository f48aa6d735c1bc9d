/** API version node.{domain}/v1: its resources and kinds. */
import type { ApiVersion } from '../../api-version.ts';
import { runtimeClasses } from './runtime-class.resource.ts';

export const nodeV1: ApiVersion = {
  group: 'node.{domain}',
  version: 'v1',
  resources: [runtimeClasses],
  kinds: [],
};
