/** Logging and metrics, and what keeps the event loop turning. */
export { createLogger, type LoggerOptions } from './create-logger.ts';
export { atEndOfTurn } from './event-loop/end-of-turn.ts';
export {
  beginShortWork,
  endShortWork,
  giveWay,
  giveWayFor,
  giveWayPatiently,
  giveWayToRequests,
  giveWayWithRests,
  sliceBudgetMs,
} from './event-loop/give-way.ts';
export { isPromise, when, type MaybePromise } from './event-loop/maybe-promise.ts';
export { silentLogger } from './logger.ts';
export type { LogFields, Logger } from './logger.ts';
export { boundLabel, otherValues } from './metrics/bound-label.ts';
export type { CounterCell, HistogramCell } from './metrics/cells.ts';
export { mergePrinted, type MergeOptions } from './metrics/merge-printed.ts';
export { addProcessMetrics } from './metrics/process-metrics.ts';
export type { LabelLimits } from './metrics/label-limits.ts';
export type { HistogramDefinition, MetricDefinition, MetricRelease, Stability } from './metrics/definition.ts';
export {
  createMetrics,
  type CounterMetric,
  type DeclaredMetric,
  type GaugeMetric,
  type HistogramMetric,
  type LabelValues,
  type Metrics,
  type MetricsOptions,
  type PrintedMetrics,
} from './metrics/metrics.ts';
