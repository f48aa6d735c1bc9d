/** The metrics of a worker process, which are shown with those of the other workers of its replica. */
import type { PrintedMetrics } from '@keelson/telemetry';

import type { SupervisorMessage, WorkerMessage } from './messages.ts';

export interface LinkedMetrics {
  /** `print` is called when metrics are shown or the supervisor asks for them, and never twice at a time. */
  provide(print: () => Promise<PrintedMetrics>): void;
  ofReplica(): Promise<ReplicaPrint>;
}

export interface ReplicaPrint {
  /** Of this process. */
  readonly own: PrintedMetrics;
  /** Of the other workers, and of the process that supervises. */
  readonly others: readonly string[];
}

type MetricsMessage = Extract<SupervisorMessage, { readonly kind: 'giveMetrics' | 'metricsOfOthers' }>;

export interface MetricsLink extends LinkedMetrics {
  take(message: MetricsMessage): void;
}

export function linkMetrics(send: (message: WorkerMessage) => void): MetricsLink {
  let print = (): Promise<PrintedMetrics> => Promise.resolve({ contentType: '', text: '' });
  let lastId = 0;
  const asked = new Map<number, (texts: readonly string[]) => void>();
  const printInTurn = takeTurns(() => print());
  return {
    provide: (by) => {
      print = by;
    },
    ofReplica: () =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        const collect = (own: PrintedMetrics): void => {
          asked.set(id, (others) => resolve({ own, others }));
          send({ kind: 'collectMetrics', id, own: own.text });
        };
        printInTurn().then(collect).catch(reject);
      }),
    take: (message) => {
      if (message.kind === 'giveMetrics') {
        send({ kind: 'alive' });
        // Without an answer the supervisor shows what it knows.
        printInTurn()
          .then(({ text }) => send({ kind: 'metrics', text }))
          .catch(() => undefined);
        return;
      }
      asked.get(message.id)?.(message.texts);
      asked.delete(message.id);
    },
  };
}

/**
 * At most one print runs, and one waits, which all share who ask before it begins. Texts are sent in the order in which they
 * were printed, because the supervisor keeps the last one.
 */
function takeTurns<T>(print: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  let waiting: Promise<T> | undefined;
  return () => {
    if (waiting !== undefined) return waiting;
    const turn = running.then(() => {
      waiting = undefined;
      return print();
    });
    running = turn.catch(() => undefined);
    waiting = turn;
    return turn;
  };
}
