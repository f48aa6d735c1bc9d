/** API version flowcontrol.apiserver.{domain}/v1beta1: its resources and kinds. */
import type { ApiVersion } from '../../api-version.ts';
import { flowSchemas } from './flow-schema.resource.ts';
import { priorityLevelConfigurations } from './priority-level-configuration.resource.ts';

export const flowcontrolV1beta1: ApiVersion = {
  group: 'flowcontrol.apiserver.{domain}',
  version: 'v1beta1',
  resources: [flowSchemas, priorityLevelConfigurations],
  kinds: [],
};
