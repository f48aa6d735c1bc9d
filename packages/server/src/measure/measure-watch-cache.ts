/** Metrics of the watch cache, by resource: what it has loaded, dispatched and listed, and from where. */
import type { ResourceCounts } from '@keelson/cache';
import type { Store } from '@keelson/registry';
import type { CounterCell, CounterMetric, MetricDefinition, Metrics } from '@keelson/telemetry';

import { storedType } from './stored-type.ts';

type Stores = () => readonly Store[];
type Count = (counts: Readonly<ResourceCounts>) => number;

/** Costs a look at each resource for every scrape, and the hot path an increment. */
export function measureWatchCache(metrics: Metrics, stores: Stores): void {
  for (const [name, help, count] of byType) {
    const definition = { name, help, labels: ['resource'], stability: 'ALPHA' } as const;
    collect(metrics, stores, { definition, count, labelsOf: (store) => ({ resource: storedType(store.stored) }) });
  }
  for (const [name, help, count] of ofStoreLists) {
    const definition = { name, help, labels: ['resource'], stability: 'ALPHA' } as const;
    collect(metrics, stores, { definition, count, labelsOf: (store) => ({ resource: groupResource(store) }) });
  }
  for (const [name, help, count] of ofCacheLists) {
    const definition = { name, help, labels: ['index', 'resource_prefix'], stability: 'ALPHA' } as const;
    const labelsOf = (store: Store) => ({ index: '', resource_prefix: resourcePrefix(store) });
    collect(metrics, stores, { definition, count, labelsOf });
  }
  collect(metrics, stores, {
    definition: {
      name: 'apiserver_cache_list_returned_objects_total',
      help: 'Number of objects returned for a LIST request from watch cache',
      labels: ['resource_prefix'],
      stability: 'ALPHA',
    },
    count: ({ memoryLists }) => memoryLists.returned,
    labelsOf: (store) => ({ resource_prefix: resourcePrefix(store) }),
  });
}

type Row = readonly [name: string, help: string, count: Count];

const byType: readonly Row[] = [
  [
    'apiserver_init_events_total',
    'Counter of init events processed in watch cache broken by resource type.',
    ({ initialEvents }) => initialEvents,
  ],
  [
    'apiserver_terminated_watchers_total',
    'Counter of watchers closed due to unresponsiveness broken by resource type.',
    ({ slowWatches }) => slowWatches,
  ],
  [
    'apiserver_watch_cache_events_dispatched_total',
    'Counter of events dispatched in watch cache broken by resource type.',
    ({ events }) => events,
  ],
  [
    'apiserver_watch_cache_watch_cache_initializations_total',
    'Counter of watch cache initializations broken by resource type.',
    ({ loads }) => loads,
  ],
];

const ofStoreLists: readonly Row[] = [
  ['apiserver_storage_list_total', 'Number of LIST requests served from storage', ({ storeLists }) => storeLists.lists],
  [
    'apiserver_storage_list_fetched_objects_total',
    'Number of objects read from storage in the course of serving a LIST request',
    ({ storeLists }) => storeLists.fetched,
  ],
  [
    'apiserver_storage_list_evaluated_objects_total',
    'Number of objects tested in the course of serving a LIST request from storage',
    ({ storeLists }) => storeLists.evaluated,
  ],
  [
    'apiserver_storage_list_returned_objects_total',
    'Number of objects returned for a LIST request from storage',
    ({ storeLists }) => storeLists.returned,
  ],
];

const ofCacheLists: readonly Row[] = [
  [
    'apiserver_cache_list_total',
    'Number of LIST requests served from watch cache',
    ({ memoryLists }) => memoryLists.lists,
  ],
  [
    'apiserver_cache_list_fetched_objects_total',
    'Number of objects read from watch cache in the course of serving a LIST request',
    ({ memoryLists }) => memoryLists.fetched,
  ],
];

interface Collecting<Label extends string> {
  readonly definition: MetricDefinition<Label>;
  readonly count: Count;
  readonly labelsOf: (store: Store) => Readonly<Record<Label, string>>;
}

/** A definition that is replaced brings a resource with new counts, so differences are added by these. */
function collect<Label extends string>(metrics: Metrics, stores: Stores, collecting: Collecting<Label>): void {
  const { definition, count, labelsOf } = collecting;
  const told = new WeakMap<Readonly<ResourceCounts>, { readonly cell: CounterCell; value: number }>();
  metrics.counter(definition, (counter: CounterMetric<Label>) => {
    for (const store of stores()) {
      const counts = store.cache.counts();
      const value = count(counts);
      let known = told.get(counts);
      if (known === undefined) {
        if (value === 0) continue;
        told.set(counts, (known = { cell: counter.with(labelsOf(store)), value: 0 }));
      }
      known.cell.add(value - known.value);
      known.value = value;
    }
  });
}

/** `jobs.batch`, and `pods` for the core group. */
function groupResource({ stored: { plural, group } }: Store): string {
  return group === '' ? plural : `${plural}.${group}`;
}

/** The storage path of the objects, below the prefix of the store. */
function resourcePrefix({ stored: { storage, plural } }: Store): string {
  return `/${storage.kind === 'stored' ? storage.prefix : plural}`;
}
