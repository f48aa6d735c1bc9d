/** Waits until the key of a leader is deleted, by its leader, by its lease or by an operator. */
import type { Storage } from '../contract/storage.ts';

export interface VacancyOptions {
  readonly folder: string;
  readonly key: string;
  /** The key existed at this revision. */
  readonly afterRevision: number;
  readonly signal: AbortSignal | undefined;
}

/** Resolves also when the signal is aborted. Rejects if the watch ends, as with `closed`. */
export function waitForVacancy(storage: Pick<Storage, 'watch'>, options: VacancyOptions): Promise<void> {
  const { folder, key, afterRevision, signal } = options;
  return new Promise((resolve, reject) => {
    const finish = (): void => {
      signal?.removeEventListener('abort', finish);
      watch.close();
      resolve();
    };
    const watch = storage.watch(
      folder,
      afterRevision,
      {
        onEvents: (events) => {
          if (events.some((event) => event.key === key && event.value === undefined)) finish();
        },
        onEnd: (error) => {
          signal?.removeEventListener('abort', finish);
          reject(error);
        },
      },
      { withPrevious: false },
    );
    if (signal?.aborted === true) finish();
    else signal?.addEventListener('abort', finish);
  });
}
