/**
 * Events as lines of a file. Lines wait in memory while the disk is busy, up to a limit;
 * beyond that, and when the disk refuses them, they are lost.
 */
import { printLegacy } from '../print/legacy.ts';
import { createLineChunks, type Line } from './line-chunks.ts';
import { createRotatingFile, type RotatingFile, type Rotation } from './rotating-file.ts';
import type { AuditSink, EventSource, OnLost } from './sink.ts';
import { within } from './within.ts';

export interface LogSinkOptions {
  /** `-` is the standard output. */
  readonly path: string;
  readonly format: 'json' | 'legacy';
  readonly rotation: Rotation;
  readonly onLost: OnLost;
  /** How much may wait. */
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
  const { limitBytes = defaultLimitBytes, closeTimeoutMs = defaultCloseTimeoutMs } = options;
  const append = path === '-' ? undefined : createRotatingFile(path, rotation);
  const out = append === undefined ? standardOutput : fileOutput(append, (error) => onLost(0, error));
  const waiting = createLineChunks({ chunkBytes: Math.min(chunkBytes, rotation.maxBytes), limitBytes });
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
      await out.write(chunk.bytes).catch((error: unknown) => onLost(chunk.lines, error));
      underWay = 0;
      waiting.giveBack(chunk);
    }
    writing = undefined;
  };

  return {
    write: (source) => {
      if (!waiting.add(lineOf(source))) return onLost(1, new Error('too much is waiting to be written'));
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

function legacyLine(source: EventSource): Line {
  return { print: (out) => out.text(printLegacy(source.event())) };
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
  write(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

function fileOutput(file: RotatingFile, onFault: (error: unknown) => void): Output {
  return {
    write: async (bytes) => {
      // Better a file that is too large than lines that are lost.
      if ((await file.room()) < bytes.length) await file.rotate().catch(onFault);
      await file.append(bytes);
    },
    close: () => file.close(),
  };
}

const standardOutput: Output = {
  write: (bytes) =>
    new Promise((resolve, reject) => {
      process.stdout.write(bytes, (error) => (error instanceof Error ? reject(error) : resolve()));
    }),
  close: () => Promise.resolve(),
};
