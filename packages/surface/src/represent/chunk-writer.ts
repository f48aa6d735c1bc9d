/** Gathers small pieces into chunks: a copy is cheaper than a piece that is handed on by itself. */

const chunkBytes = 128 * 1024;
/** Upper bound of the bytes put before and after a piece. */
const marginBytes = 64;

export class ChunkWriter {
  #chunk = Buffer.allocUnsafe(chunkBytes);
  #at = 0;

  /** True if a piece of this size, with the bytes around it, belongs in the next chunk. */
  isFullFor(bytes: number): boolean {
    return this.#at > 0 && this.#at + bytes + marginBytes > this.#chunk.length;
  }

  /** A piece that is larger than a chunk makes it larger. */
  add(piece: Uint8Array): void {
    this.#makeRoom(piece.length);
    this.#chunk.set(piece, this.#at);
    this.#at += piece.length;
  }

  addByte(byte: number): void {
    this.#makeRoom(1);
    this.#chunk[this.#at] = byte;
    this.#at += 1;
  }

  /** A number in the variable length of protobuf. */
  addVarint(value: number): void {
    let rest = value;
    for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) this.addByte((rest % 0x80) | 0x80);
    this.addByte(rest);
  }

  take(): Uint8Array {
    const taken = this.#chunk.subarray(0, this.#at);
    this.#chunk = Buffer.allocUnsafe(chunkBytes);
    this.#at = 0;
    return taken;
  }

  #makeRoom(bytes: number): void {
    if (this.#at + bytes <= this.#chunk.length) return;
    const larger = Buffer.allocUnsafe(this.#at + bytes + marginBytes);
    this.#chunk.copy(larger, 0, 0, this.#at);
    this.#chunk = larger;
  }
}
