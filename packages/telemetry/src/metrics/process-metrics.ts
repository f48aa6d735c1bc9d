/**
 * Metrics of the process and of its runtime, under the names that dashboards know. All but pauses of the collector and
 * lags of the event loop are looked up for each scrape; these two are watched once for the whole process.
 */
import { readdir, readFile } from 'node:fs/promises';
import { constants, monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import type { IntervalHistogram, PerformanceEntry } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

import { sliceBudgetMs } from '../event-loop/give-way.ts';
import type { HistogramMetric, Metrics } from './metrics.ts';

export function addProcessMetrics(metrics: Metrics): void {
  let cpuSeconds = 0;
  metrics.counter(named('process_cpu_seconds_total', 'Total user and system CPU time spent in seconds.'), (counter) => {
    const { user, system } = process.cpuUsage();
    const now = (user + system) / 1e6;
    counter.add({}, now - cpuSeconds);
    cpuSeconds = now;
  });
  const startedAt = Date.now() / 1000 - process.uptime();
  addGauges(metrics, [
    ['process_start_time_seconds', 'Start time of the process since unix epoch in seconds.', () => startedAt, 'min'],
    ['process_resident_memory_bytes', 'Resident memory size in bytes.', () => process.memoryUsage.rss()],
    ['process_open_fds', 'Number of open file descriptors.', countOpenFiles],
    ['process_max_fds', 'Maximum number of open file descriptors.', () => readLimit('Max open files')],
    [
      'keelson_open_fds_ratio',
      'Open file descriptors as a share of the most that there may be; of several workers the largest share.',
      readOpenShare,
      'max',
    ],
    ['process_virtual_memory_bytes', 'Virtual memory size in bytes.', readVirtualBytes],
    [
      'process_virtual_memory_max_bytes',
      'Maximum amount of virtual memory available in bytes.',
      () => readLimit('Max address space'),
      'max',
    ],
  ]);
  addRuntimeMetrics(metrics);
}

function addRuntimeMetrics(metrics: Metrics): void {
  let lag = takeLag();
  addGauges(metrics, [
    ['nodejs_heap_size_total_bytes', 'Size of the JavaScript heap.', () => process.memoryUsage().heapTotal],
    ['nodejs_heap_size_used_bytes', 'Used part of the JavaScript heap.', () => process.memoryUsage().heapUsed],
    [
      'nodejs_heap_size_limit_bytes',
      'Largest size of the JavaScript heap; beyond it the process ends.',
      () => getHeapStatistics().heap_size_limit,
    ],
    [
      'keelson_heap_used_ratio',
      'Used part of the JavaScript heap as a share of its largest size; of several workers the largest share.',
      () => process.memoryUsage().heapUsed / getHeapStatistics().heap_size_limit,
      'max',
    ],
    ['nodejs_external_memory_bytes', 'Memory of buffers and bindings.', () => process.memoryUsage().external],
    // The three gauges are collected in this order; the first one begins the next interval.
    [
      'nodejs_eventloop_lag_mean_seconds',
      'Mean lag of the event loop since the scrape before.',
      () => (lag = takeLag()).mean,
      'max',
    ],
    [
      'nodejs_eventloop_lag_max_seconds',
      'Longest lag of the event loop since the scrape before.',
      () => lag.max,
      'max',
    ],
    [
      'nodejs_eventloop_lag_p99_seconds',
      'Lag of the event loop since the scrape before, 99th percentile.',
      () => lag.p99,
      'max',
    ],
    [
      'keelson_event_loop_slice_seconds',
      'Time that long work, such as large lists, may take of one turn of the event loop: less while short requests are served.',
      () => sliceBudgetMs() / 1_000,
      'min',
    ],
  ]);
  const pauses = metrics.histogram({
    ...named('nodejs_gc_duration_seconds', 'Pauses for the collection of garbage, by kind.'),
    labels: ['kind'],
    buckets: [0.001, 0.01, 0.1, 1, 2, 5],
  });
  watchPauses(metrics, pauses);
}

type Row = readonly [
  name: string,
  help: string,
  read: () => number | undefined | Promise<number | undefined>,
  ofReplica?: 'max' | 'min',
];

/** Figures that a system does not tell are left out. */
function addGauges(metrics: Metrics, rows: readonly Row[]): void {
  for (const [name, help, read, ofReplica] of rows) {
    metrics.gauge({ ...named(name, help), ...(ofReplica && { ofReplica }) }, async (gauge) => {
      const value = await read();
      if (value !== undefined) gauge.set({}, value);
    });
  }
}

function named(name: string, help: string) {
  return { name, help, stability: 'NONE' } as const;
}

async function countOpenFiles(): Promise<number | undefined> {
  const files = await readdir('/proc/self/fd').catch(() => undefined);
  return files?.length;
}

async function readOpenShare(): Promise<number | undefined> {
  const [open, most] = await Promise.all([countOpenFiles(), readLimit('Max open files')]);
  return open === undefined || most === undefined ? undefined : open / most;
}

/** No limit counts as the largest number, as the libraries of other languages have it. */
async function readLimit(name: string): Promise<number | undefined> {
  const text = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const line = text.split('\n').find((each) => each.startsWith(name));
  const soft = line?.slice(name.length).trim().split(' ')[0];
  if (soft === undefined) return undefined;
  return soft === 'unlimited' ? Number(2n ** 64n - 1n) : Number(soft);
}

async function readVirtualBytes(): Promise<number | undefined> {
  const text = await readFile('/proc/self/status', 'utf8').catch(() => '');
  const kibibytes = /^VmSize:\s+(\d+) kB$/m.exec(text)?.[1];
  return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
}

const resolutionMs = 20;

let delays: IntervalHistogram | undefined;

interface EventLoopLag {
  readonly mean: number;
  readonly max: number;
  readonly p99: number;
}

/** The lag since the last scrape, in seconds: the time between turns, less the resolution of the measurement. */
function takeLag(): EventLoopLag {
  if (delays === undefined) {
    delays = monitorEventLoopDelay({ resolution: resolutionMs });
    delays.enable();
  }
  const seconds = (nanoseconds: number): number =>
    Number.isNaN(nanoseconds) ? 0 : Math.max(0, nanoseconds / 1e9 - resolutionMs / 1_000);
  const lag = { mean: seconds(delays.mean), max: seconds(delays.max), p99: seconds(delays.percentile(99)) };
  delays.reset();
  return lag;
}

const kinds: ReadonlyMap<number, string> = new Map([
  [constants.NODE_PERFORMANCE_GC_MAJOR, 'major'],
  [constants.NODE_PERFORMANCE_GC_MINOR, 'minor'],
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL, 'incremental'],
  [constants.NODE_PERFORMANCE_GC_WEAKCB, 'weakcb'],
]);

type Pauses = HistogramMetric<'kind'>;

/** Node's own types leave the details of such an entry out. */
type CollectionEntry = PerformanceEntry & { readonly detail: { readonly kind: number } };

/** Several servers in one process share one observer; a server that is gone is counted for no longer. */
const watching = new Set<WeakRef<Metrics>>();
const pausesOf = new WeakMap<Metrics, Pauses>();
let observer: PerformanceObserver | undefined;

function watchPauses(metrics: Metrics, pauses: Pauses): void {
  pausesOf.set(metrics, pauses);
  watching.add(new WeakRef(metrics));
  if (observer !== undefined) return;
  observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { kind } = (entry as CollectionEntry).detail;
      countPause(kinds.get(kind) ?? 'other', entry.duration / 1000);
    }
  });
  observer.observe({ entryTypes: ['gc'] });
}

function countPause(kind: string, seconds: number): void {
  for (const each of watching) {
    const metrics = each.deref();
    if (metrics === undefined) watching.delete(each);
    else pausesOf.get(metrics)?.observe({ kind }, seconds);
  }
}
