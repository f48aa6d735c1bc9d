/**
 * Request metrics, under the names that dashboards and alerts know. Keeps the cells of
 * all metrics of a kind of request together, so that a request costs one look-up.
 */

import type { Incoming, Outgoing } from '@keelson/http';
import { isDeprecated } from '@keelson/meta';
import type { GroupVersionKind, Release, Resource } from '@keelson/schema';
import type { CounterCell, CounterMetric, HistogramCell, Metrics } from '@keelson/telemetry';

import type { RequestObserver } from '../chain/chain.ts';
import type { Turns } from '../exchange/turns.ts';
import type { EventCount } from '../exchange/event-count.ts';
import type { RequestInfo } from '../request/request-info.ts';
import { fieldValidationOf, hasTarget, labelsOf, verbName } from './request-labels.ts';
import type { RequestLabels } from './request-labels.ts';
import * as definitions from './request-metric-definitions.ts';

export interface RequestMetricsOptions {
  readonly metrics: Metrics;
  readonly release: Release;
  readonly inFlight: Pick<Turns, 'peak'>;
  /** True where the server tells of unknown fields. */
  readonly validatesFields: boolean;
  /** The number of objects of each resource (`jobs.batch`). Called on every scrape. */
  readonly storedObjects?: () => Iterable<readonly [resource: string, count: number]>;
  /** Milliseconds from any fixed moment. */
  readonly now?: () => number;
}

export interface RequestMetrics extends RequestObserver {
  /** Counts the events that are sent to watchers of a kind. To keep with the watch. */
  readonly watchEvents: (of: GroupVersionKind) => EventCount;
}

/** The cells of requests that have all labels but the code in common. */
interface Cells {
  readonly labels: RequestLabels;
  readonly byCode: Map<number, CounterCell>;
  readonly duration: HistogramCell;
  /** Of all that may not take as long as it likes. */
  readonly slo: HistogramCell | undefined;
  /** Of reads. */
  readonly size: HistogramCell | undefined;
  /** By what the request says is to become of unknown fields. */
  readonly validation: HistogramCell;
  /** The labels of the gauge of what may take as long as it likes. */
  readonly watching: Omit<RequestLabels, 'dry_run'> | undefined;
}

const kinds = ['mutating', 'readOnly'] as const;

export function createRequestMetrics(options: RequestMetricsOptions): RequestMetrics {
  const { metrics, inFlight, storedObjects, now = () => performance.now() } = options;
  const book = new CellBook(metrics, options.validatesFields);
  const noteDeprecated = deprecatedNoter(options);
  const longRunning = metrics.gauge(definitions.longRunningRequests);
  metrics.gauge(definitions.currentInFlight, (gauge) => {
    for (const kind of kinds) gauge.set({ request_kind: kind }, inFlight.peak(kind, 'executing'));
  });
  metrics.gauge(definitions.currentInQueue, (gauge) => {
    for (const kind of kinds) gauge.set({ request_kind: kind }, inFlight.peak(kind, 'waiting'));
  });
  if (storedObjects !== undefined) {
    metrics.gauge(definitions.storageObjects, (gauge) => {
      for (const [resource, count] of storedObjects()) gauge.set({ resource }, count);
    });
  }
  const events = metrics.counter(definitions.watchEvents);
  const sizes = metrics.histogram(definitions.watchEventSizes);
  return {
    ...createEndingMetrics(metrics),
    watchEvents: ({ group, version, kind }) =>
      countEvents(events.with({ group, version, kind }), sizes.with({ group, version, kind })),
    onRequest(incoming, info, response) {
      const startedAt = now();
      const cells = book.find(incoming, info);
      const { watching } = cells;
      if (watching !== undefined) longRunning.add(watching, 1);
      noteDeprecated(info);
      const measureSize = sizeMeter(response);
      response.once('close', () => {
        const seconds = (now() - startedAt) / 1000;
        if (watching !== undefined) longRunning.add(watching, -1);
        book.countCode(cells, response.headersSent ? response.statusCode : 0);
        cells.duration.observe(seconds);
        cells.slo?.observe(seconds);
        cells.validation.observe(seconds);
        cells.size?.observe(measureSize());
      });
    },
  };
}

function countEvents(count: CounterCell, sizes: HistogramCell): EventCount {
  return {
    add(events) {
      count.add(events.length);
      for (const { length } of events) sizes.observe(length);
    },
  };
}

/** Of requests that do not end by themselves, of which there should be few. */
function createEndingMetrics(
  metrics: Metrics,
): Pick<RequestObserver, 'onDropped' | 'onTerminated' | 'onAborted' | 'onLateEnd'> {
  // Made when there is something to count, since a deprecated metric is warned of in the log.
  let dropped: CounterMetric<'request_kind'> | undefined;
  const terminated = metrics.counter(definitions.requestTerminations);
  const aborted = metrics.counter(definitions.requestAborts);
  const late = metrics.counter(definitions.requestPostTimeouts);
  return {
    onDropped: (kind) => {
      dropped ??= metrics.counter(definitions.droppedRequests);
      dropped.add({ request_kind: kind });
    },
    onTerminated: (incoming, info, code) => {
      const { dry_run: _, ...labels } = labelsOf(verbName(incoming, info), info, incoming.url);
      terminated.add({ ...labels, code: String(code) });
    },
    onAborted: (incoming, info) => {
      const { dry_run: _, component: _component, ...labels } = labelsOf(verbName(incoming, info), info, incoming.url);
      aborted.add(labels);
    },
    onLateEnd: (status) => late.add({ source: 'timeout-handler', status }),
  };
}

