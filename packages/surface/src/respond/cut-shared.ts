/** Cuts chunks that are shared by many streams, as `joinShared` joins them: the last result is likely the next one too. */
import { gather } from './gather.ts';
import { isSameChunks } from './join-shared.ts';

export interface CutChunks {
  /** May be shared: never to be changed. */
  readonly pieces: readonly Uint8Array[];
  /** Of the chunks that were not cut for another stream before. */
  readonly ownBytes: number;
}

let last: { readonly chunks: readonly Uint8Array[]; readonly pieces: readonly Uint8Array[] } | undefined;
const shared = new WeakSet<Uint8Array>();

export function cutShared(chunks: readonly Uint8Array[]): CutChunks {
  if (last !== undefined && isSameChunks(last.chunks, chunks)) return { pieces: last.pieces, ownBytes: 0 };
  const pieces = [...gather(chunks)];
  last = { chunks, pieces };
  return { pieces, ownBytes: noteShared(chunks) };
}

function noteShared(chunks: readonly Uint8Array[]): number {
  let ownBytes = 0;
  for (const chunk of chunks) {
    if (shared.has(chunk)) continue;
    shared.add(chunk);
    ownBytes += chunk.length;
  }
  return ownBytes;
}

export function bytesOf(chunks: readonly Uint8Array[]): number {
  let bytes = 0;
  for (const { length } of chunks) bytes += length;
  return bytes;
}
