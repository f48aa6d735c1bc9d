/**
 * The ranges of the cluster that objects are given addresses and ports from. Each item that an object holds has a key of
 * its own, a claim, which is written and deleted in the transactions of its object: no two objects hold one item, and
 * none is left behind, whichever replica writes and whenever it dies. What is free is looked up in memory.
 */
import type { ResourceCache, WatchCache } from '@keelson/cache';
import { isIPv4Bytes, parseNetwork } from '@keelson/meta';

import { addressRange, portRange, type PortBounds } from './item-range.ts';
import { beginAllocation, type AddressAllocation } from './local-allocation.ts';
import { RangeAccount } from './range-account.ts';
import { claimKey, claimsFolder, type WriteRanges } from './write-ranges.ts';

export interface ClusterRangesOptions {
  /** Networks of different families, the first of them for objects that name no family. */
  readonly addresses: readonly string[];
  readonly ports: PortBounds;
  /** The lower end of networks is kept for those who ask for an address. */
  readonly reservesStatic: boolean;
  readonly cache: Pick<WatchCache, 'register' | 'waitFor'>;
  /** The store's, which ends with a slash. */
  readonly prefix: string;
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random?: () => number;
}

export interface ClusterRanges extends WriteRanges {
  /** By family. */
  readonly addresses: ReadonlyMap<string, RangeAccount>;
  readonly ports: RangeAccount;
  /** The claims: the namespace of each is its range, and its name the item. */
  readonly claims: ResourceCache;
  /** Calls back for each attempt to allocate an address, but for those of dry runs. */
  observe(onAllocation: (allocation: AddressAllocation) => void): void;
}

const seenTimeoutMs = 10_000;

export function openClusterRanges(options: ClusterRangesOptions): ClusterRanges {
  const { cache, prefix, reservesStatic, random = Math.random } = options;
  const addresses = new Map(
    options.addresses.map((text) => [familyOf(text), new RangeAccount(addressRange(text, reservesStatic))]),
  );
  const ports = new RangeAccount(portRange(options.ports));
  const claims = registerClaims(cache, prefix);
  followClaims(claims, (range) => (range === 'ports' ? [ports] : [...addresses.values()]));
  const observers = new Set<(allocation: AddressAllocation) => void>();
  const catchUp = async (deadline: number | undefined): Promise<void> => {
    await claims.get({ namespace: 'ports', name: '0' }, { kind: 'mostRecent', deadline });
  };
  const parts = {
    addresses,
    ports,
    catchUp,
    random,
    whenSeen: (revision: number) => cache.waitFor(revision, seenTimeoutMs),
    note: (allocation: AddressAllocation) => {
      for (const tell of observers) tell(allocation);
    },
  };
  return {
    addresses,
    ports,
    claims,
    catchUp,
    begin: () => beginAllocation(parts),
    keyOf: (claim) => claimKey(prefix, claim),
    observe: (onAllocation) => void observers.add(onAllocation),
  };
}

/** Claims are nobody's objects: they are kept as they are stored. */
function registerClaims(cache: Pick<WatchCache, 'register'>, prefix: string): ResourceCache {
  return cache.register({
    name: 'claims',
    folder: prefix + claimsFolder,
    isNamespaced: true,
    finish: (value) => Buffer.from(value.buffer, value.byteOffset, value.byteLength),
    findFault: () => undefined,
  });
}

function followClaims(claims: ResourceCache, accountsOf: (range: string) => readonly RangeAccount[]): void {
  claims.addEventHandler({
    onState: (state) => {
      for (const range of ['ports', 'addresses']) for (const account of accountsOf(range)) account.forget();
      for (const [{ namespace, name }] of state) for (const account of accountsOf(namespace)) account.note(name, true);
    },
    onChange: ({ namespace, name }, claim) => {
      for (const account of accountsOf(namespace)) account.note(name, claim !== undefined);
    },
  });
}

function familyOf(text: string): string {
  const network = parseNetwork(text);
  return network !== undefined && isIPv4Bytes(network.address) ? 'IPv4' : 'IPv6';
}
