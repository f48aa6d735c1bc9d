/**
 * Lines on their way to a file, as bytes. They are written into large pieces as they
 * come: thousands of small texts that wait would cost the collector of garbage more than
 * they are worth.
 */

export interface Chunk {
  readonly bytes: Uint8Array;
  readonly lines: number;
  /** What the bytes are a part of. */
  readonly whole: Buffer;
}

export interface LineChunks {
  /** `false` where there is no room for it. */
  add(line: string): boolean;
  /** The oldest piece, also one that is not full yet. */
  take(): Chunk | undefined;
  /** Nobody looks at the piece any more: its memory is used again. */
  giveBack(chunk: Chunk): void;
  waitingBytes(): number;
  waitingLines(): number;
}

export interface LineChunksOptions {
  /** How large a piece is at most, unless a single line is longer. */
  readonly chunkBytes: number;
  /** How much may wait. */
  readonly limitBytes: number;
}

interface OpenChunk {
  readonly buffer: Buffer;
  used: number;
  lines: number;
}

/** A character takes up to three bytes; those beyond come in two halves. */
const maxBytesPerCharacter = 3;

const spareLimit = 4;

export function createLineChunks({ chunkBytes, limitBytes }: LineChunksOptions): LineChunks {
  const full: OpenChunk[] = [];
  const spare: Buffer[] = [];
  let open: OpenChunk | undefined;
  let waitingBytes = 0;
  let waitingLines = 0;

  const roomFor = (line: string): OpenChunk => {
    const needed = line.length * maxBytesPerCharacter;
    if (open !== undefined && open.buffer.length - open.used >= needed) return open;
    if (open !== undefined) full.push(open);
    const buffer = needed > chunkBytes ? undefined : spare.pop();
    open = { buffer: buffer ?? Buffer.allocUnsafeSlow(Math.max(chunkBytes, needed)), used: 0, lines: 0 };
    return open;
  };

  return {
    add: (line) => {
      if (waitingBytes + line.length > limitBytes) return false;
      const chunk = roomFor(line);
      const written = chunk.buffer.write(line, chunk.used);
      chunk.used += written;
      chunk.lines += 1;
      waitingBytes += written;
      waitingLines += 1;
      return true;
    },
    take: () => {
      const chunk = full.shift() ?? open;
      if (chunk === undefined) return undefined;
      if (chunk === open) open = undefined;
      waitingBytes -= chunk.used;
      waitingLines -= chunk.lines;
      return { bytes: chunk.buffer.subarray(0, chunk.used), lines: chunk.lines, whole: chunk.buffer };
    },
    giveBack: ({ whole }) => {
      if (whole.length === chunkBytes && spare.length < spareLimit) spare.push(whole);
    },
    waitingBytes: () => waitingBytes,
    waitingLines: () => waitingLines,
  };
}
