/**
 * The replicas that are alive, by the addresses that they advertise: each holds a key with a time to live. Replicas of
 * kube-apiserver over the same store hold the same keys.
 */
import { setTimeout as delay } from 'node:timers/promises';

import type { Storage } from '@keelson/storage';

export type LeaseStorage = Pick<Storage, 'prefix' | 'get' | 'range' | 'create' | 'update' | 'delete'>;

export interface ApiServerLeases {
  /** Rejects as the store fails. */
  renew(): Promise<void>;
  /** All addresses, in their order. Rejects as the store fails. */
  addresses(): Promise<readonly string[]>;
  /** Rejects as the store fails. */
  remove(): Promise<void>;
}

export const leaseTtlSeconds = 15;
const folder = 'masterleases/';
const maxTries = 5;
const pauseMs = 20;

export function createApiServerLeases(storage: LeaseStorage, address: string): ApiServerLeases {
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
      const { entries } = await storage.range(storage.prefix + folder);
      return entries.map((entry) => entry.key.slice(storage.prefix.length + folder.length));
    },
    remove: async () => {
      const { entry } = await storage.get(key);
      if (entry !== undefined) await storage.delete(key, entry.revision);
    },
  };
}
