/**
 * Pieces of a size that connections like: a copy of small ones is cheaper than a system call each. Large ones are cut,
 * and not copied but for their beginnings, if anything: what a connection is handed is encrypted at once, and held for its
 * client alone until it is taken.
 */
const leastBytes = 64 * 1024;
export const mostBytes = 256 * 1024;

export function* gather(pieces: Iterable<Uint8Array>): Iterable<Uint8Array> {
  let held: Uint8Array[] = [];
  let size = 0;
  for (const piece of pieces) {
    let rest = piece;
    while (size + rest.length > mostBytes) {
      const first = rest.subarray(0, mostBytes - size);
      yield held.length === 0 ? first : Buffer.concat([...held, first]);
      rest = rest.subarray(first.length);
      held = [];
      size = 0;
    }
    held.push(rest);
    size += rest.length;
    if (size < leastBytes) continue;
    yield held.length === 1 ? rest : Buffer.concat(held, size);
    held = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(held, size);
}
