/** Retired API version scheduling.{domain}/v1beta1: decoded and converted, never served. */
import type { ApiVersion } from '../../../api-version.ts';
import { priorityClasses } from '../../../scheduling/v1/priority-class.resource.ts';
import { retire } from '../../retire.ts';

const version = { group: 'scheduling.{domain}', version: 'v1beta1', removed: '1.22' } as const;

export const schedulingV1beta1: ApiVersion = {
  ...version,
  resources: [retire(priorityClasses, version)],
  kinds: [],
};
