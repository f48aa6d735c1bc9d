/** Retired API version coordination.{domain}/v1beta1: decoded and converted, never served. */
import type { ApiVersion } from '../../../api-version.ts';
import { leases } from '../../../coordination/v1/lease.resource.ts';
import { retire } from '../../retire.ts';

const version = { group: 'coordination.{domain}', version: 'v1beta1', removed: '1.22' } as const;

export const coordinationV1beta1: ApiVersion = {
  ...version,
  resources: [retire(leases, version)],
  kinds: [],
};
