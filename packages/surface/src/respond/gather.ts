/**
 * Pieces of a size that connections like: a copy of small ones is cheaper than a system call each. Large ones are cut,
 * and not copied but for their beginnings, if anything: what a connection is handed is encrypted at once, and held for its
 * client alone until it is taken. One that many answers have in common is not copied for the few bytes around it.
 */
import { leastWriteBytes, mostWriteBytes } from '../represent/write-size.ts';

/** To copy less costs nothing. */
const copiedBytes = 8 * 1024;
/** The end of a list is no longer: the connection puts it behind the piece before it. */
const tailBytes = 16;

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

const nothing = new Uint8Array(0);
const none: readonly Uint8Array[] = [];

class Gathering {
  #held: Uint8Array[] = [];
  #size = 0;

  /** Returns what is ready, nearly always nothing. */
  add(piece: Uint8Array): readonly Uint8Array[] {
    if (piece.length >= leastWriteBytes && piece.length <= mostWriteBytes) return [...this.end(), piece];
    if (this.#size + piece.length > mostWriteBytes) return this.#cut(piece);
    this.#held.push(piece);
    this.#size += piece.length;
    return this.#size < leastWriteBytes ? none : [this.#take()];
  }

  end(): readonly Uint8Array[] {
    if (this.#size === 0) return none;
    const [first = nothing] = this.#held;
    const restBytes = this.#size - first.length;
    if (first.length < copiedBytes || restBytes === 0 || restBytes > tailBytes) return [this.#take()];
    this.#held.shift();
    this.#size = restBytes;
    return [first, this.#take()];
  }

  #cut(piece: Uint8Array): readonly Uint8Array[] {
    const ready: Uint8Array[] = [];
    let rest = piece;
    while (this.#size + rest.length > mostWriteBytes) {
      const first = rest.subarray(0, mostWriteBytes - this.#size);
      this.#held.push(first);
      this.#size = mostWriteBytes;
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
