/**
 * Memory for what is about to be sent, cut from large pieces. A piece of its own for every
 * answer, and even the small ones that Node cuts, cost more than what is written into them.
 */

/** Small, as one answer that waits for its client keeps all of the piece. */
const slabBytes = 32 * 1024;
/** To cut larger buffers would waste the rest of a slab. */
export const mostCutBytes = slabBytes / 4;

let slab = Buffer.allocUnsafeSlow(slabBytes);
let used = 0;

/** At most `mostCutBytes`. Not cleared: the caller must overwrite all of it. */
export function cut(bytes: number): Buffer {
  if (used + bytes > slabBytes) {
    slab = Buffer.allocUnsafeSlow(slabBytes);
    used = 0;
  }
  const piece = slab.subarray(used, used + bytes);
  used += bytes;
  return piece;
}
