/** Sends batches to another server, no more often than agreed and only a few at a time. */
import { setTimeout as delay } from 'node:timers/promises';

import type { Batch, PrintedEvent } from './batches.ts';
import type { OnLost } from './sink.ts';

export type PostResult = { readonly ok: true } | { readonly ok: false; readonly message: string };

/** Batches a second, and the burst allowed after a pause. */
export interface Throttle {
  readonly perSecond: number;
  readonly burst: number;
}

export interface BatchSenderOptions {
  readonly post: (pieces: readonly Uint8Array[]) => Promise<PostResult>;
  readonly group: string;
  /** Absent for no limit. */
  readonly throttle?: Throttle | undefined;
  readonly onLost: OnLost;
  /** The batch was sent, or lost. */
  readonly onEnd: (batch: Batch) => void;
}

export interface BatchSender {
  /** Resolves when another batch may be sent. */
  whenReady(): Promise<void>;
  send(batch: Batch): void;
  /** Resolves when nothing is on its way any more. Never rejects. */
  settled(): Promise<void>;
}

/** Maximum batches in flight. */
const maxUnderWay = 8;

export function createBatchSender({ post, group, throttle, onLost, onEnd }: BatchSenderOptions): BatchSender {
  const waitTurn = createThrottle(throttle);
  const print = createListPrinter(group);
  const underWay = new Set<Promise<void>>();

  /** Never rejects. */
  const sendOne = async (batch: Batch): Promise<void> => {
    try {
      const result = await post(print(batch.events));
      if (!result.ok) onLost(batch.events.length, new Error(result.message));
    } catch (error) {
      onLost(batch.events.length, error);
    } finally {
      onEnd(batch);
    }
  };

  return {
    whenReady: async () => {
      await waitTurn();
      while (underWay.size >= maxUnderWay) await Promise.race(underWay);
    },
    send: (batch) => {
      const sent = sendOne(batch).finally(() => underWay.delete(sent));
      underWay.add(sent);
    },
    settled: async () => {
      await Promise.all(underWay);
    },
  };
}

function createListPrinter(group: string): (events: readonly PrintedEvent[]) => readonly Uint8Array[] {
  const head = Buffer.from(`{"kind":"EventList","apiVersion":"${group}/v1","metadata":{},"items":[`);
  const comma = Buffer.from(',');
  const tail = Buffer.from(']}');
  return (events) => [head, ...events.flatMap((pieces, index) => (index === 0 ? pieces : [comma, ...pieces])), tail];
}

/** A bucket that fills by itself; each turn takes one out of it. */
function createThrottle(throttle: Throttle | undefined): () => Promise<void> {
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
