/**
 * The metrics of one server. Each part declares its metrics here and is
 * handed recorders; a hidden metric is handed one that records nothing, so that
 * callers need not check.
 */
import { Gauge, Registry } from 'prom-client';
import type { GaugeConfiguration } from 'prom-client';

import type { Logger } from '../logger.ts';
import { CellCounter, CellHistogram } from './cells.ts';
import type { CounterCell, HistogramCell } from './cells.ts';
import type { HistogramDefinition, MetricDefinition, MetricRelease } from './definition.ts';
import { helpText, isHidden, isShownAgain } from './lifecycle.ts';

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
  counter<Label extends string = never>(definition: MetricDefinition<Label>): CounterMetric<Label>;
  /** `collect` is called for every scrape, to set values that are cheaper to look up than to keep. */
  gauge<Label extends string = never>(
    definition: MetricDefinition<Label>,
    collect?: (gauge: GaugeMetric<Label>) => void | Promise<void>,
  ): GaugeMetric<Label>;
  histogram<Label extends string = never>(definition: HistogramDefinition<Label>): HistogramMetric<Label>;
  /** Everything, as Prometheus reads it. */
  print(): Promise<{ readonly contentType: string; readonly text: string }>;
}

export interface MetricsOptions {
  /** The release whose rules of deprecation apply. */
  readonly release: MetricRelease;
  readonly showHiddenFor?: MetricRelease;
  readonly logger: Logger;
}

const ignore = (): void => undefined;
const silentCell = { add: ignore, observe: ignore };
const silent = { ...silentCell, set: ignore, remove: ignore, with: () => silentCell };

export function createMetrics({ release, showHiddenFor, logger }: MetricsOptions): Metrics {
  const registry = new Registry();
  const isServed = (definition: MetricDefinition): boolean => {
    const { name, deprecated } = definition;
    if (deprecated !== undefined) logger.warn('a deprecated metric is in use', { metric: name, deprecated });
    return !isHidden(definition, release) || isShownAgain(showHiddenFor, release);
  };
  const optionsOf = <Label extends string>(definition: MetricDefinition<Label>) => ({
    name: definition.name,
    help: helpText(definition),
    labelNames: definition.labels ?? [],
    registers: [registry],
  });
  return {
    counter(definition) {
      if (!isServed(definition)) return silent;
      const counter = new CellCounter(optionsOf(definition));
      return { add: (labels, count) => counter.with(labels).add(count), with: (labels) => counter.with(labels) };
    },
    gauge(definition, collect) {
      if (!isServed(definition)) return silent;
      return makeGauge(optionsOf(definition), collect);
    },
    histogram(definition) {
      if (!isServed(definition)) return silent;
      const histogram = new CellHistogram({ ...optionsOf(definition), buckets: [...definition.buckets] });
      return {
        observe: (labels, value) => histogram.with(labels).observe(value),
        with: (labels) => histogram.with(labels),
      };
    },
    print: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}

function makeGauge<Label extends string>(
  options: GaugeConfiguration<Label>,
  collect?: (gauge: GaugeMetric<Label>) => void | Promise<void>,
): GaugeMetric<Label> {
  const gauge: Gauge<Label> = new Gauge({ ...options, ...(collect && { collect: () => collect(metric) }) });
  const metric: GaugeMetric<Label> = {
    set: (labels, value) => gauge.set(labels, value),
    add: (labels, difference) => gauge.inc(labels, difference),
    remove: (labels) => gauge.remove(labels),
  };
  return metric;
}
