/**
 * Fills the store named by its argument under a limit for the size of a file, which
 * fails a write as a full disk does. Prints what became of it, as JSON.
 */
import { hasStorageCode } from '../errors.ts';
import { openEmbedded } from './open-embedded.ts';

const [path = ''] = process.argv.slice(2);
// Without a listener this signal ends the process at the limit.
process.on('SIGXFSZ', () => undefined);
const storage = await openEmbedded({ path });
const value = Buffer.alloc(20_000, 'x');

/** Writes until it fails, 8 at a time; answers how many were acknowledged, and the failures. */
async function fill(): Promise<{ written: number; failures: unknown[] }> {
  for (let written = 0; ; ) {
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => storage.create(`${storage.prefix}k${written + index}`, value)),
    );
    const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    written += results.length - failures.length;
    if (failures.length > 0) return { written, failures };
  }
}

const { written, failures } = await fill();
const { entries, revision } = await storage.range(storage.prefix);
const [first] = entries;
const deleted = first && (await storage.delete(first.key, first.revision));
const report = {
  written,
  readable: entries.length,
  revision,
  isOutOfSpace: failures.every((failure) => hasStorageCode(failure, 'outOfSpace') && failure.applied === 'no'),
  canDelete: deleted?.ok ?? false,
};
await storage.close();
process.stdout.write(`${JSON.stringify(report)}\n`);
