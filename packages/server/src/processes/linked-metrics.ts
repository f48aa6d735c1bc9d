/** The metrics of a worker process, which are shown with those of the other workers of its replica. */
import type { SupervisorMessage, WorkerMessage } from './messages.ts';

export interface LinkedMetrics {
  /** `print` is called whenever the metrics of the replica are shown. */
  provide(print: () => Promise<string>): void;
  /** Resolves with the metrics of each process of the replica, this one first. */
  ofReplica(): Promise<readonly string[]>;
}

type MetricsMessage = Extract<SupervisorMessage, { readonly kind: 'giveMetrics' | 'metricsOfOthers' }>;

export interface MetricsLink extends LinkedMetrics {
  take(message: MetricsMessage): void;
}

export function linkMetrics(send: (message: WorkerMessage) => void): MetricsLink {
  let print = (): Promise<string> => Promise.resolve('');
  let sent: Promise<unknown> = Promise.resolve();
  let lastId = 0;
  const asked = new Map<number, (texts: readonly string[]) => void>();
  /** Texts are sent in the order in which they were printed: the last one stays when this process is killed. */
  const printInTurn = (give: (text: string) => void): Promise<void> => {
    const turn = sent.then(() => print()).then(give);
    sent = turn.catch(() => undefined);
    return turn;
  };
  return {
    provide: (by) => {
      print = by;
    },
    ofReplica: () =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        const collect = (own: string): void => {
          asked.set(id, (others) => resolve([own, ...others]));
          send({ kind: 'collectMetrics', id, own });
        };
        printInTurn(collect).catch(reject);
      }),
    take: (message) => {
      if (message.kind === 'giveMetrics') {
        // Without an answer the supervisor shows what it knows.
        printInTurn((text) => send({ kind: 'metrics', text })).catch(() => undefined);
        return;
      }
      asked.get(message.id)?.(message.texts);
      asked.delete(message.id);
    },
  };
}
