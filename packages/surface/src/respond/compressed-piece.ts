/**
 * Pieces of answers, compressed each by itself, so that those that many answers share are compressed once: blocks that
 * end at a byte and need nothing before them can be put behind one another in one stream (RFC 1951, section 2).
 */
import { constants, createGzip } from 'node:zlib';

import { shiftOf } from './crc32.ts';

export interface CompressedPiece {
  /** Blocks of DEFLATE, of which none is the last one. */
  readonly blocks: Uint8Array;
  /** Of the bytes that were compressed. */
  readonly crc: number;
  readonly shift: number;
  readonly length: number;
}

const level = 1;
/** Of gzip (RFC 1952): a header without optional fields, and the CRC and the length behind the blocks. */
const headerBytes = 10;
const trailerBytes = 8;
/** zlib ends with an empty block of fixed codes. Before it, the flush has put an empty block of none. */
const lastBlockBytes = 2;
const flushed = Buffer.from([0, 0, 0xff, 0xff]);

/** As long as the piece itself is there. */
const known = new WeakMap<Uint8Array, CompressedPiece | Promise<CompressedPiece>>();

/** Made off this thread, unless it is at hand. The bytes of the piece must not change. */
export function compressPiece(piece: Uint8Array): CompressedPiece | Promise<CompressedPiece> {
  const found = known.get(piece);
  if (found !== undefined) return found;
  const making = compress(piece);
  known.set(piece, making);
  making.then(
    (made) => known.set(piece, made),
    () => known.delete(piece),
  );
  return making;
}

function compress(piece: Uint8Array): Promise<CompressedPiece> {
  return new Promise((resolve, reject) => {
    const gzip = createGzip({ level, flush: constants.Z_SYNC_FLUSH });
    const made: Buffer[] = [];
    gzip.on('data', (bytes: Buffer) => made.push(bytes));
    gzip.on('error', reject);
    gzip.on('end', () => {
      const bytes = Buffer.concat(made);
      const trailer = bytes.length - trailerBytes;
      const blocks = bytes.subarray(headerBytes, trailer - lastBlockBytes);
      if (blocks.subarray(-flushed.length).equals(flushed)) {
        resolve({ blocks, crc: bytes.readUInt32LE(trailer), shift: shiftOf(piece.length), length: piece.length });
      } else reject(new Error('zlib has ended a stream in another way'));
    });
    gzip.write(piece);
    gzip.end();
  });
}
