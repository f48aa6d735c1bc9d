/**
 * Events as lines of a file. Lines wait in memory while the disk is busy, up to a limit;
 * beyond that, and when the disk refuses them, they are lost.
 */
import { widestLimits, type EventLimits } from './event-limits.ts';
import { printLegacy } from '../print/legacy.ts';
import { createLineChunks, type Line } from './line-chunks.ts';
import { openLogOutput, type LogOutput, type LogPlace } from './log-output.ts';
import type { AuditSink, EventSource, OnLost } from './sink.ts';
import { within } from './within.ts';

export interface LogSinkOptions extends LogPlace {
  readonly format: 'json' | 'legacy';
  /** In the place of `path`, where another process writes there. */
  readonly output?: LogOutput | undefined;
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
  const { format, rotation, onLost } = options;
  const { limits = widestLimits, limitBytes = defaultLimitBytes, closeTimeoutMs = defaultCloseTimeoutMs } = options;
  const out = options.output ?? openLogOutput(options, (error) => onLost(0, error));
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
