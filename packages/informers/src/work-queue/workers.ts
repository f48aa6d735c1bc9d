/** The workers of a controller: each takes a key off the queue, reconciles its object, and takes the next. */
import { giveWay } from '@keelson/telemetry';
import type { Logger } from '@keelson/telemetry';

import type { WorkQueue } from './work-queue.ts';

/**
 * Brings the object of a key to the state it should have, from what listers show now; the key says nothing of what has
 * changed. It is tried again with back-off if it rejects, and as its result says.
 */
export type Reconcile = (key: string) => Promise<ReconcileResult | undefined>;

export type ReconcileResult =
  /** The key comes again after so long. */
  | { readonly requeueAfterMs: number }
  /** The key comes again as after a failure, though there is nothing to tell of. */
  | { readonly backsOff: true }
  /** An event brings the key again. Its failures still count. */
  | { readonly waits: true };

export interface WorkersOptions {
  readonly queue: WorkQueue;
  readonly reconcile: Reconcile;
  /** The number of keys worked on at once. */
  readonly count: number;
  /** Of the controller, for the log. */
  readonly name: string;
  readonly logger: Pick<Logger, 'warn'>;
}

/** They end when the queue is shut down: its promise says when. */
export function startWorkers(options: WorkersOptions): void {
  const { name, logger } = options;
  for (let started = 0; started < options.count; started += 1) {
    work(options).catch((error: unknown) =>
      logger.warn('A worker of a controller has ended', { controller: name, error }),
    );
  }
}

async function work(options: WorkersOptions): Promise<void> {
  const { queue } = options;
  for (let key = await queue.get(); key !== undefined; key = await queue.get()) {
    await reconcileKey(options, key);
    queue.done(key);
    const paused = giveWay();
    if (paused !== undefined) await paused;
  }
}

/** Never rejects. */
async function reconcileKey({ queue, reconcile, name, logger }: WorkersOptions, key: string): Promise<void> {
  try {
    const result = await reconcile(key);
    if (result !== undefined && 'backsOff' in result) {
      queue.addRateLimited(key);
      return;
    }
    if (result !== undefined && 'waits' in result) return;
    queue.forget(key);
    if (result !== undefined) queue.addAfter(key, result.requeueAfterMs);
  } catch (error) {
    queue.addRateLimited(key);
    logger.warn('A controller failed and will try again', {
      controller: name,
      key,
      retries: queue.retries(key),
      error,
    });
  }
}
