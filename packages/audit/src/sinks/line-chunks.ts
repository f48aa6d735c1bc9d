/**
 * Lines on their way to a file, as bytes. They are written into large pieces as they
 * come: thousands of small texts that wait would cost the collector of garbage more than
 * they are worth.
 */
import { ByteWriter } from '../byte-writer.ts';

export interface Chunk {
  readonly bytes: Uint8Array;
  readonly lines: number;
  /** What the bytes are a part of. */
  readonly whole: Buffer;
}

export interface Line {
  /** Without its end. */
  print(out: ByteWriter): void;
}

export interface LineChunks {
  /** `false` where there is no room for it. */
  add(line: Line): boolean;
  /** The oldest piece, also one that is not full yet. */
  take(): Chunk | undefined;
  /** Nobody looks at the piece any more: its memory is used again. */
  giveBack(chunk: Chunk): void;
  /** Whether there is a piece that takes no more. */
  hasFull(): boolean;
  waitingLines(): number;
}

export interface LineChunksOptions {
  /** How large a piece is at most, unless a single line is longer. */
  readonly chunkBytes: number;
  /** How much may wait. */
  readonly limitBytes: number;
}

interface FullChunk {
  readonly buffer: Buffer;
  readonly used: number;
  readonly lines: number;
}

/** A line that meets less room than this begins a new piece: most are shorter. */
const leastRoomBytes = 4096;
const lineEnd = 0x0a;
const spareLimit = 8;

export function createLineChunks({ chunkBytes, limitBytes }: LineChunksOptions): LineChunks {
  const full: FullChunk[] = [];
  const spare: Buffer[] = [];
  const leastRoom = Math.min(leastRoomBytes, chunkBytes / 2);
  const out = new ByteWriter(Buffer.alloc(0));
  let openLines = 0;
  let waitingBytes = 0;
  let waitingLines = 0;

  const closeOpen = (buffer: Buffer, used: number): void => {
    if (openLines > 0) full.push({ buffer, used, lines: openLines });
    openLines = 0;
  };
  const makeRoom = (): void => {
    // One that has grown for a long line is not filled beyond what a piece may be.
    if (Math.min(out.capacity, chunkBytes) - out.end >= leastRoom) return;
    closeOpen(out.buffer, out.end);
    out.moveTo(spare.pop() ?? Buffer.allocUnsafeSlow(chunkBytes));
  };

  return {
    add: (line) => {
      if (waitingBytes >= limitBytes) return false;
      makeRoom();
      const { buffer, end } = out;
      out.begin();
      line.print(out);
      out.byte(lineEnd);
      // What did not fit has moved to a piece of its own.
      if (out.buffer !== buffer) closeOpen(buffer, end);
      const bytes = out.end - out.start;
      if (waitingBytes + bytes > limitBytes) {
        out.takeBack();
        return false;
      }
      openLines += 1;
      waitingBytes += bytes;
      waitingLines += 1;
      return true;
    },
    take: () => {
      if (full.length === 0) {
        closeOpen(out.buffer, out.end);
        out.moveTo(spare.pop() ?? Buffer.alloc(0));
      }
      const chunk = full.shift();
      if (chunk === undefined) return undefined;
      const { buffer, used, lines } = chunk;
      waitingBytes -= used;
      waitingLines -= lines;
      return { bytes: buffer.subarray(0, used), lines, whole: buffer };
    },
    giveBack: ({ whole }) => {
      if (whole.length === chunkBytes && spare.length < spareLimit) spare.push(whole);
    },
    hasFull: () => full.length > 0,
    waitingLines: () => waitingLines,
  };
}
