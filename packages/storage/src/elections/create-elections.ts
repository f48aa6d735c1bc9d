/** Elections over any engine: one key per election, created by its leader with a lease, watched by everyone. */
import { setTimeout as wait } from 'node:timers/promises';

import type { CandidateOptions, Elections, Leader } from '../contract/elections.ts';
import { isStorageError, StorageError } from '../contract/errors.ts';
import { checkFolder } from '../contract/limits.ts';
import type { Storage } from '../contract/storage.ts';
import { isUnreadable } from '../contract/unreadable.ts';
import type { StoredValue } from '../contract/unreadable.ts';
import { holdLeadership } from './hold-leadership.ts';
import type { ElectionLeases } from './election-lease.ts';
import { waitForVacancy } from './wait-for-vacancy.ts';

export interface ElectionsOptions {
  readonly storage: Pick<Storage, 'prefix' | 'get' | 'watch' | 'delete'>;
  readonly leases: ElectionLeases;
}

const defaultTtlSeconds = 15;
const shortestTtlSeconds = 2;
/** Between attempts while the store is unavailable. */
const retryMs = 500;

export function createElections({ storage, leases }: ElectionsOptions): Elections {
  return {
    campaign: async (election, options) => {
      const folder = folderOf(storage.prefix, election);
      const { ttlSeconds = defaultTtlSeconds, signal } = options;
      if (!Number.isSafeInteger(ttlSeconds) || ttlSeconds < shortestTtlSeconds) {
        throw new StorageError('invalidArgument', `A lease lasts whole seconds from ${shortestTtlSeconds} on.`);
      }
      for (;;) {
        signal?.throwIfAborted();
        try {
          const leadership = await tryToLead({ storage, leases, folder }, { ...options, ttlSeconds });
          if (leadership !== undefined) return leadership;
        } catch (error) {
          if (!canBeRetried(error)) throw error;
          await wait(retryMs, undefined, { signal, ref: false }).catch(() => undefined);
        }
      }
    },
    leader: async (election) => {
      const { entry } = await storage.get(leaderKeyOf(folderOf(storage.prefix, election)));
      return entry && leases.isHeld(entry.revision) ? parseLeader(entry.value, entry.revision) : undefined;
    },
  };
}

interface Election {
  readonly storage: ElectionsOptions['storage'];
  readonly leases: ElectionLeases;
  readonly folder: string;
}

type Candidate = CandidateOptions & { readonly ttlSeconds: number };

/** Resolves with `undefined` where another leads: at once if that one was quicker, otherwise once its key is deleted. */
async function tryToLead({ storage, leases, folder }: Election, candidate: Candidate) {
  const { identity, ttlSeconds, signal } = candidate;
  const key = leaderKeyOf(folder);
  const { entry, revision } = await storage.get(key);
  // A waiting candidate needs no lease.
  if (entry !== undefined && leases.isHeld(entry.revision)) {
    const isReplaced =
      candidate.replacesNamesake === true && parseLeader(entry.value, entry.revision).identity === identity;
    if (!isReplaced) {
      await waitForVacancy(storage, { folder, key, afterRevision: revision, signal });
      return undefined;
    }
    // Its last writes, which may still be under way, are refused from here on.
    await storage.delete(key, entry.revision);
  }
  const grantedAt = performance.now();
  const lease = await leases.grant(ttlSeconds);
  const result = await lease.create(key, Buffer.from(JSON.stringify({ identity }))).catch(async (error: unknown) => {
    // It may have been created: it goes with its lease.
    await lease.revoke().catch(() => undefined);
    throw error;
  });
  if (result.ok) {
    const leadership = holdLeadership({
      storage,
      folder,
      lease,
      fence: { key, revision: result.revision },
      ttlMs: ttlSeconds * 1_000,
      grantedAt,
    });
    if (signal?.aborted !== true) return leadership;
    await leadership.resign();
    return undefined;
  }
  await lease.revoke().catch(() => undefined);
  return undefined;
}

function canBeRetried(error: unknown): boolean {
  return (
    isStorageError(error) &&
    ['unavailable', 'compacted', 'historyRestarted', 'outOfSpace'].some((code) => code === error.code)
  );
}

/** The first part begins with a dot, as no resource does. */
function folderOf(prefix: string, election: string): string {
  const folder = `${prefix}.keelson/elections/${election}/`;
  checkFolder(prefix, folder);
  if (election.includes('/'))
    throw new StorageError('invalidKey', `${JSON.stringify(election)} is no name of an election.`);
  return folder;
}

function leaderKeyOf(folder: string): string {
  return `${folder}leader`;
}

/** A key that others have written is a leader without a name: it has to be deleted before anyone is elected. */
function parseLeader(value: StoredValue, revision: number): Leader {
  try {
    const content: unknown = isUnreadable(value) ? undefined : JSON.parse(Buffer.from(value).toString());
    if (
      typeof content === 'object' &&
      content !== null &&
      'identity' in content &&
      typeof content.identity === 'string'
    ) {
      return { identity: content.identity, revision };
    }
  } catch {
    // Not JSON.
  }
  return { identity: '', revision };
}
