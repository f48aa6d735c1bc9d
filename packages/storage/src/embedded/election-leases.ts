/**
 * Leases of the embedded store for elections. One process holds the directory, so a lease lives as long as the process
 * does: what an earlier process left is replaced, what this one holds is not.
 */
import type { ElectionLease, ElectionLeases } from '../elections/election-lease.ts';
import type { Storage } from '../contract/storage.ts';

export function createEmbeddedElectionLeases(storage: Pick<Storage, 'create' | 'update' | 'delete'>): ElectionLeases {
  /** The revisions of keys that this process holds. */
  const held = new Set<number>();
  const grant = (): ElectionLease => {
    let own: { readonly key: string; readonly revision: number } | undefined;
    return {
      create: async (key, value) => {
        let result = await storage.create(key, value);
        if (!result.ok && result.current !== undefined && !held.has(result.current.revision)) {
          result = await storage.update(key, value, result.current.revision);
        }
        if (!result.ok) return result;
        own = { key, revision: result.revision };
        held.add(result.revision);
        return result;
      },
      renew: () => Promise.resolve(true),
      revoke: async () => {
        if (own === undefined) return;
        const { key, revision } = own;
        own = undefined;
        held.delete(revision);
        await storage.delete(key, revision);
      },
    };
  };
  return { grant: () => Promise.resolve(grant()), isHeld: (revision) => held.has(revision) };
}
