/**
 * Pieces of a size that connections like: a copy of small ones is cheaper than a system call each. Large ones are cut,
 * and not copied but for their beginnings, if anything: what a connection is handed is encrypted at once, and held for its
 * client alone until it is taken.
 */
export const leastBytes = 64 * 1024;
export const mostBytes = 256 * 1024;

export function* gather(pieces: Iterable<Uint8Array>): Iterable<Uint8Array> {
  const gathering = new Gathering();
  for (const piece of pieces) yield* gathering.add(piece);
  yield* gathering.end();
}

/** The same for pieces that are still being made. */
export async function* gatherLater(pieces: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const gathering = new Gathering();
  for await (const piece of pieces) yield* gathering.add(piece);
  yield* gathering.end();
}

const none: readonly Uint8Array[] = [];

class Gathering {
  #held: Uint8Array[] = [];
  #size = 0;

  /** Returns what is ready, nearly always nothing. */
  add(piece: Uint8Array): readonly Uint8Array[] {
    if (this.#size + piece.length > mostBytes) return this.#cut(piece);
    this.#held.push(piece);
    this.#size += piece.length;
    return this.#size < leastBytes ? none : [this.#take()];
  }

  end(): readonly Uint8Array[] {
    return this.#size === 0 ? none : [this.#take()];
  }

  #cut(piece: Uint8Array): readonly Uint8Array[] {
    const ready: Uint8Array[] = [];
    let rest = piece;
    while (this.#size + rest.length > mostBytes) {
      const first = rest.subarray(0, mostBytes - this.#size);
      this.#held.push(first);
      this.#size = mostBytes;
      ready.push(this.#take());
      rest = rest.subarray(first.length);
    }
    ready.push(...this.add(rest));
    return ready;
  }

  #take(): Uint8Array {
    const [first] = this.#held;
    const taken = first !== undefined && this.#held.length === 1 ? first : Buffer.concat(this.#held, this.#size);
    this.#held = [];
    this.#size = 0;
    return taken;
  }
}
