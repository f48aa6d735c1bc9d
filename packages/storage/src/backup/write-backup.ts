/** Turns a source into the bytes of a backup, page by page: it holds two pages in memory, however large the store is. */
import { createHash } from 'node:crypto';

import { encodeChunk, encodeRecords, fileHead, formatVersion } from './backup-format.ts';
import type { BackupEnd, BackupHead } from './backup-format.ts';
import type { BackupEntry, BackupSource } from './backup-source.ts';

export interface BackupProgress {
  readonly entries: number;
  /** The size of the file so far. */
  readonly bytes: number;
}

export interface WriteBackupOptions {
  readonly version: string;
  readonly now: Date;
  readonly onProgress?: (progress: BackupProgress) => void;
}

/** Rejects when the source does. The bytes until then are no backup: readers notice the missing end. */
export async function* writeBackup(
  source: BackupSource,
  { version, now, onProgress }: WriteBackupOptions,
): AsyncGenerator<Uint8Array, BackupEnd, undefined> {
  const whole = createHash('sha256');
  let [entries, chunks, bytes] = [0, 0, 0];
  const { engine, prefix, revision } = source;
  const head: BackupHead = { format: formatVersion, engine, prefix, revision, createdAt: now.toISOString(), version };
  const encode = (kind: 'HEAD' | 'DATA', payload: Buffer): readonly Uint8Array[] => {
    const { parts, checksum } = encodeChunk(kind, [payload]);
    whole.update(checksum);
    chunks += 1;
    for (const part of parts) bytes += part.byteLength;
    return parts;
  };
  yield fileHead();
  yield* encode('HEAD', Buffer.from(JSON.stringify(head)));
  for await (const page of readAhead(source.pages())) {
    if (page.length === 0) continue;
    yield* encode('DATA', encodeRecords(page));
    entries += page.length;
    onProgress?.({ entries, bytes });
  }
  const end: BackupEnd = { entries, chunks, sha256: whole.digest('hex') };
  yield* encodeChunk('DONE', [Buffer.from(JSON.stringify(end))]).parts;
  return end;
}

/** Asks for the next page while this one is written. */
async function* readAhead(
  pages: AsyncIterable<readonly BackupEntry[], unknown>,
): AsyncGenerator<readonly BackupEntry[]> {
  const iterator = pages[Symbol.asyncIterator]();
  const ask = (): Promise<IteratorResult<readonly BackupEntry[], unknown>> => {
    const asked = iterator.next();
    asked.catch(() => undefined);
    return asked;
  };
  let next = ask();
  for (;;) {
    const { done, value } = await next;
    if (done === true) return;
    next = ask();
    yield value;
  }
}
