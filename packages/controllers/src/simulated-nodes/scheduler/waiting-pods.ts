/** Unschedulable pods: requeued by priority when the cluster changes, each with a back-off. */
import { createBackoff, type WorkQueue } from '@keelson/informers';

import type { ControllerClock } from '../../controller-clock.ts';
import type { CachedPod } from '../../dependents/pod-facts.ts';

export interface WaitingPods {
  add(key: string, pod: CachedPod): void;
  forget(key: string): void;
  /** Must be called when the cluster changes. Changes within 50 ms are batched. */
  wake(): void;
  close(): void;
}

interface Waiting {
  readonly priority: number;
  readonly revision: number;
  readonly notBeforeMs: number;
}

const momentMs = 50;

export function createWaitingPods(queue: Pick<WorkQueue, 'addAfter'>, clock: ControllerClock): WaitingPods {
  const waiting = new Map<string, Waiting>();
  const backoff = createBackoff({ random: () => 0, baseMs: 1_000, maxMs: 10_000 });
  let cancel: (() => void) | undefined;
  const wakeAll = (): void => {
    cancel = undefined;
    const nowMs = clock.now();
    const sorted = [...waiting].sort(([, a], [, b]) => b.priority - a.priority || a.revision - b.revision);
    for (const [key, { notBeforeMs }] of sorted) queue.addAfter(key, Math.max(0, notBeforeMs - nowMs));
  };
  return {
    add: (key, { object, version }) => {
      const before = waiting.get(key);
      const { priority = 0 } = object.spec;
      const revision = before?.revision ?? version.revision;
      // The first retry has no back-off.
      const notBeforeMs = before === undefined ? 0 : clock.now() + backoff.next(key);
      waiting.set(key, { priority, revision, notBeforeMs });
    },
    forget: (key) => {
      waiting.delete(key);
      backoff.forget(key);
    },
    wake: () => {
      if (waiting.size > 0) cancel ??= clock.after(momentMs, wakeAll);
    },
    close: () => cancel?.(),
  };
}
