/** Retired API version scheduling.{domain}/v1beta1: served by the releases before its removal, decoded and converted by all. */
import type { ApiVersion } from '../../../api-version.ts';
import { priorityClasses } from '../../../scheduling/v1/priority-class.resource.ts';
import { retire } from '../../retire.ts';

const version = { group: 'scheduling.{domain}', version: 'v1beta1' } as const;

export const schedulingV1beta1: ApiVersion = {
  ...version,
  resources: [retire(priorityClasses, version)],
  kinds: [],
};
