/**
 * Joins pieces for one write, in memory that is used again once the write is over: half a megabyte of fresh memory
 * costs more than what is copied into it, because the kernel maps and clears its pages. All connections share the
 * few buffers there are; where they are all lent out, or too small, the pieces are joined in fresh memory.
 */

/** As much as an outbox collects, with the frame that goes beyond it. */
const bufferBytes = 576 * 1024;
const mostBuffers = 4;
/** Less is joined in fresh memory, which costs little then; a slow reader would keep a large buffer for it. */
const leastBytes = 32 * 1024;

export interface JoinedPieces {
  readonly bytes: Buffer;
  /** To be called once, when nothing reads the bytes any more. */
  readonly release: () => void;
}

const free: Buffer[] = [];
let made = 0;

export function joinForWrite(pieces: readonly Uint8Array[], length: number): JoinedPieces {
  const buffer = length >= leastBytes && length <= bufferBytes ? lend() : undefined;
  if (buffer === undefined) return { bytes: Buffer.concat(pieces, length), release: () => undefined };
  let at = 0;
  for (const piece of pieces) {
    buffer.set(piece, at);
    at += piece.length;
  }
  return { bytes: buffer.subarray(0, length), release: () => void free.push(buffer) };
}

function lend(): Buffer | undefined {
  const buffer = free.pop();
  if (buffer !== undefined || made === mostBuffers) return buffer;
  made += 1;
  // Not out of the pool that small buffers share.
  return Buffer.allocUnsafeSlow(bufferBytes);
}
