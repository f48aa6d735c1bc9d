/**
 * The metrics of a replica, as the supervisor collects them: those of its live workers, which it asks for, and what those
 * that have ended had counted when they were last asked, which is every few seconds. Nothing that was shown is ever taken back.
 */
import { mergePrinted } from '@keelson/telemetry';

export interface ReplicaMetricsOptions<Worker> {
  /** Asks a worker for its metrics, which `take` is to be called with. */
  readonly ask: (worker: Worker) => void;
  /** Prints the metrics of this process. */
  readonly printOwn: () => Promise<string>;
  readonly patienceMs?: number;
}

export interface ReplicaMetrics<Worker> {
  /** Resolves with the texts of all but the worker that asks, whose text is `own`. */
  collect(asker: Worker, own: string, others: readonly Worker[]): Promise<readonly string[]>;
  take(worker: Worker, text: string): void;
  /** Keeps the counts of a worker that has ended. */
  retire(worker: Worker): void;
}

/** Of a worker that does not answer in time, what it said before is shown. */
const defaultPatienceMs = 1_000;

export function createReplicaMetrics<Worker>(options: ReplicaMetricsOptions<Worker>): ReplicaMetrics<Worker> {
  const { ask, printOwn, patienceMs = defaultPatienceMs } = options;
  const known = new Map<Worker, string>();
  const awaited = new Map<Worker, Set<() => void>>();
  let retired = '';

  const settle = (worker: Worker): void => {
    const waiting = awaited.get(worker);
    awaited.delete(worker);
    for (const goOn of waiting ?? []) goOn();
  };
  const whenKnown = (worker: Worker): Promise<void> =>
    new Promise((resolve) => {
      const waiting = awaited.get(worker) ?? new Set();
      awaited.set(worker, waiting);
      const timer = setTimeout(resolve, patienceMs).unref();
      waiting.add(() => {
        clearTimeout(timer);
        resolve();
      });
      ask(worker);
    });

  return {
    collect: async (asker, own, others) => {
      known.set(asker, own);
      await Promise.all(others.map(whenKnown));
      const texts = [...known].filter(([worker]) => worker !== asker).map(([, text]) => text);
      return [...texts, retired, await printOwn()];
    },
    take: (worker, text) => {
      known.set(worker, text);
      settle(worker);
    },
    retire: (worker) => {
      const text = known.get(worker);
      known.delete(worker);
      if (text !== undefined) retired = mergePrinted([retired, text], { keepsCurrent: false });
      settle(worker);
    },
  };
}
