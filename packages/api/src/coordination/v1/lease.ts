/** Lease: a renewable claim, used for leader election and node heartbeats. */
import { field, integer, kind, message, microTime, optional, string, type TypeOf } from '@keelson/schema';

import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';

export const LeaseSpec = message(
  'io.k8s.api.coordination.v1.LeaseSpec',
  {
    holderIdentity: optional(1, string, { about: 'Current holder; empty means no one.' }),
    leaseDurationSeconds: optional(2, integer('int32', { minimum: 1 }), {
      about: 'Seconds after renewTime that others must wait before taking over; above 0.',
    }),
    acquireTime: optional(3, microTime, { about: 'When the current holder took the lease.' }),
    renewTime: optional(4, microTime, { about: 'When the current holder last renewed the lease.' }),
    leaseTransitions: optional(5, integer('int32', { minimum: 0 }), {
      about: 'How often the lease has changed holders.',
    }),
  },
  { about: 'Holder and timing of a lease.' },
);
export type LeaseSpec = TypeOf<typeof LeaseSpec>;

export const Lease = kind(
  'io.k8s.api.coordination.v1.Lease',
  {
    metadata,
    spec: field(2, LeaseSpec, { about: 'Who holds the lease and until when.' }),
  },
  { about: 'A renewable claim, used for leader election and node heartbeats.' },
);
export type Lease = TypeOf<typeof Lease>;

export const LeaseList = listOf(Lease);
export type LeaseList = TypeOf<typeof LeaseList>;
