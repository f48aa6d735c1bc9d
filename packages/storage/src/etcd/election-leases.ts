/** Leases of etcd for elections, each for one key and renewed by its holder, through whichever member answers. */
import type { ElectionLease, ElectionLeases } from '../elections/election-lease.ts';
import { callToRead } from './call.ts';
import type { MemberCaller } from './call.ts';
import { write } from './writes.ts';

export function createEtcdElectionLeases(caller: MemberCaller): ElectionLeases {
  const grant = async (ttlSeconds: number): Promise<ElectionLease> => {
    // A lease whose answer was lost expires by itself, so it is safe to ask again.
    const lease = await callToRead(caller, ({ kv }, limit) => kv.leases.grant(ttlSeconds, limit));
    return {
      create: (key, value) => write(caller, { key, value, expectedRevision: 0, lease }),
      renew: (deadline) => callToRead(caller, ({ kv }, limit) => kv.leases.renew(lease, limit), deadline),
      revoke: () => callToRead(caller, ({ kv }, limit) => kv.leases.revoke(lease, limit)),
    };
  };
  return { grant, isHeld: () => true };
}
