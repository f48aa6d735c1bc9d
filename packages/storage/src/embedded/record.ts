/**
 * The binary format of the rows of the embedded store. Numbers have eight bytes, big-endian,
 * so that rows sort like the numbers.
 */
import { StorageError } from '../contract/errors.ts';

/** The newest state of a key: the row of table `heads`. */
export interface HeadRow {
  readonly revision: number;
  readonly isDeleted: boolean;
}

/** The change made at a revision: the row of table `log`. */
export interface LogRow {
  readonly key: string;
  readonly isDeleted: boolean;
  /** The previous change of the key, which may be a deletion; 0 if none is known. */
  readonly earlierRevision: number;
}

/** The state of the store: the one row of table `state`. */
export interface State {
  readonly revision: number;
  readonly compactedRevision: number;
  /** Space was reclaimed up to this revision. */
  readonly reclaimedRevision: number;
}

const two32 = 0x1_0000_0000;

function writeNumber(bytes: Buffer, offset: number, value: number): void {
  bytes.writeUInt32BE(Math.floor(value / two32), offset);
  bytes.writeUInt32BE(value % two32, offset + 4);
}

function readNumber(bytes: Buffer, offset: number): number {
  return bytes.readUInt32BE(offset) * two32 + bytes.readUInt32BE(offset + 4);
}

export function encodeRevision(revision: number): Buffer {
  const bytes = Buffer.allocUnsafe(8);
  writeNumber(bytes, 0, revision);
  return bytes;
}

export function decodeRevision(bytes: Buffer): number {
  return readNumber(bytes, 0);
}

export function encodeHead(head: HeadRow): Buffer {
  const bytes = Buffer.allocUnsafe(9);
  writeNumber(bytes, 0, head.revision);
  bytes[8] = head.isDeleted ? 1 : 0;
  return bytes;
}

export function decodeHead(bytes: Buffer): HeadRow {
  if (bytes.length !== 9) throw damagedRow('a key');
  return { revision: readNumber(bytes, 0), isDeleted: bytes[8] === 1 };
}

export function encodeLogRow(row: LogRow): Buffer {
  const bytes = Buffer.allocUnsafe(9 + Buffer.byteLength(row.key));
  writeNumber(bytes, 0, row.earlierRevision);
  bytes[8] = row.isDeleted ? 1 : 0;
  bytes.write(row.key, 9);
  return bytes;
}

export function decodeLogRow(bytes: Buffer): LogRow {
  if (bytes.length <= 9) throw damagedRow('a revision');
  return { key: bytes.toString('utf8', 9), isDeleted: bytes[8] === 1, earlierRevision: readNumber(bytes, 0) };
}

export function encodeState(state: State): Buffer {
  const bytes = Buffer.allocUnsafe(24);
  writeNumber(bytes, 0, state.revision);
  writeNumber(bytes, 8, state.compactedRevision);
  writeNumber(bytes, 16, state.reclaimedRevision);
  return bytes;
}

export function decodeState(bytes: Buffer): State {
  if (bytes.length !== 24) throw damagedRow('its state');
  return {
    revision: readNumber(bytes, 0),
    compactedRevision: readNumber(bytes, 8),
    reclaimedRevision: readNumber(bytes, 16),
  };
}

/** Sorts by time; the revision identifies the value of the key that expires. */
export function encodeExpiry(expiresAtMs: number, revision: number): Buffer {
  const bytes = Buffer.allocUnsafe(16);
  writeNumber(bytes, 0, expiresAtMs);
  writeNumber(bytes, 8, revision);
  return bytes;
}

export function decodeExpiry(bytes: Buffer): { readonly expiresAtMs: number; readonly revision: number } {
  return { expiresAtMs: readNumber(bytes, 0), revision: readNumber(bytes, 8) };
}

export function damagedRow(what: string): StorageError {
  return new StorageError(
    'damaged',
    `The store is damaged: ${what} cannot be read. Restore the directory from a copy.`,
  );
}
