/**
 * Pieces of answers, compressed each by itself, so that those that many answers share are compressed once: blocks that
 * end at a byte and need nothing before them can be put behind one another in one stream (RFC 1951, section 2).
 */
import { constants, crc32, createGzip } from 'node:zlib';

import { shiftOf } from './crc32.ts';

export interface CompressedPiece {
  /** Blocks of DEFLATE, of which none is the last one. */
  readonly blocks: Uint8Array;
  /** Of the bytes that were compressed. */
  readonly crc: number;
  readonly shift: number;
  readonly length: number;
}

export const gzipLevel = 1;
/** Less than this is not compressed: it takes longer than it saves. */
const leastBytes = 1024;
/** Of gzip (RFC 1952): a header without optional fields, and the CRC and the length behind the blocks. */
const headerBytes = 10;
const trailerBytes = 8;
/** zlib ends with an empty block of fixed codes. Before it, the flush has put an empty stored block. */
const lastBlockBytes = 2;
const flushed = Buffer.from([0, 0, 0xff, 0xff]);

/**
 * As long as the piece itself is kept, and at worst as many bytes again: to be used for pieces that are bounded
 * themselves.
 */
const known = new WeakMap<Uint8Array, CompressedPiece | Promise<CompressedPiece>>();

/** Made off this thread, unless it is at hand. The bytes of the piece must not change. */
export function compressPiece(piece: Uint8Array): CompressedPiece | Promise<CompressedPiece> {
  if (piece.length < leastBytes) return store(piece);
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

/** In a block that is not compressed (RFC 1951, section 3.2.4). */
function store(piece: Uint8Array): CompressedPiece {
  const { length } = piece;
  const blocks = Buffer.alloc(5 + length);
  blocks.writeUInt16LE(length, 1);
  blocks.writeUInt16LE(0xffff - length, 3);
  blocks.set(piece, 5);
  return { blocks, crc: crc32(piece), shift: shiftOf(length), length };
}

function compress(piece: Uint8Array): Promise<CompressedPiece> {
  return new Promise((resolve, reject) => {
    const gzip = createGzip({ level: gzipLevel, flush: constants.Z_SYNC_FLUSH });
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
