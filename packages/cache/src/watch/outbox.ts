/**
 * The bounded queue of one consumer. It is flushed in one call a turn, pauses while
 * the consumer is full, and reports when the limit is exceeded.
 * Nothing here knows the contents of the chunks.
 */
import type { Encoded } from '../objects/derived-cache.ts';
import { ChunkQueue } from './chunk-queue.ts';
import type { Flush, DeliveryTurn } from './turn.ts';
import type { CacheWatchSink } from './watch-request.ts';

export interface OutboxLimits {
  /** A full consumer with more chunks or bytes waiting than these limits is too slow. */
  readonly chunks: number;
  readonly bytes: number;
}

export interface WatchOutbox {
  /** Order is kept. What is pushed after `close` is lost. A promise counts as the bytes expected until it resolves. */
  push(chunk: Encoded, expectedBytes?: number): void;
  /** Sends now what is due, unless the consumer is full. */
  flush(): void;
  /** The consumer has room again. */
  resume(): void;
  /** Since when the consumer has been full, `undefined` if it is not. */
  fullSinceMs(): number | undefined;
  dueBytes(): number;
  /** True while a queued chunk is still being encoded. `onRoom` is called once it is ready. */
  isAwaiting(): boolean;
  /** Forgets what is due. */
  close(): void;
}

export interface OutboxParts {
  readonly sink: Pick<CacheWatchSink, 'onChunks'>;
  readonly limits: OutboxLimits;
  readonly turn: DeliveryTurn;
  readonly now: () => number;
  /** True for live watchers. One that catches up is fed at the pace of its consumer and needs no limit. */
  readonly isLimited: () => boolean;
  /** Called once. */
  readonly onOverflow: () => void;
  readonly onRoom: () => void;
  readonly onSinkError: (error: unknown) => void;
}

export function createWatchOutbox(parts: OutboxParts): WatchOutbox {
  const { sink, limits, turn, now } = parts;
  let fullSince: number | undefined;
  let isClosed = false;

  const flush = (): void => {
    if (isClosed || fullSince !== undefined || queue.length === 0) return;
    const chunks = queue.take();
    if (chunks.length === 0) return;
    try {
      if (sink.onChunks(chunks) === false) fullSince = now();
    } catch (error) {
      parts.onSinkError(error);
    }
  };

  const close = (): void => {
    isClosed = true;
    queue.clear();
  };

  const inTurn: Flush = { isDue: false, flush };

  const queue = new ChunkQueue({
    onReady: () => {
      turn.add(inTurn);
      if (!queue.isAwaiting) parts.onRoom();
    },
    onError: parts.onSinkError,
  });

  const overflow = (): void => {
    close();
    parts.onOverflow();
  };

  const isWithinLimits = (): boolean =>
    (queue.length <= limits.chunks && queue.bytes <= limits.bytes) || !parts.isLimited();

  return {
    push: (chunk, expectedBytes = 0) => {
      if (isClosed) return;
      queue.push(chunk, expectedBytes);
      if (isWithinLimits()) {
        turn.add(inTurn);
        return;
      }
      // Much in one turn is not the consumer's fault: it gets its chance now.
      flush();
      if (!isWithinLimits()) overflow();
    },
    flush,
    resume: () => {
      if (isClosed || fullSince === undefined) return;
      fullSince = undefined;
      flush();
      parts.onRoom();
    },
    fullSinceMs: () => fullSince,
    dueBytes: () => queue.bytes,
    isAwaiting: () => queue.isAwaiting,
    close,
  };
}