class CellBook {
  readonly #total;
  readonly #duration;
  readonly #slo;
  readonly #size;
  readonly #validation;
  readonly #validatesFields: boolean;
  readonly #ofResources = new WeakMap<Resource, Map<string, Cells>>();
  /** By verbs: requests for one object, to be carried out, which are most. */
  readonly #ofObjects = new WeakMap<Resource, Map<string, Cells>>();
  readonly #ofPaths = new Map<string, Cells>();

  constructor(metrics: Metrics, validatesFields: boolean) {
    this.#validatesFields = validatesFields;
    this.#validation = metrics.histogram(definitions.fieldValidationDuration);
    this.#total = metrics.counter(definitions.requestTotal);
    this.#duration = metrics.histogram(definitions.requestDuration);
    this.#slo = metrics.histogram(definitions.requestSloDuration);
    this.#size = metrics.histogram(definitions.responseSizes);
  }

  find(incoming: Incoming, info: RequestInfo): Cells {
    const verb = verbName(incoming, info);
    const { url } = incoming;
    if (info.kind !== 'resource' || info.target.name === undefined || info.target.subresource !== undefined) {
      return this.#findByLabels(verb, info, url);
    }
    const shelf = shelfIn(this.#ofObjects, info.target.resource);
    const isPlain = !url.includes('dryRun=') && !url.includes('fieldValidation=');
    const known = isPlain ? shelf.get(verb) : undefined;
    if (known !== undefined) return known;
    const found = this.#findByLabels(verb, info, url);
    if (isPlain) shelf.set(verb, found);
    return found;
  }

  #findByLabels(verb: string, info: RequestInfo, url: string): Cells {
    const labels = labelsOf(verb, info, url);
    const shelf = this.#shelfOf(info);
    const remote = info.kind === 'remote' ? ` ${labels.group}/${labels.version}` : '';
    const validation = url.includes('fieldValidation=') ? fieldValidationOf(url) : '';
    const key = `${verb} ${labels.scope} ${labels.subresource} ${labels.dry_run} ${validation}${remote}`;
    const known = shelf.get(key);
    if (known !== undefined) return known;
    const made = this.#make(labels, validation);
    shelf.set(key, made);
    return made;
  }

  countCode({ labels, byCode }: Cells, code: number): void {
    let cell = byCode.get(code);
    if (cell === undefined) {
      cell = this.#total.with({ ...labels, code: String(code) });
      byCode.set(code, cell);
    }
    cell.add();
  }

  #shelfOf(info: RequestInfo): Map<string, Cells> {
    const resource = hasTarget(info) ? info.target.resource : undefined;
    return resource === undefined ? this.#ofPaths : shelfIn(this.#ofResources, resource);
  }

  #make(labels: RequestLabels, field_validation: string): Cells {
    const { dry_run: _, ...withoutDryRun } = labels;
    const { verb } = labels;
    const isLong = verb === 'WATCH' || verb === 'CONNECT';
    return {
      labels,
      byCode: new Map(),
      duration: this.#duration.with(labels),
      slo: isLong ? undefined : this.#slo.with(withoutDryRun),
      size: verb === 'GET' || verb === 'LIST' ? this.#size.with(withoutDryRun) : undefined,
      validation: this.#validation.with({ enabled: String(this.#validatesFields), field_validation }),
      watching: isLong ? withoutDryRun : undefined,
    };
  }
}

function shelfIn(shelves: WeakMap<Resource, Map<string, Cells>>, resource: Resource): Map<string, Cells> {
  let shelf = shelves.get(resource);
  if (shelf === undefined) shelves.set(resource, (shelf = new Map<string, Cells>()));
  return shelf;
}

/** The counted body size or the announced one; otherwise the bytes written to the connection since. */
function sizeMeter(response: Outgoing): () => number {
  if (response.bodyBytes !== undefined) return () => response.bodyBytes ?? 0;
  // An answer that has ended no longer knows its connection.
  const { socket } = response;
  const before = socket?.bytesWritten ?? 0;
  return () => {
    const told = response.getHeader('Content-Length');
    return told === undefined ? Math.max(0, (socket?.bytesWritten ?? 0) - before) : Number(told);
  };
}

function deprecatedNoter({ metrics, release }: RequestMetricsOptions): (info: RequestInfo) => void {
  const gauge = metrics.gauge(definitions.requestedDeprecatedApis);
  /** By resource, the subresources that were asked for. */
  const noted = new WeakMap<Resource, Set<string>>();
  return (info) => {
    if (info.kind !== 'resource') return;
    const { resource, subresource = '' } = info.target;
    const { group, version, plural, lifecycle } = resource;
    if (!isDeprecatedAt(resource, release) || noted.get(resource)?.has(subresource) === true) return;
    noted.set(resource, (noted.get(resource) ?? new Set()).add(subresource));
    gauge.set({ group, removed_release: lifecycle?.removed ?? '', resource: plural, subresource, version }, 1);
  };
}

/** Most resources say so at once: they have no deprecation to compare with. */
function isDeprecatedAt({ lifecycle, custom }: Resource, release: Release): boolean {
  if (custom !== undefined) return custom.deprecationWarning !== undefined;
  return lifecycle?.deprecated !== undefined && isDeprecated(lifecycle, release);
}
