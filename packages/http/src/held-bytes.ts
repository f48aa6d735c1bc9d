/**
 * Bytes that came and are not looked at yet. Copying all of them for each piece that comes
 * would take the square of their number, and each piece that is kept costs a hundred times
 * its one byte: so they are joined many at a time, and once more in the end.
 */
const joinedPieces = 64;

export class HeldBytes {
  #pieces: Buffer[] = [];
  /** The number of joined pieces at the front. */
  #joined = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(piece: Buffer): void {
    this.#length += piece.length;
    this.#pieces.push(piece);
    if (this.#pieces.length - this.#joined < joinedPieces) return;
    this.#pieces.push(Buffer.concat(this.#pieces.splice(this.#joined)));
    this.#joined += 1;
  }

  /** All of them, in one; there are none afterwards. */
  take(): Buffer {
    const pieces = this.#pieces;
    const [only] = pieces;
    this.#pieces = [];
    this.#joined = 0;
    this.#length = 0;
    return only !== undefined && pieces.length === 1 ? only : Buffer.concat(pieces);
  }
}
