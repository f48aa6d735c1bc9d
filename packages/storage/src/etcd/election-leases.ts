/** Leases of etcd for elections, each for one key and renewed by its holder, through whichever member answers. */
import { StorageError } from '../contract/errors.ts';
import type { ElectionLease, ElectionLeases } from '../elections/election-lease.ts';
import { callToRead } from './call.ts';
import type { MemberCaller } from './call.ts';
import type { Endpoint } from './endpoints.ts';
import { write } from './writes.ts';

export function createEtcdElectionLeases(caller: MemberCaller): ElectionLeases {
  const grant = async (ttlSeconds: number): Promise<ElectionLease> => {
    // A lease whose answer was lost expires by itself, so it is safe to ask again.
    const { ID: lease } = await callToRead(caller, ({ client }, call) =>
      client.leaseClient.leaseGrant({ TTL: ttlSeconds }, call),
    );
    return {
      create: (key, value) => write(caller, { key, value, expectedRevision: 0, lease }),
      renew: (deadline) =>
        callToRead(caller, (endpoint, { deadline: until }) => renewOnce(endpoint, lease, until), deadline),
      revoke: async () => {
        await callToRead(caller, ({ client }, call) => client.leaseClient.leaseRevoke({ ID: lease }, call));
      },
    };
  };
  return { grant, isHeld: () => true };
}

/** etcd renews leases over streams only; one request and one response of it are a call. */
async function renewOnce({ client, url }: Endpoint, lease: string, deadline: number): Promise<boolean> {
  const stream = await client.leaseClient.leaseKeepAlive({ deadline });
  return new Promise((resolve, reject) => {
    stream.on('data', ({ TTL }) => {
      resolve(Number(TTL) > 0);
      stream.end();
    });
    // Stays, for an error may follow the response.
    stream.on('error', reject);
    stream.on('end', () => reject(new StorageError('unavailable', `${url} ended the renewal of a lease.`)));
    stream.write({ ID: lease });
  });
}
