/**
 * A write by which a watch of a folder learns how far it has come: etcd tells a watch of events alone, and where a
 * folder is quiet there are none. The progress notifications of etcd before 3.4.25 and 3.5.8 can overtake events.
 *
 * The key is the very next one behind the folder, so that a watch whose range is longer by this one key gets its
 * event in order with all others. It is in no folder of objects, and is deleted again at once: the history keeps the
 * write for the watch. Cost: two small writes.
 */
import type { TxnRequest } from '@keelson/etcd-client';

import type { WriteResult } from '../contract/storage.ts';
import { StorageError } from '../contract/errors.ts';
import { endOf } from './wire.ts';

export interface FenceWriter {
  readonly write: (options: TxnRequest) => Promise<WriteResult>;
  readonly random: () => number;
}

/** Other replicas write the same key. */
const tries = 3;

export function fenceKeyOf(folder: string): string {
  return endOf(folder).toString();
}

/** Resolves once it is written. Rejects as a write does. */
export async function writeFence({ write, random }: FenceWriter, folder: string): Promise<void> {
  const key = fenceKeyOf(folder);
  // No two are alike, so that one of another history cannot be taken for it.
  const value = Buffer.from(JSON.stringify({ nonce: random().toString(36).slice(2) }));
  let expectedRevision = 0;
  for (let left = tries; left > 0; left -= 1) {
    const result = await write({ key, value, expectedRevision });
    if (result.ok) {
      // One that stays is overwritten by the next.
      write({ key, value: undefined, expectedRevision: result.revision }).catch(() => undefined);
      return;
    }
    expectedRevision = result.current?.revision ?? 0;
  }
  throw new StorageError('unavailable', `Others have written ${key} at the same time.`);
}
