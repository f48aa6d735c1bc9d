/**
 * Events as lines of a file. Lines wait in memory while the disk is busy, up to a limit;
 * beyond that, and when the disk refuses them, they are lost.
 */
import { setTimeout as delay } from 'node:timers/promises';

import { printLegacy } from '../print-event.ts';
import { createLineChunks } from './line-chunks.ts';
import { createRotatingFile, type RotatingFile, type Rotation } from './rotating-file.ts';
import type { AuditSink, OnLost } from './sink.ts';
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
  const size = Math.min(chunkBytes, rotation.maxBytes);
  const waiting = createLineChunks({ chunkBytes: size, limitBytes });
  let writing: Promise<void> | undefined;
  let underWay = 0;
  let isClosing = false;
  let isClosed = false;

  const drain = async (): Promise<void> => {
    while (waiting.waitingLines() > 0 && !isClosed) {
      if (waiting.waitingBytes() < size && !isClosing) await delay(gatherMs, undefined, { ref: false });
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
    write: (json, source) => {
      const line = `${format === 'json' ? json : printLegacy(source.event())}\n`;
      if (waiting.add(line)) writing ??= drain();
      else onLost(1, new Error('too much is waiting to be written'));
    },
    close: async () => {
      isClosing = true;
      await within(writing ?? Promise.resolve(), closeTimeoutMs);
      isClosed = true;
      const left = waiting.waitingLines() + underWay;
      if (left > 0) onLost(left, new Error('the server has ended'));
      await within(out.close(), closeTimeoutMs);
    },
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
