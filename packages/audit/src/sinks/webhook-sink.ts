/**
 * Events in batches to another server. A batch goes when it is full or has waited long
 * enough, and not more often than agreed; what finds no room while that server is slow is
 * lost. A batch is sent in pieces and is never one text: it may be longer than a text can be.
 */
import { createBatchSender, type PostResult, type Throttle } from './batch-sender.ts';
import { createBatches } from './batches.ts';
import { widestLimits, type EventLimits } from './event-limits.ts';
import type { AuditSink, EventSource, OnLost } from './sink.ts';
import { within } from './within.ts';

export interface WebhookSinkOptions {
  /** Tries again by itself where that can help. The pieces together are the body. */
  readonly post: (pieces: readonly Uint8Array[]) => Promise<PostResult>;
  /** Of the events: `audit.{domain}`. */
  readonly group: string;
  /** Maximum waiting events. */
  readonly bufferSize: number;
  /** Maximum bytes of events in memory, including those being sent. */
  readonly bufferBytes?: number;
  readonly maxBatchSize: number;
  readonly maxWaitMs: number;
  readonly limits?: EventLimits;
  readonly throttle?: Throttle | undefined;
  readonly onLost: OnLost;
  readonly closeTimeoutMs?: number;
}

const defaultCloseTimeoutMs = 5_000;
const defaultBufferBytes = 64 * 1024 * 1024;

/** Events go when there is a batch of them, or when the oldest of them has waited long enough. */
type Reason = 'full' | 'due';

export function createWebhookSink(options: WebhookSinkOptions): AuditSink {
  const { bufferSize, maxBatchSize, maxWaitMs, onLost, closeTimeoutMs = defaultCloseTimeoutMs } = options;
  const { limits = widestLimits, bufferBytes = defaultBufferBytes } = options;
  const batches = { limits, maxBatchEvents: maxBatchSize, limitEvents: bufferSize, limitBytes: bufferBytes };
  const waiting = createBatches(batches);
  const sender = createBatchSender({ ...options, onEnd: waiting.giveBack });
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;

  const sendOn = async (reason: Reason): Promise<void> => {
    // When `maxWaitMs` is over, a partial batch goes too; otherwise it waits for more events.
    while (waiting.hasFull() || (reason === 'due' && waiting.waitingEvents() > 0)) {
      await sender.whenReady();
      // Meanwhile the server may have ended, and forgotten them.
      if (waiting.waitingEvents() > 0) sender.send(waiting.take());
    }
  };
  const begin = (reason: Reason): void => {
    clearTimeout(timer);
    timer = undefined;
    sending ??= sendOn(reason)
      .catch((error: unknown) => onLost(waiting.forget(), error))
      .then(() => {
        sending = undefined;
        goOn();
      });
  };
  const goOn = (): void => {
    if (sending !== undefined || waiting.waitingEvents() === 0) return;
    if (waiting.hasFull()) begin('full');
    else timer ??= setTimeout(() => begin('due'), maxWaitMs).unref();
  };
  const rest = async (): Promise<void> => {
    await sending;
    while (waiting.waitingEvents() > 0) {
      begin('due');
      await sending;
    }
    await sender.settled();
  };

  return {
    write: (source) => {
      const reason = addTo(waiting, source);
      if (reason === undefined) goOn();
      else onLost(1, reason);
    },
    close: async () => {
      clearTimeout(timer);
      await within(rest(), closeTimeoutMs);
      const left = waiting.forget();
      if (left > 0) onLost(left, new Error('the server has ended'));
    },
  };
}

/** The reason where the event is lost. */
function addTo(waiting: ReturnType<typeof createBatches>, source: EventSource): unknown {
  try {
    const result = waiting.add(source);
    return result === 'added' ? undefined : lossOf[result];
  } catch (error) {
    return error;
  }
}

const lossOf = {
  noRoom: new Error('too much is waiting to be sent'),
  tooLarge: new Error('an event is too large, also without its bodies'),
} as const;
