/**
 * Fills the disk that its argument is on with writes, makes room, and goes on.
 * Prints what became of it, as JSON.
 */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { bytesOf } from '../conformance/bytes-of.ts';
import type { Storage } from '../contract/storage.ts';
import { hasStorageCode } from '../contract/errors.ts';
import { openEmbedded } from './open-embedded.ts';

const [disk = ''] = process.argv.slice(2);
const path = join(disk, 'data');
const ballast = join(disk, 'ballast');
const value = Buffer.alloc(20_000, 'x');

/** Writes until it fails, 8 at a time; answers how many were acknowledged, and the failures. */
async function fill(storage: Storage): Promise<{ written: number; failures: unknown[] }> {
  for (let written = 0; ;) {
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => storage.create(`${storage.prefix}k${written + index}`, value)),
    );
    const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    written += results.length - failures.length;
    if (failures.length > 0) return { written, failures };
  }
}

const isWhole = async (storage: Storage, count: number): Promise<boolean> => {
  const { entries } = await storage.range(storage.prefix);
  return entries.length === count && entries.every((entry) => value.equals(bytesOf(entry.value)));
};

await writeFile(ballast, Buffer.alloc(500_000));
const storage = await openEmbedded({ path });
const { written, failures } = await fill(storage);
const [first] = (await storage.range(storage.prefix)).entries;
const report = {
  written,
  isOutOfSpace: failures.every((failure) => hasStorageCode(failure, 'outOfSpace') && failure.applied === 'no'),
  isWholeWhenFull: await isWhole(storage, written),
  canDeleteWhenFull: first !== undefined && (await storage.delete(first.key, first.revision)).ok,
};
await rm(ballast);
const canWriteAgain = (await storage.create(`${storage.prefix}again`, value)).ok;
await storage.close();
const reopened = await openEmbedded({ path });
const isWholeAfterwards = await isWhole(reopened, written);
await reopened.close();
process.stdout.write(`${JSON.stringify({ ...report, canWriteAgain, isWholeAfterwards })}\n`);
