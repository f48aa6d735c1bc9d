/**
 * Lines on their way to a file, as bytes. They are written into large pieces as they
 * come: thousands of small texts that wait would cost the collector of garbage more than
 * they are worth.
 */
import { piecesOf, type Attachment } from '../attachment.ts';
import { ByteWriter } from '../byte-writer.ts';
import { printWithin } from './event-limits.ts';
import type { EventSource } from './sink.ts';

export interface Chunk {
  readonly pieces: readonly Uint8Array[];
  /** Of all pieces together. */
  readonly bytes: number;
  readonly lines: number;
  /** The buffer that contains the pieces, except large bodies. */
  readonly whole: Buffer;
}

/** Printed without its end. */
export type Line = Pick<EventSource, 'print' | 'printTruncated'>;

export type AddResult = 'added' | 'noRoom' | 'tooLarge';

export interface LineChunks {
  /** Throws what the line throws; nothing is added then. */
  add(line: Line): AddResult;
  /** The oldest piece, also one that is not full yet. */
  take(): Chunk | undefined;
  /** The chunk's memory is reused, so the caller must not read it any more. */
  giveBack(chunk: Chunk): void;
  /** True if a chunk is full. */
  hasFull(): boolean;
  waitingLines(): number;
}

export interface LineChunksOptions {
  /** Maximum size of a chunk, unless a single line is longer. */
  readonly chunkBytes: number;
  /** Of a line. */
  readonly maxEventBytes: number;
  /** Maximum waiting bytes. */
  readonly limitBytes: number;
}

interface FullChunk {
  readonly buffer: Buffer;
  readonly used: number;
  readonly attached: readonly Attachment[];
  readonly bytes: number;
  readonly lines: number;
}

/** A line that meets less room than this begins a new piece: most are shorter. */
const leastRoomBytes = 4096;
const lineEnd = 0x0a;
const spareLimit = 8;

export function createLineChunks({ chunkBytes, maxEventBytes, limitBytes }: LineChunksOptions): LineChunks {
  const full: FullChunk[] = [];
  const spare: Buffer[] = [];
  const leastRoom = Math.min(leastRoomBytes, chunkBytes / 2);
  const out = new ByteWriter(Buffer.alloc(0));
  let open = { attached: [] as Attachment[], bytes: 0, lines: 0 };
  let [waitingBytes, waitingLines] = [0, 0];

  const closeOpen = (buffer: Buffer, used: number): void => {
    if (open.lines > 0) full.push({ buffer, used, ...open });
    open = { attached: [], bytes: 0, lines: 0 };
  };
  const makeRoom = (): void => {
    // One that has grown for a long line is not filled beyond what a piece may be.
    const room = Math.min(out.capacity, chunkBytes) - Math.max(out.end, open.bytes);
    if (room >= leastRoom) return;
    closeOpen(out.buffer, out.end);
    out.moveTo(spare.pop() ?? Buffer.allocUnsafeSlow(chunkBytes));
  };
  const print = (line: Line): boolean => {
    const { buffer, end } = out;
    try {
      return printLine(line, out, maxEventBytes);
    } finally {
      // A line that does not fit has moved to a buffer of its own.
      if (out.buffer !== buffer) closeOpen(buffer, end);
    }
  };

  return {
    add: (line) => {
      if (waitingBytes >= limitBytes) return 'noRoom';
      makeRoom();
      if (!print(line)) return 'tooLarge';
      const { size, attached } = out;
      if (waitingBytes + size > limitBytes) {
        out.takeBack();
        return 'noRoom';
      }
      if (attached.length > 0) open.attached.push(...attached);
      open.bytes += size;
      open.lines += 1;
      waitingBytes += size;
      waitingLines += 1;
      return 'added';
    },
    take: () => {
      if (full.length === 0) {
        closeOpen(out.buffer, out.end);
        out.moveTo(spare.pop() ?? Buffer.alloc(0));
      }
      const chunk = full.shift();
      if (chunk === undefined) return undefined;
      waitingBytes -= chunk.bytes;
      waitingLines -= chunk.lines;
      return chunkOf(chunk);
    },
    giveBack: ({ whole }) => {
      if (whole.length === chunkBytes && spare.length < spareLimit) spare.push(whole);
    },
    hasFull: () => full.length > 0,
    waitingLines: () => waitingLines,
  };
}

function printLine(line: Line, out: ByteWriter, maxEventBytes: number): boolean {
  const isPrinted = printWithin({ maxEventBytes }, line, out);
  if (isPrinted) out.byte(lineEnd);
  return isPrinted;
}

function chunkOf({ buffer, used, attached, bytes, lines }: FullChunk): Chunk {
  return { pieces: piecesOf(buffer, used, attached), bytes, lines, whole: buffer };
}
