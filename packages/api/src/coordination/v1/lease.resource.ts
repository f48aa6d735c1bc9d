/** Resource declaration of Lease in coordination.{domain}/v1. */
import { allVerbs, resource } from '@keelson/schema';

import { Lease, LeaseList } from './lease.ts';
import { leaseColumns } from './lease.columns.ts';

export const leases = resource({
  group: 'coordination.{domain}',
  version: 'v1',
  kind: 'Lease',
  plural: 'leases',
  singular: 'lease',
  scope: 'Namespaced',
  verbs: allVerbs,
  message: Lease,
  list: LeaseList,
  hasOpenFinalizers: true,
  storage: { kind: 'stored', group: 'coordination.{domain}', version: 'v1', prefix: 'leases' },
  canCreateOnUpdate: true,
  columns: leaseColumns,
  about: 'A renewable claim, used for leader election and node heartbeats.',
});
