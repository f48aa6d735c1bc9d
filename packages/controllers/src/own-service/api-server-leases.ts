/**
 * The replicas that are alive, by the addresses that they advertise: each holds a key with a time to live. Replicas of
 * kube-apiserver over the same store hold the same keys. The address is that of the value; a key whose value has none
 * stands for no replica.
 */
import { setTimeout as delay } from 'node:timers/promises';

import type { Resource } from '@keelson/schema';
import type { Storage } from '@keelson/storage';
import type { Logger } from '@keelson/telemetry';

import { readApiServerLease, type ApiServerLease } from './api-server-lease.ts';

export type LeaseStorage = Pick<Storage, 'prefix' | 'get' | 'range' | 'create' | 'update' | 'delete'>;

export interface ApiServerLeases {
  /** Rejects as the store fails. */
  renew(): Promise<void>;
  /** All addresses, each once, in the order of their keys. Rejects as the store fails. */
  addresses(): Promise<readonly string[]>;
  /** Rejects as the store fails. */
  remove(): Promise<void>;
}

export const leaseTtlSeconds = 15;
const folder = 'masterleases/';
const maxTries = 5;
const pauseMs = 20;

export interface FoundLeases {
  /** In the order of their keys. */
  readonly leases: readonly ApiServerLease[];
  /** The keys whose values stand for no replica, and the reasons. */
  readonly faults: readonly { readonly key: string; readonly message: string }[];
}

/** `endpoints` declares the version that is stored. Rejects as the store fails. */
export async function findApiServerLeases(
  storage: Pick<Storage, 'prefix' | 'range'>,
  endpoints: Resource,
): Promise<FoundLeases> {
  const { entries } = await storage.range(storage.prefix + folder);
  const leases: ApiServerLease[] = [];
  const faults: { key: string; message: string }[] = [];
  for (const { key, value } of entries) {
    const read = readApiServerLease(endpoints, value);
    if (read.ok) leases.push(read.lease);
    else faults.push({ key, message: read.message });
  }
  return { leases, faults };
}

export interface ApiServerLeasesParts {
  readonly storage: LeaseStorage;
  /** The address of this replica. */
  readonly address: string;
  readonly endpoints: Resource;
  readonly logger: Logger;
}

export function createApiServerLeases(parts: ApiServerLeasesParts): ApiServerLeases {
  const { storage, address, endpoints, logger } = parts;
  const tellFaults = createFaultTeller(logger);
  const key = `${storage.prefix}${folder}${address}`;
  const value = Buffer.from(
    JSON.stringify({
      kind: 'Endpoints',
      apiVersion: 'v1',
      metadata: { name: address, creationTimestamp: null },
      subsets: [{ addresses: [{ ip: address }] }],
    }),
  );
  const renewOnce = async (): Promise<boolean> => {
    const { entry } = await storage.get(key);
    const options = { ttlSeconds: leaseTtlSeconds };
    const written =
      entry === undefined
        ? await storage.create(key, value, options)
        : await storage.update(key, value, entry.revision, options);
    return written.ok;
  };
  return {
    renew: async () => {
      for (let tries = 0; tries < maxTries; tries += 1) {
        if (await renewOnce()) return;
        await delay(pauseMs);
      }
      throw new Error(`the lease of ${address} is renewed by too many others`);
    },
    addresses: async () => {
      const { leases, faults } = await findApiServerLeases(storage, endpoints);
      tellFaults(faults);
      return [...new Set(leases.map((each) => each.address))];
    },
    remove: async () => {
      const { entry } = await storage.get(key);
      if (entry !== undefined) await storage.delete(key, entry.revision);
    },
  };
}

/** Tells each fault once, for as long as it is there. */
function createFaultTeller(logger: Logger): (faults: FoundLeases['faults']) => void {
  let told = new Set<string>();
  return (faults) => {
    const found = new Set<string>();
    for (const { key, message } of faults) {
      const fault = `${key}: ${message}`;
      found.add(fault);
      if (told.has(fault)) continue;
      logger.warn('a lease of an API server does not name its address, and counts for none', {
        key,
        reason: message,
        advise: 'delete the key if no server renews it',
      });
    }
    told = found;
  };
}
