/**
 * Alarms of the store, such as NOSPACE of etcd: a metric, a line in the log when one begins and when it ends, and a
 * check of its own that counts nowhere. Reads and deletes work under it, and a replica that is restarted or taken out
 * of service for it cannot make the deletes that are needed.
 */
import type { StorageAlarm, Storage } from '@keelson/storage';
import type { Logger, Metrics } from '@keelson/telemetry';

export interface StoreAlarms {
  /** For health: the alarms there are, as far as is known. */
  check(): string | undefined;
  stop(): void;
}

export interface StoreAlarmsOptions {
  readonly storage: Pick<Storage, 'status'>;
  readonly metrics: Pick<Metrics, 'gauge'>;
  readonly logger: Logger;
  readonly intervalMs?: number;
  /** The store, in the metric of its size. */
  readonly endpoint?: string;
}

const defaultIntervalMs = 10_000;

const alarmGauge = {
  name: 'keelson_storage_alarm',
  help: '1 while the store has this alarm.',
  labels: ['alarm'],
  stability: 'ALPHA',
  ofReplica: 'max',
} as const;

const sizeGauge = {
  name: 'etcd_db_total_size_in_bytes',
  help: 'Total size of the etcd database file physically allocated in bytes.',
  labels: ['endpoint'],
  stability: 'ALPHA',
  ofReplica: 'max',
} as const;

const meanings: Readonly<Record<StorageAlarm, string>> = {
  outOfSpace: 'the store is full: it takes deletes and no other writes until it is compacted, defragmented, disarmed',
  damaged: 'the store has found that its members hold different data, and serves nothing until it is restored',
  foreignMember: 'a server of --etcd-servers belongs to another cluster than the others, and is not used',
};
const kinds = Object.keys(meanings) as StorageAlarm[];

/** Looks at once, and then again and again. Its timer does not keep the process alive. */
export function watchStoreAlarms(options: StoreAlarmsOptions): StoreAlarms {
  const { storage, metrics, logger, intervalMs = defaultIntervalMs, endpoint = 'embedded' } = options;
  const gauge = metrics.gauge(alarmGauge);
  const size = metrics.gauge(sizeGauge);
  let current: readonly StorageAlarm[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const take = (alarms: readonly StorageAlarm[]): void => {
    for (const alarm of kinds) {
      const [before, now] = [current.includes(alarm), alarms.includes(alarm)];
      gauge.set({ alarm }, now ? 1 : 0);
      if (now && !before) logger.warn('an alarm of the store has begun', { alarm, meaning: meanings[alarm] });
      if (before && !now) logger.info('an alarm of the store has ended', { alarm });
    }
    current = alarms;
  };
  const look = async (): Promise<void> => {
    const { alarms, sizeBytes } = await storage.status();
    if (isStopped) return;
    take(alarms);
    size.set({ endpoint }, sizeBytes);
  };
  const lookOn = (): void => {
    // Readiness reports a store that does not answer; the alarms stay as they were.
    look().then(later, later);
  };
  const later = (): void => {
    if (!isStopped) timer = setTimeout(lookOn, intervalMs).unref();
  };
  take([]);
  lookOn();

  return {
    check: () => (current.length === 0 ? undefined : current.map((alarm) => meanings[alarm]).join('; ')),
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
