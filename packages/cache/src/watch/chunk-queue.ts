/**
 * Chunks in their order, some of which are still being made: what is behind one that is
 * not there yet waits for it.
 */
import { isPromise } from '@keelson/telemetry';

import type { Encoded } from '../objects/derived-cache.ts';

export interface ChunkQueueParts {
  /** One more is there. */
  readonly onReady: () => void;
  readonly onError: (error: unknown) => void;
}

/** Holds the place of a chunk. */
interface Place {
  chunk: Uint8Array | undefined;
}

export class ChunkQueue {
  readonly #parts: ChunkQueueParts;
  #queue: (Uint8Array | Place)[] = [];
  /** The places of chunks still being encoded. A result for a place no longer in the set is discarded. */
  readonly #awaited = new Set<Place>();
  #hasPlaces = false;
  #bytes = 0;

  constructor(parts: ChunkQueueParts) {
    this.#parts = parts;
  }

  get length(): number {
    return this.#queue.length;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** True while any chunk is still being encoded. */
  get isAwaiting(): boolean {
    return this.#awaited.size > 0;
  }

  /** A promise counts as the bytes that are expected, until it resolves. */
  push(chunk: Encoded, expectedBytes: number): void {
    if (!isPromise(chunk)) {
      this.#bytes += chunk.length;
      this.#queue.push(chunk);
      return;
    }
    const place: Place = { chunk: undefined };
    this.#hasPlaces = true;
    this.#bytes += expectedBytes;
    this.#queue.push(place);
    this.#awaited.add(place);
    chunk.then(
      (made) => {
        if (!this.#awaited.delete(place)) return;
        place.chunk = made;
        this.#bytes += made.length - expectedBytes;
        this.#parts.onReady();
      },
      (error: unknown) => {
        if (this.#awaited.delete(place)) this.#parts.onError(error);
      },
    );
  }

  /** Takes what is there, up to the first that is not. Nearly always that is all, and handed on as it is. */
  take(): readonly Uint8Array[] {
    if (this.#hasPlaces) return this.#takeReady();
    const all = this.#queue as Uint8Array[];
    this.#queue = [];
    this.#bytes = 0;
    return all;
  }

  #takeReady(): readonly Uint8Array[] {
    const ready: Uint8Array[] = [];
    for (const member of this.#queue) {
      const chunk = isPlace(member) ? member.chunk : member;
      if (chunk === undefined) break;
      ready.push(chunk);
      this.#bytes -= chunk.length;
    }
    this.#queue.splice(0, ready.length);
    this.#hasPlaces = this.#queue.length > 0;
    return ready;
  }

  /** Discards all chunks. Pending ones cause no further calls. */
  clear(): void {
    this.#queue = [];
    this.#awaited.clear();
    this.#bytes = 0;
  }
}

function isPlace(member: Uint8Array | Place): member is Place {
  return 'chunk' in member;
}
