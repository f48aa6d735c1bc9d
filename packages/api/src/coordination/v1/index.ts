/** API version coordination.{domain}/v1: its resources and kinds. */
import type { ApiVersion } from '../../api-version.ts';
import { leases } from './lease.resource.ts';

export const coordinationV1: ApiVersion = {
  group: 'coordination.{domain}',
  version: 'v1',
  resources: [leases],
  kinds: [],
};
