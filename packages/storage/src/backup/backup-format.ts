/**
 * The format of a backup file. docs/backup.md states it for other programs.
 *
 *     file   = "KEELSON BACKUP 1\n" chunk*
 *     chunk  = kind (4 bytes of ASCII)  length (4)  payload (length)  SHA-256 of all that (32)
 *     HEAD   one, first: JSON          DATA   any number: records          DONE   one, last: JSON
 *     record = key length (4)  value length (4)  revision (8)  expiry (8)  key  value
 *
 * Numbers are big-endian. An expiry is in milliseconds since 1970, 0 for never. DONE holds the number of entries and of
 * chunks before it, and the SHA-256 of the checksums of those chunks, one after the other.
 */
import { createHash } from 'node:crypto';

import type { BackupEntry } from './backup-source.ts';

export const formatVersion = 1;
export const magic = 'KEELSON BACKUP ';
export const magicBytes = Buffer.byteLength(`${magic}1\n`);
export const chunkHeadBytes = 8;
export const checksumBytes = 32;
/** Far above what is written, so that a damaged length is found before memory is asked for. */
export const mostChunkBytes = 64 * 1024 * 1024;
const recordHeadBytes = 24;
const two32 = 0x1_0000_0000;

export type ChunkKind = 'HEAD' | 'DATA' | 'DONE';

export interface BackupHead {
  readonly format: number;
  readonly engine: string;
  readonly prefix: string;
  readonly revision: number;
  /** RFC 3339. */
  readonly createdAt: string;
  /** The version of the program. */
  readonly version: string;
}

export interface BackupEnd {
  readonly entries: number;
  readonly chunks: number;
  readonly sha256: string;
}

export interface BackupChunk {
  readonly kind: ChunkKind;
  readonly payload: Buffer;
  readonly checksum: Buffer;
}

export function fileHead(): Buffer {
  return Buffer.from(`${magic}${formatVersion}\n`);
}

export function checksumOf(head: Uint8Array, payload: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256').update(head);
  for (const part of payload) hash.update(part);
  return hash.digest();
}

export interface EncodedChunk {
  readonly parts: readonly Uint8Array[];
  readonly checksum: Buffer;
}

/** The payload stays in parts, so that values are not copied once more. */
export function encodeChunk(kind: ChunkKind, payload: readonly Uint8Array[]): EncodedChunk {
  const head = Buffer.alloc(chunkHeadBytes);
  head.write(kind, 0, 'latin1');
  head.writeUInt32BE(
    payload.reduce((sum, part) => sum + part.byteLength, 0),
    4,
  );
  const checksum = checksumOf(head, payload);
  return { parts: [head, ...payload, checksum], checksum };
}

/** One piece of memory: a piece per record would cost more than the copy. */
export function encodeRecords(entries: readonly BackupEntry[]): Buffer {
  let size = 0;
  for (const { key, value } of entries) size += recordHeadBytes + Buffer.byteLength(key) + value.byteLength;
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  for (const { key, value, revision, expiresAtMs = 0 } of entries) {
    const keyBytes = bytes.write(key, at + recordHeadBytes);
    bytes.writeUInt32BE(keyBytes, at);
    bytes.writeUInt32BE(value.byteLength, at + 4);
    writeNumber(bytes, at + 8, revision);
    writeNumber(bytes, at + 16, expiresAtMs);
    bytes.set(value, at + recordHeadBytes + keyBytes);
    at += recordHeadBytes + keyBytes + value.byteLength;
  }
  return bytes;
}

/** `undefined` if the records do not fill the payload. */
export function decodeRecords(payload: Buffer): readonly BackupEntry[] | undefined {
  const entries: BackupEntry[] = [];
  let at = 0;
  while (at < payload.length) {
    if (at + recordHeadBytes > payload.length) return undefined;
    const keyEnd = at + recordHeadBytes + payload.readUInt32BE(at);
    const valueEnd = keyEnd + payload.readUInt32BE(at + 4);
    if (valueEnd > payload.length) return undefined;
    const expiresAtMs = readNumber(payload, at + 16);
    entries.push({
      key: payload.toString('utf8', at + recordHeadBytes, keyEnd),
      value: payload.subarray(keyEnd, valueEnd),
      revision: readNumber(payload, at + 8),
      expiresAtMs: expiresAtMs === 0 ? undefined : expiresAtMs,
    });
    at = valueEnd;
  }
  return entries;
}

function writeNumber(bytes: Buffer, offset: number, value: number): void {
  bytes.writeUInt32BE(Math.floor(value / two32), offset);
  bytes.writeUInt32BE(value % two32, offset + 4);
}

function readNumber(bytes: Buffer, offset: number): number {
  return bytes.readUInt32BE(offset) * two32 + bytes.readUInt32BE(offset + 4);
}
