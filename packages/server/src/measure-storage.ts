/** Metrics of the calls to the store: how long each took, by its operation and the type of the object. */
import type { Scheme } from '@keelson/schema';
import type { Storage } from '@keelson/storage';
import type { HistogramCell, Metrics } from '@keelson/telemetry';

import { customType, storedType } from './measure/stored-type.ts';

const buckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 15, 30, 60];

type Operation = 'get' | 'list' | 'create' | 'update' | 'delete';

export interface MeasuringParts {
  readonly metrics: Metrics;
  readonly scheme: Scheme;
}

/** Watches and what is seldom asked pass through. */
export function measureStorage(storage: Storage, parts: MeasuringParts): Storage {
  const cellOf = createCells(storage.prefix, parts);
  const measure = async <T>(operation: Operation, key: string, call: Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    try {
      return await call;
    } finally {
      cellOf(operation, key).observe((performance.now() - startedAt) / 1000);
    }
  };
  const { deferred } = storage;
  return {
    prefix: storage.prefix,
    elections: storage.elections,
    deferred: {
      ...deferred,
      range: (prefix, options) => measure('list', prefix, deferred.range(prefix, options)),
    },
    get: (key, options) => measure('get', key, storage.get(key, options)),
    range: (prefix, options) => measure('list', prefix, storage.range(prefix, options)),
    create: (key, value, options) => measure('create', key, storage.create(key, value, options)),
    update: (key, value, revision, options) => measure('update', key, storage.update(key, value, revision, options)),
    delete: (key, revision, options) => measure('delete', key, storage.delete(key, revision, options)),
    watch: (prefix, afterRevision, watcher, options) => storage.watch(prefix, afterRevision, watcher, options),
    currentRevision: (options) => storage.currentRevision(options),
    revisionAtHand: () => storage.revisionAtHand(),
    compact: (revision) => storage.compact(revision),
    status: () => storage.status(),
    close: () => storage.close(),
  };
}

function createCells(
  prefix: string,
  { metrics, scheme }: MeasuringParts,
): (of: Operation, key: string) => HistogramCell {
  const durations = metrics.histogram({
    name: 'etcd_request_duration_seconds',
    help: 'Etcd request latency in seconds for each operation and object type.',
    labels: ['operation', 'type'],
    stability: 'ALPHA',
    buckets,
  });
  const newCells = (): Map<string, HistogramCell> => new Map();
  const cellsOf = { get: newCells(), list: newCells(), create: newCells(), update: newCells(), delete: newCells() };
  const types = createTypes(scheme);
  return (operation, key) => {
    const folder = folderIn(key, prefix);
    const cells = cellsOf[operation];
    let cell = cells.get(folder);
    if (cell === undefined) cells.set(folder, (cell = durations.with({ operation, type: types(folder) })));
    return cell;
  };
}

/** `pods`, or `example.org/widgets`: the first part of a key, or two where the first is a group. */
function folderIn(key: string, prefix: string): string {
  const start = prefix.endsWith('/') ? prefix.length : prefix.length + 1;
  const end = key.indexOf('/', start);
  if (end < 0) return key.slice(start);
  const first = key.slice(start, end);
  if (!first.includes('.')) return first;
  const next = key.indexOf('/', end + 1);
  return next < 0 ? key.slice(start) : key.slice(start, next);
}

/** The types have the names that dashboards know. There are as many as kinds that are built in, and two more. */
function createTypes(scheme: Scheme): (folder: string) => string {
  const types = new Map(
    scheme.resources().flatMap((resource) => {
      const { storage, custom } = resource;
      if (storage.kind !== 'stored' || custom !== undefined) return [];
      return [[storage.prefix, storedType(resource)] as const];
    }),
  );
  return (folder) => types.get(folder) ?? (folder.includes('/') ? customType : 'other');
}
