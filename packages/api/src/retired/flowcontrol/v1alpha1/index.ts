/** Retired API version flowcontrol.apiserver.{domain}/v1alpha1: served by the releases before its removal, decoded and converted by all. */
import type { ApiVersion } from '../../../api-version.ts';
import { flowSchemas } from '../../../flowcontrol/v1beta2/flow-schema.resource.ts';
import { priorityLevelConfigurations } from '../../../flowcontrol/v1beta2/priority-level-configuration.resource.ts';
import { retireAll } from '../../retire.ts';

const version = { group: 'flowcontrol.apiserver.{domain}', version: 'v1alpha1' } as const;

export const flowcontrolV1alpha1: ApiVersion = {
  ...version,
  resources: retireAll([flowSchemas, priorityLevelConfigurations], version),
  kinds: [],
};
