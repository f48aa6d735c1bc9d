/** Retired API version coordination.{domain}/v1beta1: served by the releases before its removal, decoded and converted by all. */
import type { ApiVersion } from '../../../api-version.ts';
import { leases } from '../../../coordination/v1/lease.resource.ts';
import { retire } from '../../retire.ts';

const version = { group: 'coordination.{domain}', version: 'v1beta1' } as const;

export const coordinationV1beta1: ApiVersion = {
  ...version,
  resources: [retire(leases, version)],
  kinds: [],
};
