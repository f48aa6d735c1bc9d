/**
 * Events in batches to another server. A batch goes when it is full or has waited long
 * enough, and not more often than agreed; what finds no room while that server is slow is
 * lost.
 */
import { setTimeout as delay } from 'node:timers/promises';

import { ByteWriter } from '../byte-writer.ts';
import type { AuditSink, EventSource, OnLost } from './sink.ts';
import { within } from './within.ts';

export type PostResult = { readonly ok: true } | { readonly ok: false; readonly message: string };

export interface WebhookSinkOptions {
  /** Tries again by itself where that can help. Never rejects. */
  readonly post: (body: string) => Promise<PostResult>;
  /** Of the events: `audit.{domain}`. */
  readonly group: string;
  /** How many events may wait. */
  readonly bufferSize: number;
  readonly maxBatchSize: number;
  readonly maxWaitMs: number;
  /** Batches a second, with so many at once after a pause; absent for no limit. */
  readonly throttle?: { readonly perSecond: number; readonly burst: number } | undefined;
  readonly onLost: OnLost;
  readonly closeTimeoutMs?: number;
}

/** So many batches may be on their way at once. */
const maxUnderWay = 8;
const defaultCloseTimeoutMs = 5_000;

export function createWebhookSink(options: WebhookSinkOptions): AuditSink {
  const { post, group, bufferSize, maxBatchSize, maxWaitMs, onLost } = options;
  const waitTurn = createThrottle(options.throttle);
  const underWay = new Set<Promise<void>>();
  let waiting: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;

  const send = async (batch: readonly string[]): Promise<void> => {
    const result = await post(
      `{"kind":"EventList","apiVersion":"${group}/v1","metadata":{},"items":[${batch.join(',')}]}`,
    );
    if (!result.ok) onLost(batch.length, new Error(result.message));
  };
  const sendOn = async (least: number): Promise<void> => {
    let needed = least;
    while (waiting.length >= needed) {
      await waitTurn();
      while (underWay.size >= maxUnderWay) await Promise.race(underWay);
      const batch = waiting.slice(0, maxBatchSize);
      waiting = waiting.slice(maxBatchSize);
      const sent = send(batch).finally(() => underWay.delete(sent));
      underWay.add(sent);
      // What is left of those that waited long enough goes too; others wait for more.
      needed = least === 1 && waiting.length > 0 ? 1 : maxBatchSize;
    }
    sending = undefined;
    if (waiting.length > 0) arm();
  };
  const sendAll = (least: number): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    return (sending ??= sendOn(least));
  };
  const arm = (): void => {
    timer ??= setTimeout(() => void sendAll(1), maxWaitMs).unref();
  };

  return {
    write: (source) => {
      if (waiting.length >= bufferSize) {
        onLost(1, new Error('too many events are waiting to be sent'));
        return;
      }
      waiting.push(printed(source));
      if (sending !== undefined) return;
      if (waiting.length >= maxBatchSize) void sendAll(maxBatchSize);
      else arm();
    },
    close: async () => {
      clearTimeout(timer);
      const rest = async (): Promise<void> => {
        await sending;
        if (waiting.length > 0) await sendAll(1);
        await Promise.all(underWay);
      };
      await within(rest(), options.closeTimeoutMs ?? defaultCloseTimeoutMs);
      if (waiting.length > 0) onLost(waiting.length, new Error('the server has ended'));
      waiting = [];
    },
  };
}

/** Used for one event after the other. */
const scratch = Buffer.allocUnsafeSlow(8 * 1024);
const out = new ByteWriter(scratch);

function printed(source: EventSource): string {
  out.moveTo(scratch);
  source.print(out);
  return out.buffer.toString('utf8', 0, out.end);
}

/** A bucket that fills by itself; each turn takes one out of it. */
function createThrottle(throttle: WebhookSinkOptions['throttle']): () => Promise<void> {
  if (throttle === undefined) return () => Promise.resolve();
  const { perSecond, burst } = throttle;
  let tokens = burst;
  let filledMs = performance.now();
  return async () => {
    const nowMs = performance.now();
    tokens = Math.min(burst, tokens + ((nowMs - filledMs) * perSecond) / 1000) - 1;
    filledMs = nowMs;
    if (tokens < 0) await delay((-tokens * 1000) / perSecond, undefined, { ref: false });
  };
}
