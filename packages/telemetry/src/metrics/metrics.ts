/**
 * The metrics of one server. Each part declares its metrics here and is
 * handed recorders; a hidden metric is handed one that records nothing, so that
 * callers need not check.
 */
import { Gauge, Registry } from 'prom-client';
import type { CounterConfiguration, GaugeConfiguration } from 'prom-client';

import type { Logger } from '../logger.ts';
import { CellCounter, CellHistogram } from './cells.ts';
import type { CounterCell, HistogramCell } from './cells.ts';
import type { HistogramDefinition, MetricDefinition, MetricRelease } from './definition.ts';
import { limitLabels, type LabelLimits, type LimitLabels } from './label-limits.ts';
import { CellSummary } from './summary.ts';
import { helpText, isDeleted, isHidden, isShownAgain } from './lifecycle.ts';

export type LabelValues<Label extends string> = Readonly<Record<Label, string>>;

export interface CounterMetric<Label extends string> {
  add(labels: LabelValues<Label>, count?: number): void;
  /** Returns a cell to keep, for frequent counts. */
  with(labels: LabelValues<Label>): CounterCell;
}

export interface GaugeMetric<Label extends string> {
  set(labels: LabelValues<Label>, value: number): void;
  add(labels: LabelValues<Label>, difference: number): void;
  remove(labels: LabelValues<Label>): void;
}

export interface HistogramMetric<Label extends string> {
  observe(labels: LabelValues<Label>, value: number): void;
  /** Returns a cell to keep, for frequent observations. */
  with(labels: LabelValues<Label>): HistogramCell;
}

export interface Metrics {
  /** `collect` is called for every scrape, to add what has happened since. */
  counter<Label extends string = never>(
    definition: MetricDefinition<Label>,
    collect?: (counter: CounterMetric<Label>) => void | Promise<void>,
  ): CounterMetric<Label>;
  /** `collect` is called for every scrape, to set values that are cheaper to look up than to keep. */
  gauge<Label extends string = never>(
    definition: MetricDefinition<Label>,
    collect?: (gauge: GaugeMetric<Label>) => void | Promise<void>,
  ): GaugeMetric<Label>;
  histogram<Label extends string = never>(definition: HistogramDefinition<Label>): HistogramMetric<Label>;
  /** Quantiles of the last five hours, beside sum and count. */
  summary<Label extends string = never>(definition: MetricDefinition<Label>): HistogramMetric<Label>;
  /** All that are collected, in the order of their names. */
  declared(): readonly DeclaredMetric[];
  /** Everything, as Prometheus reads it. */
  print(): Promise<PrintedMetrics>;
}

export interface PrintedMetrics {
  readonly contentType: string;
  readonly text: string;
}

export interface DeclaredMetric {
  readonly type: 'counter' | 'gauge' | 'histogram' | 'summary';
  readonly definition: MetricDefinition;
}

export interface MetricsOptions {
  /** The release whose rules of deprecation apply. */
  readonly release: MetricRelease;
  readonly showHiddenFor?: MetricRelease;
  /** The names of metrics that are not to be collected. */
  readonly disabled?: ReadonlySet<string>;
  readonly labelLimits?: LabelLimits;
  readonly logger: Logger;
}

const ignore = (): void => undefined;
const silentCell = { add: ignore, observe: ignore };
const silent = { ...silentCell, set: ignore, remove: ignore, with: () => silentCell };

export function createMetrics({ release, showHiddenFor, logger, ...options }: MetricsOptions): Metrics {
  const { disabled = new Set<string>(), labelLimits = new Map<string, Set<string>>() } = options;
  const registry = new Registry();
  const declared = new Map<string, DeclaredMetric>();
  const isServed = (definition: MetricDefinition, type: DeclaredMetric['type']): boolean => {
    if (!isCollected(definition)) return false;
    declared.set(definition.name, { type, definition });
    return true;
  };
  const isCollected = (definition: MetricDefinition): boolean => {
    const { name, deprecated } = definition;
    if (disabled.has(name) || isDeleted(definition, release)) return false;
    if (deprecated !== undefined) logger.warn('a deprecated metric is in use', { metric: name, deprecated });
    return !isHidden(definition, release) || isShownAgain(showHiddenFor, release);
  };
  const optionsOf = <Label extends string>(definition: MetricDefinition<Label>) => ({
    name: definition.name,
    help: helpText(definition),
    labelNames: definition.labels ?? [],
    registers: [registry],
  });
  const limitsOf = <Label extends string>({ name, labels = [] }: MetricDefinition<Label>): LimitLabels<Label> =>
    limitLabels(name, labels, labelLimits);
  return {
    counter(definition, collect) {
      if (!isServed(definition, 'counter')) return silent;
      return makeCounter(optionsOf(definition), limitsOf(definition), collect);
    },
    gauge(definition, collect) {
      if (!isServed(definition, 'gauge')) return silent;
      return makeGauge(optionsOf(definition), limitsOf(definition), collect);
    },
    histogram(definition) {
      if (!isServed(definition, 'histogram')) return silent;
      const histogram = new CellHistogram({ ...optionsOf(definition), buckets: [...definition.buckets] });
      return toCells(histogram, limitsOf(definition));
    },
    summary(definition) {
      if (!isServed(definition, 'summary')) return silent;
      return toCells(new CellSummary(optionsOf(definition)), limitsOf(definition));
    },
    declared: () => [...declared.values()].sort((a, b) => (a.definition.name < b.definition.name ? -1 : 1)),
    print: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}

function toCells<Label extends string>(
  metric: CellHistogram<Label> | CellSummary<Label>,
  limit: LimitLabels<Label>,
): HistogramMetric<Label> {
  return {
    observe: (labels, value) => metric.with(limit(labels)).observe(value),
    with: (labels) => metric.with(limit(labels)),
  };
}

function makeCounter<Label extends string>(
  options: CounterConfiguration<Label>,
  limit: LimitLabels<Label>,
  collect?: (counter: CounterMetric<Label>) => void | Promise<void>,
): CounterMetric<Label> {
  const counter = new CellCounter({ ...options, ...(collect && { collect: () => collect(metric) }) });
  const metric: CounterMetric<Label> = {
    add: (labels, count) => counter.with(limit(labels)).add(count),
    with: (labels) => counter.with(limit(labels)),
  };
  return metric;
}

function makeGauge<Label extends string>(
  options: GaugeConfiguration<Label>,
  limit: LimitLabels<Label>,
  collect?: (gauge: GaugeMetric<Label>) => void | Promise<void>,
): GaugeMetric<Label> {
  const gauge: Gauge<Label> = new Gauge({ ...options, ...(collect && { collect: () => collect(metric) }) });
  const metric: GaugeMetric<Label> = {
    set: (labels, value) => gauge.set(limit(labels), value),
    add: (labels, difference) => gauge.inc(limit(labels), difference),
    remove: (labels) => gauge.remove(limit(labels)),
  };
  return metric;
}
