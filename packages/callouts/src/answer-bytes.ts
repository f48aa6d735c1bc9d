/** The bytes of an answer as they come, put together at its end. */

/** Most answers come in fewer pieces, which are kept as they are. */
const fewPieces = 16;
const smallBytes = 4 * 1024;
const blockBytes = 64 * 1024;

/** A piece that is kept costs some hundred bytes beside its own, and a server may send one byte at a time. */
export class AnswerBytes {
  readonly #pieces: Buffer[] = [];
  #block: Buffer | undefined;
  #used = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The number of buffers that are kept. */
  get pieces(): number {
    return this.#pieces.length;
  }

  push(bytes: Buffer): void {
    this.#length += bytes.length;
    if (bytes.length >= smallBytes || this.#pieces.length < fewPieces) {
      this.#endBlock();
      this.#pieces.push(bytes);
      return;
    }
    if (this.#block === undefined || this.#block.length - this.#used < bytes.length) {
      this.#endBlock();
      this.#block = Buffer.allocUnsafe(blockBytes);
    }
    this.#used += bytes.copy(this.#block, this.#used);
  }

  join(): Buffer {
    this.#endBlock();
    const [only] = this.#pieces;
    return only !== undefined && this.#pieces.length === 1 ? only : Buffer.concat(this.#pieces, this.#length);
  }

  /** The rest of the block takes the next small pieces. */
  #endBlock(): void {
    if (this.#block === undefined || this.#used === 0) return;
    this.#pieces.push(this.#block.subarray(0, this.#used));
    this.#block = this.#block.subarray(this.#used);
    this.#used = 0;
  }
}
