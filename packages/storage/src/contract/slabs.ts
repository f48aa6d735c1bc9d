/**
 * Memory for many values at once. A buffer of its own for each value costs more than to copy its bytes: the engine keeps
 * books on every one, and its collector walks through all of them.
 *
 * A slab is freed when nothing in it is in use any longer. Use it for values that are replaced together, or are many
 * and seldom replaced: never for one at a time.
 */
export type Allocate = (bytes: number) => Buffer;

const slabBytes = 32 * 1024;
/** Above this a buffer of its own wastes less than the end of a slab. */
const largeBytes = slabBytes / 4;

export function createSlabs(): Allocate {
  let slab = Buffer.alloc(0);
  let used = 0;
  return (bytes) => {
    if (bytes > largeBytes) return Buffer.allocUnsafeSlow(bytes);
    if (used + bytes > slab.length) {
      slab = Buffer.allocUnsafeSlow(slabBytes);
      used = 0;
    }
    const start = used;
    used += bytes;
    return slab.subarray(start, used);
  };
}
