/**
 * Range repair: compares the addresses and ports that objects hold with the claims, creates missing claims and deletes
 * leaked ones. Objects and claims are written in one transaction, so repairs are due only for objects that are older
 * than claims, for stores that were restored or edited, and for objects that could not be decoded when they were
 * deleted. It runs on every replica. Invariant: an item in use is never released, whatever is written meanwhile.
 */
import type { CachedObject, Informer, Informers, RegisteredResource } from '@keelson/informers';
import type { ApiObject, ClusterRanges } from '@keelson/registry';
import type { RangeClaim, ClaimFault } from '@keelson/schema';
import type { Storage } from '@keelson/storage';
import { giveWay, type Logger } from '@keelson/telemetry';

import type { Controller } from '../controller.ts';

export interface RangeRepairParts {
  readonly informers: Informers;
  readonly storage: Pick<Storage, 'create' | 'update' | 'delete'>;
  readonly ranges: ClusterRanges;
  /** Called for each object that holds an item outside the range, shared with another object, or without a claim. */
  readonly onFault: (place: RegisteredResource, object: CachedObject<ApiObject>, fault: ClaimFault) => void;
  /** Of bitmaps that other servers keep, too; absent where there are none. Rejects as the store fails. */
  readonly releaseLeaks?: ((isHeld: (claim: RangeClaim) => boolean) => Promise<void>) | undefined;
  readonly logger: Logger;
  readonly periodMs?: number;
}

export interface RangeRepair extends Controller {
  /** Resolves after the first pass. */
  readonly whenRepaired: Promise<void>;
}

const defaultPeriodMs = 180_000;

/** A held item and its holders: more than one only where a claim was missing. */
interface Held {
  readonly claim: RangeClaim;
  readonly holders: { readonly place: RegisteredResource; readonly object: CachedObject<ApiObject> }[];
}

interface Found {
  /** By the keys of claims. */
  readonly held: ReadonlyMap<string, Held>;
  /** Objects that cannot be read hold items that nobody knows: none is given free while there are any. */
  readonly hasUnreadable: boolean;
}

interface Pass extends RangeRepairParts {
  readonly held: ReadonlyMap<string, Held>;
}

export function repairRanges(parts: RangeRepairParts): RangeRepair {
  const { informers, logger, periodMs = defaultPeriodMs } = parts;
  const places = informers.resources.where(({ allocation }) => allocation !== undefined);
  const followed = places.map((place) => ({ place, informer: informers.informer<ApiObject>(place.stored) }));
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  /** Claims without a holder at the last pass, with their revisions, by key. Some belong to writes in progress. */
  let suspects: ReadonlyMap<string, number> = new Map();
  const run = async (): Promise<void> => {
    try {
      const { held, hasUnreadable } = await findHeld(parts, followed);
      for (const each of held.values()) await repair(parts, each);
      if (hasUnreadable) {
        logger.warn('claims that nothing seems to hold are kept while objects cannot be read');
        suspects = new Map();
      } else {
        suspects = await releaseUnheld({ ...parts, held }, suspects);
        await parts.releaseLeaks?.((claim) => held.has(parts.ranges.keyOf(claim)));
      }
    } catch (error) {
      logger.warn('the ranges of the cluster could not be compared with their claims', { error });
    }
    if (!isStopped) timer = setTimeout(() => void (running = run()), periodMs).unref();
  };
  let running = run();
  return {
    whenRepaired: running,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      return running;
    },
  };
}

interface Followed {
  readonly place: RegisteredResource;
  readonly informer: Informer<ApiObject>;
}

async function findHeld({ ranges }: RangeRepairParts, followed: readonly Followed[]): Promise<Found> {
  await ranges.claims.whenLoaded();
  const held = new Map<string, Held>();
  let hasUnreadable = false;
  for (const { place, informer } of followed) {
    const { allocation } = place.stored;
    await informer.whenSynced();
    // An informer may not have them.
    hasUnreadable ||= place.cache.unreadableCount() > 0;
    for (const object of [...informer.list()]) {
      if (allocation === undefined) continue;
      if (!object.decoded.ok) {
        hasUnreadable = true;
        continue;
      }
      for (const claim of allocation.claimsOf(object.decoded.object as never)) {
        const key = ranges.keyOf(claim);
        const found = held.get(key) ?? { claim, holders: [] };
        found.holders.push({ place, object });
        held.set(key, found);
      }
      await giveWay();
    }
  }
  return { held, hasUnreadable };
}

async function repair(parts: RangeRepairParts, { claim, holders }: Held): Promise<void> {
  const { ranges, storage, onFault } = parts;
  const [first, ...others] = holders;
  if (first === undefined) return;
  const { place, object } = first;
  const text = rangeText(ranges, claim);
  if (text.isOutside) onFault(place, object, { kind: 'outside', claim, range: text.range });
  for (const each of others) onFault(each.place, each.object, { kind: 'shared', claim, range: text.range });
  const known = ranges.claims.peek({ namespace: claim.range, name: claim.item });
  // Beside the bitmap of another server, an item may be allocated without a claim, and a claim without its bit.
  const isAllocated = text.isOutside ? known !== undefined : isClaimed(ranges, claim);
  if (known !== undefined && isAllocated) return;
  const { namespace, name, version } = object;
  const value = Buffer.from(JSON.stringify({ resource: place.stored.plural, namespace, name }));
  // Conditional on the object's revision: a later version may no longer hold the item.
  const compares = [{ key: version.key, revision: version.revision }];
  const key = ranges.keyOf(claim);
  const made = await (known === undefined
    ? storage.create(key, value, { compares })
    : storage.update(key, value, known.revision, { compares }));
  if (made.ok && !isAllocated) onFault(place, object, { kind: 'unclaimed', claim, range: text.range });
}

function isClaimed({ ports, addresses }: ClusterRanges, { range, item }: RangeClaim): boolean {
  const accounts = range === 'ports' ? [ports] : [...addresses.values()];
  return accounts.some((account) => account.isClaimed(account.range.indexOf(item)));
}

function rangeText({ ports, addresses }: ClusterRanges, { range, item }: RangeClaim) {
  const accounts = range === 'ports' ? [ports] : [...addresses.values()];
  const isOutside = accounts.every((account) => account.range.indexOf(item) === -1);
  const family = accounts.find((account) => account.range.text.includes(':') === item.includes(':'));
  return { isOutside, range: (family ?? ports).range.text };
}

/**
 * Deletes the claims that had no holder at the last pass either: no write is in progress for so long. Returns the
 * claims without a holder that stay for the next pass.
 */
async function releaseUnheld(
  { ranges, storage, held, logger }: Pass,
  suspects: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const unheld = new Map<string, number>();
  const listed = await ranges.claims.list({});
  if (!listed.ok) return unheld;
  for (const { key, revision } of listed.objects) {
    if (held.has(key)) continue;
    if (suspects.get(key) !== revision) {
      unheld.set(key, revision);
    } else {
      const released = await storage.delete(key, revision);
      if (released.ok) logger.info('A claim that nothing held was given free', { key });
    }
  }
  return unheld;
}
