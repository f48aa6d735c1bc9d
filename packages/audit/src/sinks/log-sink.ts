/**
 * Events as lines of a file. Lines wait in memory while the disk is busy, up to a limit;
 * beyond that, and when the disk refuses them, they are lost.
 */
import { widestLimits, type EventLimits } from './event-limits.ts';
import { printLegacy } from '../print/legacy.ts';
import { createLineChunks, type Chunk, type Line } from './line-chunks.ts';
import { createRotatingFile, type RotatingFile, type Rotation } from './rotating-file.ts';
import type { AuditSink, EventSource, OnLost } from './sink.ts';
import { within } from './within.ts';

export interface LogSinkOptions {
  /** `-` is the standard output. */
  readonly path: string;
  readonly format: 'json' | 'legacy';
  readonly rotation: Rotation;
  readonly limits?: EventLimits;
  readonly onLost: OnLost;
  /** Maximum waiting bytes. */
  readonly limitBytes?: number;
  readonly closeTimeoutMs?: number;
}

const defaultLimitBytes = 64 * 1024 * 1024;
const defaultCloseTimeoutMs = 2_000;
const chunkBytes = 256 * 1024;
/** A write costs much more than a line: what comes within this time is written together. */
const gatherMs = 20;

export function createLogSink(options: LogSinkOptions): AuditSink {
  const { path, format, rotation, onLost } = options;
  const { limits = widestLimits, limitBytes = defaultLimitBytes, closeTimeoutMs = defaultCloseTimeoutMs } = options;
  const append = path === '-' ? undefined : createRotatingFile(path, rotation);
  const out = append === undefined ? standardOutput : fileOutput(append, (error) => onLost(0, error));
  const waiting = createLineChunks({
    chunkBytes: Math.min(chunkBytes, rotation.maxBytes, limits.maxBatchBytes),
    maxEventBytes: limits.maxEventBytes,
    limitBytes,
  });
  const lineOf = format === 'json' ? (source: EventSource): Line => source : legacyLine;
  const gathering = createGathering(gatherMs);
  let writing: Promise<void> | undefined;
  let underWay = 0;
  let isClosing = false;
  let isClosed = false;

  const drain = async (): Promise<void> => {
    while (waiting.waitingLines() > 0 && !isClosed) {
      if (!waiting.hasFull() && !isClosing) await gathering.wait();
      const chunk = waiting.take();
      if (chunk === undefined) break;
      underWay = chunk.lines;
      await out.write(chunk).catch((error: unknown) => onLost(chunk.lines, error));
      underWay = 0;
      waiting.giveBack(chunk);
    }
    writing = undefined;
  };

  /** The reason where it is lost. */
  const add = (source: EventSource): unknown => {
    try {
      const result = waiting.add(lineOf(source));
      return result === 'added' ? undefined : lossOf[result];
    } catch (error) {
      return error;
    }
  };

  return {
    write: (source) => {
      const reason = add(source);
      if (reason !== undefined) return onLost(1, reason);
      writing ??= drain();
      if (waiting.hasFull()) gathering.end();
    },
    close: async () => {
      isClosing = true;
      gathering.end();
      await within(writing ?? Promise.resolve(), closeTimeoutMs);
      isClosed = true;
      const left = waiting.waitingLines() + underWay;
      if (left > 0) onLost(left, new Error('the server has ended'));
      await within(out.close(), closeTimeoutMs);
    },
  };
}

const lossOf = {
  noRoom: new Error('too much is waiting to be written'),
  tooLarge: new Error('an event is too large, also without its bodies'),
} as const;

function legacyLine(source: EventSource): Line {
  const print: Line['print'] = (out) => out.text(printLegacy(source.event()));
  return { print, printTruncated: print };
}

interface Gathering {
  wait(): Promise<void>;
  /** Before the time is over. */
  end(): void;
}

function createGathering(ms: number): Gathering {
  let end: (() => void) | undefined;
  return {
    wait: () =>
      new Promise((resolve) => {
        const timer = setTimeout(() => end?.(), ms).unref();
        end = () => {
          end = undefined;
          clearTimeout(timer);
          resolve();
        };
      }),
    end: () => end?.(),
  };
}

interface Output {
  write(chunk: Chunk): Promise<void>;
  close(): Promise<void>;
}

function fileOutput(file: RotatingFile, onFault: (error: unknown) => void): Output {
  return {
    write: async ({ pieces, bytes }) => {
      // Better a file that is too large than lines that are lost.
      if ((await file.room()) < bytes) await file.rotate().catch(onFault);
      await file.append(pieces);
    },
    close: () => file.close(),
  };
}

const standardOutput: Output = {
  write: async ({ pieces }) => {
    for (const piece of pieces) await writeOut(piece);
  },
  close: () => Promise.resolve(),
};

function writeOut(bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(bytes, (error) => (error instanceof Error ? reject(error) : resolve()));
  });
}
