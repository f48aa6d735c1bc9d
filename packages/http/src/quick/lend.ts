/**
 * Memory for one write of some size, lent until the write is over. Fresh memory is garbage outside of the heap: what
 * a thousand answers leave there lets the collector walk through everything that is alive.
 */

/** The largest body that is copied, with the head before it. */
const bufferBytes = 72 * 1024;
/** Slow readers keep what they were lent: beyond this many, memory is fresh. */
const mostBuffers = 8;

export interface Lent {
  /** Not cleared: the caller must overwrite all of it. */
  readonly bytes: Buffer;
  /** To be called once, when nothing reads the bytes any more. */
  readonly release: () => void;
}

const free: Buffer[] = [];
let made = 0;

export function lend(length: number): Lent {
  const buffer = length <= bufferBytes ? take() : undefined;
  if (buffer === undefined) return { bytes: Buffer.allocUnsafeSlow(length), release: () => undefined };
  return { bytes: buffer.subarray(0, length), release: () => void free.push(buffer) };
}

function take(): Buffer | undefined {
  const buffer = free.pop();
  if (buffer !== undefined || made === mostBuffers) return buffer;
  made += 1;
  return Buffer.allocUnsafeSlow(bufferBytes);
}
