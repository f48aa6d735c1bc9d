/**
 * Reads a backup, and believes nothing of it that a checksum does not cover. Entries come as they are read: a reader
 * that must not act upon a file that is cut off reads it to its end first.
 */
import { createHash } from 'node:crypto';

import { StorageError } from '../contract/errors.ts';
import {
  checksumBytes,
  checksumOf,
  chunkHeadBytes,
  decodeRecords,
  formatVersion,
  magic,
  magicBytes,
  mostChunkBytes,
} from './backup-format.ts';
import type { BackupEnd, BackupHead, BackupChunk } from './backup-format.ts';
import type { BackupEntry } from './backup-source.ts';

export interface BackupReader {
  readonly head: BackupHead;
  /** To be read once. Rejects with `invalidBackup`. */
  pages(): AsyncGenerator<readonly BackupEntry[], BackupEnd, undefined>;
}

/** Rejects with `invalidBackup` if this is no backup, and `formatTooNew` if it is one of a newer version. */
export async function openBackup(bytes: AsyncIterable<Uint8Array, unknown>): Promise<BackupReader> {
  const input = createInput(bytes);
  checkMagic(await input.take(magicBytes));
  const chunks = readChunks(input);
  const first = await chunks.next();
  if (first.done === true || first.value.kind !== 'HEAD') throw invalid('it does not begin with its head');
  const { payload, checksum } = first.value;
  const head = parseHead(payload);
  return { head, pages: () => pagesOfChunks(chunks, checksum) };
}

async function* pagesOfChunks(
  chunks: AsyncGenerator<BackupChunk, void, undefined>,
  headChecksum: Buffer,
): AsyncGenerator<readonly BackupEntry[], BackupEnd, undefined> {
  const whole = createHash('sha256').update(headChecksum);
  let [entries, count] = [0, 1];
  for await (const { kind, payload, checksum } of chunks) {
    if (kind === 'DONE') {
      const end = parseEnd(payload);
      const isSame = end?.entries === entries && end.chunks === count && end.sha256 === whole.digest('hex');
      if (!isSame) throw invalid('parts of it are missing or stand elsewhere than they were written');
      if (!(await chunks.next()).done) throw invalid('it goes on after its end');
      return end;
    }
    const page = kind === 'DATA' ? decodeRecords(payload) : undefined;
    if (page === undefined) throw invalid(`its part ${count + 1} is none of a backup`);
    whole.update(checksum);
    count += 1;
    entries += page.length;
    yield page;
  }
  throw invalid(`it was cut off after ${entries} entries`);
}

async function* readChunks(input: Input): AsyncGenerator<BackupChunk, void, undefined> {
  for (let count = 1; ; count += 1) {
    const head = await input.take(chunkHeadBytes);
    if (head.length === 0) return;
    const [kind, length] = [head.toString('latin1', 0, 4), head.length < chunkHeadBytes ? 0 : head.readUInt32BE(4)];
    if (head.length === chunkHeadBytes && (!isKind(kind) || length > mostChunkBytes)) {
      throw invalid(`its part ${count} was altered`);
    }
    const rest = await input.take(length + checksumBytes);
    if (!isKind(kind) || rest.length < length + checksumBytes) throw invalid(`it was cut off in its part ${count}`);
    const [payload, checksum] = [rest.subarray(0, length), rest.subarray(length)];
    if (!checksumOf(head, [payload]).equals(checksum)) throw invalid(`its part ${count} was altered`);
    yield { kind, payload, checksum };
  }
}

function isKind(text: string): text is BackupChunk['kind'] {
  return text === 'HEAD' || text === 'DATA' || text === 'DONE';
}

interface Input {
  /** Fewer bytes at the end of the input. */
  take(size: number): Promise<Buffer>;
}

function createInput(bytes: AsyncIterable<Uint8Array, unknown>): Input {
  const iterator = bytes[Symbol.asyncIterator]();
  let waiting: Buffer[] = [];
  let held = 0;
  return {
    take: async (size) => {
      while (held < size) {
        const { done, value } = await iterator.next();
        if (done === true) break;
        waiting.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
        held += value.byteLength;
      }
      const all = waiting.length === 1 ? (waiting[0] ?? Buffer.alloc(0)) : Buffer.concat(waiting);
      const taken = all.subarray(0, size);
      const rest = all.subarray(size);
      waiting = rest.length === 0 ? [] : [rest];
      held = rest.length;
      return taken;
    },
  };
}

function checkMagic(bytes: Buffer): void {
  const version = /^KEELSON BACKUP (\d)\n$/.exec(bytes.toString('latin1'))?.[1];
  if (version === undefined || !bytes.toString('latin1').startsWith(magic)) {
    throw invalid('it does not begin as one');
  }
  if (Number(version) > formatVersion) throw tooNew(Number(version));
}

function parseHead(payload: Buffer): BackupHead {
  const content = parseObject(payload);
  const { format, engine, prefix, revision, createdAt, version } = content;
  if (typeof format !== 'number' || format < 1) throw invalid('its head names no format');
  if (format > formatVersion) throw tooNew(format);
  const texts = [engine, prefix, createdAt, version];
  const hasRevision = typeof revision === 'number' && Number.isSafeInteger(revision) && revision >= 0;
  if (!hasRevision || !texts.every((each) => typeof each === 'string')) throw invalid('its head lacks a field');
  const [engineText = '', prefixText = '', createdText = '', versionText = ''] = texts;
  return { format, revision, engine: engineText, prefix: prefixText, createdAt: createdText, version: versionText };
}

function parseEnd(payload: Buffer): BackupEnd | undefined {
  const { entries, chunks, sha256 } = parseObject(payload);
  if (typeof entries !== 'number' || typeof chunks !== 'number' || typeof sha256 !== 'string') return undefined;
  return { entries, chunks, sha256 };
}

function parseObject(payload: Buffer): Readonly<Record<string, unknown>> {
  try {
    const content: unknown = JSON.parse(payload.toString());
    if (typeof content === 'object' && content !== null) return Object.fromEntries(Object.entries(content));
  } catch {
    // Invalid JSON is reported below.
  }
  throw invalid('a part that should be JSON is none');
}

function tooNew(format: number): StorageError {
  return new StorageError(
    'formatTooNew',
    `The backup has format ${format}, this version of Keelson reads formats up to ${formatVersion}. ` +
      'Restore it with the version that made it, or a newer one.',
  );
}

/** `fault` is a clause. */
function invalid(fault: string): StorageError {
  return new StorageError('invalidBackup', `This is no whole backup: ${fault}. Nothing of it should be restored.`);
}
