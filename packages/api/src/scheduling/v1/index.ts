/** API version scheduling.{domain}/v1: its resources and kinds. */
import type { ApiVersion } from '../../api-version.ts';
import { priorityClasses } from './priority-class.resource.ts';

export const schedulingV1: ApiVersion = {
  group: 'scheduling.{domain}',
  version: 'v1',
  resources: [priorityClasses],
  kinds: [],
};
