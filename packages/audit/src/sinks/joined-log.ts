/**
 * The audit log of several processes, written by one of them: lines come as the bytes of a stream from each, and are
 * written in the order in which they came. The beginning of a line whose writer has died is left out.
 */
import type { Readable } from 'node:stream';

import { openLogOutput, type LogPlace } from './log-output.ts';
import type { OnLost } from './sink.ts';
import { within } from './within.ts';

export interface JoinedLogOptions extends LogPlace {
  readonly onLost: OnLost;
  /** Maximum waiting bytes; what comes beyond is lost, so that a slow disk does not stop who writes. */
  readonly limitBytes?: number;
  readonly closeTimeoutMs?: number;
}

export interface JoinedLog {
  take(stream: Readable): void;
  /** To be called when all streams have ended. Waits a little for what is still on its way. */
  close(): Promise<void>;
}

const newline = 0x0a;
const defaultLimitBytes = 64 * 1024 * 1024;
const defaultCloseTimeoutMs = 2_000;

export function openJoinedLog(options: JoinedLogOptions): JoinedLog {
  const { onLost, limitBytes = defaultLimitBytes, closeTimeoutMs = defaultCloseTimeoutMs } = options;
  const output = openLogOutput(options, (error) => onLost(0, error));
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let writing: Promise<void> | undefined;

  const drain = async (): Promise<void> => {
    for (let lines = waiting.shift(); lines !== undefined; lines = waiting.shift()) {
      const bytes = lines.length;
      await output.write({ pieces: [lines], bytes }).catch((error: unknown) => onLost(countLines(lines), error));
      waitingBytes -= bytes;
    }
    writing = undefined;
  };
  const add = (lines: Buffer): void => {
    if (waitingBytes + lines.length > limitBytes) return onLost(countLines(lines), noRoom);
    waiting.push(lines);
    waitingBytes += lines.length;
    writing ??= drain();
  };
  return {
    take: (stream) => {
      let begun: Buffer[] = [];
      stream.on('data', (bytes: Buffer) => {
        const end = bytes.lastIndexOf(newline) + 1;
        if (end > 0) add(Buffer.concat([...begun.splice(0), bytes.subarray(0, end)]));
        if (end < bytes.length) begun.push(bytes.subarray(end));
      });
      // A writer that is killed breaks its stream.
      stream.on('error', () => (begun = []));
    },
    close: async () => {
      await within(writing ?? Promise.resolve(), closeTimeoutMs);
      for (const lines of waiting) onLost(countLines(lines), new Error('the server has ended'));
      waiting = [];
      await within(output.close(), closeTimeoutMs);
    },
  };
}

const noRoom = new Error('too much is waiting to be written');

function countLines(lines: Buffer): number {
  let count = 0;
  for (let at = lines.indexOf(newline); at >= 0; at = lines.indexOf(newline, at + 1)) count += 1;
  return count;
}
