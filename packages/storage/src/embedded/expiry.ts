/**
 * Deletes expired keys, as ordinary writes. Expiry times are stored, so they survive
 * a restart.
 */
import type { Serializer } from './serializer.ts';
import { decodeExpiry } from './record.ts';
import { commitTables } from './tables.ts';
import type { Tables } from './tables.ts';
import type { GroupCommitter } from './group-committer.ts';

const perSweep = 500;
/** The longest time until a clock that was set forward is noticed. */
const longestWaitMs = 10_000;
const retryMs = 1_000;

export interface ExpiryOptions {
  readonly tables: Tables;
  readonly serialize: Serializer;
  readonly writer: Pick<GroupCommitter, 'submit'>;
  readonly now: () => number;
  readonly onTrouble: (cause: unknown) => void;
}

export interface Expiry {
  /** Schedules a sweep for a key that was just written. */
  expect(expiresAtMs: number): void;
  close(): Promise<void>;
}

export function startExpiry(options: ExpiryOptions): Expiry {
  let timer: NodeJS.Timeout | undefined;
  let wakesAtMs = Number.POSITIVE_INFINITY;
  let sweeping: Promise<void> | undefined;
  let isClosed = false;

  const wakeAt = (atMs: number): void => {
    if (isClosed || atMs >= wakesAtMs) return;
    clearTimeout(timer);
    wakesAtMs = atMs;
    timer = setTimeout(wake, Math.min(Math.max(atMs - options.now(), 0), longestWaitMs)).unref();
  };

  const wake = (): void => {
    wakesAtMs = Number.POSITIVE_INFINITY;
    sweeping = sweep(options)
      .catch((cause: unknown) => {
        options.onTrouble(cause);
        return options.now() + retryMs;
      })
      .then((nextMs) => {
        sweeping = undefined;
        if (nextMs !== undefined) wakeAt(nextMs);
      });
  };

  wakeAt(options.now());
  return {
    expect: wakeAt,
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await sweeping;
    },
  };
}

/** Deletes expired keys. Returns when the next one expires. */
async function sweep({ tables, serialize, writer, now }: ExpiryOptions): Promise<number | undefined> {
  const due: { readonly row: Buffer; readonly key: string; readonly revision: number }[] = [];
  let nextMs: number | undefined;
  for (const { key: row, value } of tables.expiries.getRange({ limit: perSweep })) {
    const { expiresAtMs, revision } = decodeExpiry(row);
    nextMs = expiresAtMs;
    if (expiresAtMs > now()) break;
    due.push({ row, key: value.toString(), revision });
  }
  if (due.length === 0) return nextMs;
  // The delete of a key that was written again is refused: its revision differs.
  await Promise.all(
    due.map(({ key, revision }) =>
      writer.submit({ key, value: undefined, expectedRevision: revision, expiresAtMs: undefined }),
    ),
  );
  await serialize(() =>
    commitTables(tables, () => {
      for (const { row } of due) tables.expiries.remove(row);
    }),
  );
  return now();
}
