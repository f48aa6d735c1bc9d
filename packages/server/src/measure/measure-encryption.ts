/** Metrics of encryption at rest: values encrypted and decrypted, by what they begin with, and the time it took. */
import type { EncryptedStorage, EncryptStorageOptions, ProviderCounts } from '@keelson/storage';
import type { CounterCell, Metrics } from '@keelson/telemetry';

/** From 5 µs on, each twice the one before. */
const buckets = Array.from({ length: 14 }, (_, power) => 5e-6 * 2 ** power);

export interface EncryptionMetrics {
  readonly observe: NonNullable<EncryptStorageOptions['observe']>;
  /** Counted for each scrape. */
  count(storage: Pick<EncryptedStorage, 'encryptionCounts'>): void;
}

export function createEncryptionMetrics(metrics: Metrics): EncryptionMetrics {
  const durations = metrics.histogram({
    name: 'apiserver_storage_transformation_duration_seconds',
    help: 'Latencies in seconds of value transformation operations.',
    labels: ['transformation_type'],
    stability: 'ALPHA',
    buckets,
  });
  const cells = {
    from_storage: durations.with({ transformation_type: 'from_storage' }),
    to_storage: durations.with({ transformation_type: 'to_storage' }),
  };
  return {
    observe: (direction, seconds) => cells[direction].observe(seconds),
    count: (storage) => countOperations(metrics, storage),
  };
}

const outcomes: readonly (readonly [type: string, status: string, count: (row: ProviderCounts) => number])[] = [
  ['to_storage', 'OK', ({ written }) => written],
  ['from_storage', 'OK', ({ read }) => read],
  ['from_storage', 'Internal', ({ failed }) => failed],
];

function countOperations(metrics: Metrics, storage: Pick<EncryptedStorage, 'encryptionCounts'>): void {
  const told = new Map<string, { readonly cell: CounterCell; value: number }>();
  metrics.counter(
    {
      name: 'apiserver_storage_transformation_operations_total',
      help: 'Total number of transformations.',
      labels: ['transformation_type', 'transformer_prefix', 'status'],
      stability: 'ALPHA',
    },
    (counter) => {
      for (const row of storage.encryptionCounts().providers) {
        for (const [transformation_type, status, count] of outcomes) {
          const labels = { transformation_type, transformer_prefix: row.header, status };
          const key = Object.values(labels).join(' ');
          const known = told.get(key) ?? { cell: counter.with(labels), value: 0 };
          told.set(key, known);
          known.cell.add(count(row) - known.value);
          known.value = count(row);
        }
      }
    },
  );
}
