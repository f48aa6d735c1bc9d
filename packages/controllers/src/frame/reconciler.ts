/** The queue and the workers of a controller, with its event handlers: all that ends with it. */
import { createBackoff, createWorkQueue, startWorkers } from '@keelson/informers';
import type { BackoffOptions, Informer, Reconcile, WorkQueue } from '@keelson/informers';

import type { ControllerContext, LedController } from './definition.ts';

export interface ReconcilerOptions {
  /** Of the queue, in metrics. */
  readonly queue: string;
  /** Of the controller, in the log. */
  readonly name: string;
  readonly backoff?: BackoffOptions;
  /** No key is reconciled before these have synced. */
  readonly informers: readonly Pick<Informer<unknown>, 'hasSynced' | 'whenSynced'>[];
  readonly reconcile: Reconcile;
}

export interface Reconciler extends LedController {
  readonly queue: WorkQueue;
  /** Called once the reconciler stops, to remove an event handler or a timer. */
  onStop(remove: () => void): void;
}

/** A key in work for longer counts as stuck: requests have time limits well below. */
const stuckMs = 5 * 60_000;

type ReconcilerContext = Pick<ControllerContext, 'clock' | 'random' | 'record' | 'workers' | 'logger'>;

export function startReconciler(context: ReconcilerContext, options: ReconcilerOptions): Reconciler {
  const { clock, random, record, workers: count, logger } = context;
  const { name, informers } = options;
  const backoff = createBackoff({ random, ...options.backoff });
  const queue = createWorkQueue({ name: options.queue, clock, backoff, ...(record && { record }) });
  const begunMs = new Map<string, number>();
  const removers: (() => void)[] = [];
  const reconcile: Reconcile = async (key) => {
    begunMs.set(key, clock.now());
    try {
      for (const informer of informers) if (!informer.hasSynced()) await informer.whenSynced();
      return await options.reconcile(key);
    } finally {
      begunMs.delete(key);
    }
  };
  startWorkers({ queue, reconcile, count, name, logger });
  return {
    queue,
    onStop: (remove) => void removers.push(remove),
    check: () => {
      const nowMs = clock.now();
      const stuck = [...begunMs].find(([, begun]) => nowMs - begun > stuckMs);
      return stuck && `${stuck[0]} is in work for ${Math.round((nowMs - stuck[1]) / 1_000)} seconds`;
    },
    stop: () => {
      for (const remove of removers.splice(0)) remove();
      return queue.shutDown();
    },
  };
}
