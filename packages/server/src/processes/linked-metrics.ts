/** The metrics of a worker process, which are shown with those of the other workers of its replica. */
import type { SupervisorMessage, WorkerMessage } from './messages.ts';

export interface LinkedMetrics {
  /** `print` is called whenever the metrics of the replica are shown. */
  provide(print: () => Promise<string>): void;
  /** Resolves with what the rest of the replica prints. `own` is shown with it. */
  ofOthers(own: string): Promise<readonly string[]>;
}

type MetricsMessage = Extract<SupervisorMessage, { readonly kind: 'giveMetrics' | 'metricsOfOthers' }>;

export interface MetricsLink extends LinkedMetrics {
  take(message: MetricsMessage): void;
}

export function linkMetrics(send: (message: WorkerMessage) => void): MetricsLink {
  let print = (): Promise<string> => Promise.resolve('');
  let lastId = 0;
  const asked = new Map<number, (texts: readonly string[]) => void>();
  const give = (text: string): void => send({ kind: 'metrics', text });
  return {
    provide: (by) => {
      print = by;
    },
    ofOthers: (own) =>
      new Promise((resolve) => {
        lastId += 1;
        asked.set(lastId, resolve);
        send({ kind: 'collectMetrics', id: lastId, own });
      }),
    take: (message) => {
      if (message.kind === 'giveMetrics') {
        // Without an answer the supervisor shows what it knows.
        print().then(give, () => undefined);
        return;
      }
      asked.get(message.id)?.(message.texts);
      asked.delete(message.id);
    },
  };
}
