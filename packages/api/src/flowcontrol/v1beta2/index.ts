/** API version flowcontrol.apiserver.{domain}/v1beta2: its resources and kinds. */
import type { ApiVersion } from '../../api-version.ts';
import { flowSchemas } from './flow-schema.resource.ts';
import { priorityLevelConfigurations } from './priority-level-configuration.resource.ts';

export const flowcontrolV1beta2: ApiVersion = {
  group: 'flowcontrol.apiserver.{domain}',
  version: 'v1beta2',
  resources: [flowSchemas, priorityLevelConfigurations],
  kinds: [],
};
