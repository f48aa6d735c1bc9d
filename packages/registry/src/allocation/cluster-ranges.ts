/**
 * The ranges from which objects are allocated addresses and ports. Each item that an object holds has a key of its own,
 * the claim, which is created and deleted in the transactions of the object. Invariant: no two objects hold the same
 * item, and no claim outlives its object, whichever replica writes and whenever it crashes. Free items are found in the
 * accounts in memory.
 */
import type { ResourceCache, WatchCache } from '@keelson/cache';
import { isIPv4Bytes, parseNetwork } from '@keelson/meta';

import { addressRange, portRange, type PortBounds } from './item-range.ts';
import { beginAllocation, type AddressAllocation } from './local-allocation.ts';
import { RangeAccount } from './range-account.ts';
import { claimKey, claimsFolder, type WriteRanges } from './write-ranges.ts';

export interface ClusterRangesOptions {
  /** Networks of different families. Objects that name no family get the first. */
  readonly addresses: readonly string[];
  readonly ports: PortBounds;
  /** Keeps a static band at the lower end of each network for objects that ask for an address. */
  readonly reservesStatic: boolean;
  readonly cache: Pick<WatchCache, 'register' | 'waitFor'>;
  /** The key prefix of the store; it ends with a slash. */
  readonly prefix: string;
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random?: () => number;
}

export interface ClusterRanges extends WriteRanges {
  /** By family. */
  readonly addresses: ReadonlyMap<string, RangeAccount>;
  readonly ports: RangeAccount;
  /** The watch cache of claims. The namespace of a claim is its range, and its name the item. */
  readonly claims: ResourceCache;
  /** Registers a callback for each attempt to allocate an address, except in dry runs. */
  observe(onAllocation: (allocation: AddressAllocation) => void): void;
}

const seenTimeoutMs = 10_000;

export function openClusterRanges(options: ClusterRangesOptions): ClusterRanges {
  const { cache, prefix, reservesStatic, random = Math.random } = options;
  const addresses = new Map(
    options.addresses.map((text) => [familyOfNetwork(text), new RangeAccount(addressRange(text, reservesStatic))]),
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

/** Claims are no API objects: the cache keeps their bytes undecoded. */
function registerClaims(cache: Pick<WatchCache, 'register'>, prefix: string): ResourceCache {
  return cache.register({
    name: 'claims',
    folder: prefix + claimsFolder,
    isNamespaced: true,
    finish: (value) => Buffer.from(value),
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

export function familyOfNetwork(text: string): string {
  const network = parseNetwork(text);
  return network !== undefined && isIPv4Bytes(network.address) ? 'IPv4' : 'IPv6';
}
