/**
 * Joins chunks that are shared by many streams. Those that watch the same are due the same
 * in a turn, one after the other, so the last result is likely the next one too.
 */
let last: { readonly chunks: readonly Uint8Array[]; readonly joined: Uint8Array } | undefined;

/** The result may be shared: never write to it. */
export function joinShared(chunks: readonly Uint8Array[]): Uint8Array {
  const [only] = chunks;
  if (only !== undefined && chunks.length === 1) return only;
  if (last !== undefined && isSameChunks(last.chunks, chunks)) return last.joined;
  const joined = Buffer.concat(chunks);
  last = { chunks, joined };
  return joined;
}

export function isSameChunks(some: readonly Uint8Array[], others: readonly Uint8Array[]): boolean {
  return some.length === others.length && some.every((chunk, index) => chunk === others[index]);
}
