/**
 * A write that tells a watch of a quiet folder its progress: etcd delivers only events, and a quiet folder has none.
 * The progress notifications of etcd before 3.4.25 and 3.5.8 can overtake events.
 *
 * The key is the first one after the folder, so a watch whose range is longer by this one key receives its event in
 * order with all others. It is outside every folder of objects, and is deleted at once: the history keeps the write
 * for the watch. Cost: two small writes.
 */
import type { TxnRequest } from '@keelson/etcd-client';

import type { WriteResult } from '../contract/storage.ts';
import { StorageError } from '../contract/errors.ts';
import { folderEnd } from './wire.ts';

export interface FenceWriter {
  readonly write: (options: TxnRequest) => Promise<WriteResult>;
  readonly random: () => number;
}

/** Attempts: other replicas write the same key. */
const tries = 3;

export function fenceKeyOf(folder: string): string {
  return folderEnd(folder).toString();
}

/** Resolves once the fence is written. Rejects as a write does. */
export async function writeFence({ write, random }: FenceWriter, folder: string): Promise<void> {
  const key = fenceKeyOf(folder);
  // Unique, so that the fence of another history cannot be mistaken for it.
  const value = Buffer.from(JSON.stringify({ nonce: random().toString(36).slice(2) }));
  let expectedRevision = 0;
  for (let left = tries; left > 0; left -= 1) {
    const result = await write({ key, value, expectedRevision });
    if (result.ok) {
      // A fence that is not deleted is overwritten by the next one.
      write({ key, value: undefined, expectedRevision: result.revision }).catch(() => undefined);
      return;
    }
    expectedRevision = result.current?.revision ?? 0;
  }
  throw new StorageError('unavailable', `Others have written ${key} at the same time.`);
}
