/** Records what happens to requests, by flow schema and priority level. Cells are kept, since each request adds to some. */
import type { CounterCell, CounterMetric, HistogramCell, HistogramMetric, Metrics } from '@keelson/telemetry';

import type { ImmediateRefusal } from '../queues/queue-set.ts';
import { toSeatSeconds } from '../queues/seat-seconds.ts';
import type { Dispatch } from '../queues/waiting-queues.ts';
import * as definitions from './definitions.ts';

export type FlowRefusal = ImmediateRefusal | 'cancelled' | 'time-out';

/** The metrics of requests of one schema at one level. Those that were never observed are not shown. */
export class FlowCells {
  readonly labels: { readonly flow_schema: string; readonly priority_level: string };
  executing = 0;
  seatsInUse = 0;
  waiting = 0;
  /** Requests have been limited, and have waited in queues. */
  isLimited = false;
  hasQueued = false;
  readonly #of: MetricsOfFlows;
  #dispatched: CounterCell | undefined;
  #seatSeconds: CounterCell | undefined;
  #bytesOut: CounterCell | undefined;
  #events: CounterCell | undefined;
  #regular: HistogramCell | undefined;
  #watch: HistogramCell | undefined;
  #executed: HistogramCell | undefined;
  #refused: HistogramCell | undefined;
  #queueLength: HistogramCell | undefined;
  #seats: HistogramCell | undefined;
  #watches: HistogramCell | undefined;
  /** Requests that took one seat at once, and found nobody in their queue: not observed yet. */
  #seated = 0;

  constructor(labels: FlowCells['labels'], of: MetricsOfFlows) {
    this.labels = labels;
    this.#of = of;
  }

  /**
   * Of a request that does not wait, takes one seat and is alone in its queue, as nearly all do: it is counted here, and
   * observed with the next scrape.
   */
  noteSeated(): void {
    this.#seated += 1;
  }

  /** To be called before anything is printed. */
  catchUp(): void {
    const seated = this.#seated;
    this.#seated = 0;
    if (seated === 0) return;
    this.dispatched.add(seated);
    this.observeSeats(1, seated);
    this.observeQueueLength(1, seated);
    this.observeWait(0, true, seated);
  }

  get dispatched(): CounterCell {
    return (this.#dispatched ??= this.#of.dispatched.with(this.labels));
  }

  get seatSeconds(): CounterCell {
    return (this.#seatSeconds ??= this.#of.seatSeconds.with(this.labels));
  }

  get bytesOut(): CounterCell {
    return (this.#bytesOut ??= this.#of.bytesOut.with(this.labels));
  }

  get events(): CounterCell {
    return (this.#events ??= this.#of.events.with(this.labels));
  }

  observeExecution(seconds: number, isWatch: boolean): void {
    if (isWatch) (this.#watch ??= this.#of.execution.with({ ...this.labels, type: 'watch' })).observe(seconds);
    else (this.#regular ??= this.#of.execution.with({ ...this.labels, type: 'regular' })).observe(seconds);
  }

  observeWait(seconds: number, isExecuted: boolean, times = 1): void {
    if (isExecuted)
      (this.#executed ??= this.#of.wait.with({ ...this.labels, execute: 'true' })).observe(seconds, times);
    else (this.#refused ??= this.#of.wait.with({ ...this.labels, execute: 'false' })).observe(seconds, times);
  }

  observeQueueLength(length: number, times = 1): void {
    this.hasQueued = true;
    (this.#queueLength ??= this.#of.queueLength.with(this.labels)).observe(length, times);
  }

  observeSeats(seats: number, times = 1): void {
    this.isLimited = true;
    (this.#seats ??= this.#of.seats.with(this.labels)).observe(seats, times);
  }

  observeWatches(watches: number): void {
    (this.#watches ??= this.#of.watches.with(this.labels)).observe(watches);
  }

  countRefusal(reason: FlowRefusal): void {
    this.#of.rejected.add({ ...this.labels, reason });
  }
}

interface MetricsOfFlows {
  readonly dispatched: CounterMetric<'flow_schema' | 'priority_level'>;
  readonly seatSeconds: CounterMetric<'flow_schema' | 'priority_level'>;
  readonly bytesOut: CounterMetric<'flow_schema' | 'priority_level'>;
  readonly events: CounterMetric<'flow_schema' | 'priority_level'>;
  readonly rejected: CounterMetric<'flow_schema' | 'priority_level' | 'reason'>;
  readonly execution: HistogramMetric<'flow_schema' | 'priority_level' | 'type'>;
  readonly wait: HistogramMetric<'execute' | 'flow_schema' | 'priority_level'>;
  readonly queueLength: HistogramMetric<'flow_schema' | 'priority_level'>;
  readonly seats: HistogramMetric<'flow_schema' | 'priority_level'>;
  readonly watches: HistogramMetric<'flow_schema' | 'priority_level'>;
}

/** The figures of a level with limits, at the moment. */
export interface LevelFigures {
  readonly name: string;
  readonly seats: number;
  /** Amounts of work, as queues have them. */
  readonly r: number;
  readonly dispatch: Readonly<Dispatch> | undefined;
}

export interface FlowMetrics {
  cellsOf(schema: string, level: string): FlowCells;
  readonly samples: {
    readonly requests: HistogramMetric<'phase' | 'priority_level'>;
    readonly requestMarks: HistogramMetric<'mark' | 'phase' | 'priority_level'>;
    readonly seats: HistogramMetric<'phase' | 'priority_level'>;
    readonly seatMarks: HistogramMetric<'mark' | 'phase' | 'priority_level'>;
    readonly kinds: HistogramMetric<'phase' | 'request_kind'>;
    readonly kindMarks: HistogramMetric<'mark' | 'phase' | 'request_kind'>;
  };
}

/** `levels` is called for every scrape, before anything is printed. */
export function createFlowMetrics(metrics: Metrics, levels: () => Iterable<LevelFigures>): FlowMetrics {
  const all = new Map<string, FlowCells>();
  // In the order of their names, as they are printed elsewhere.
  metrics.gauge(definitions.currentExecutingRequests, (gauge) => {
    // The first that is asked of all.
    for (const cells of all.values()) cells.catchUp();
    for (const { labels, isLimited, executing } of all.values()) if (isLimited) gauge.set(labels, executing);
  });
  metrics.gauge(definitions.currentInqueueRequests, (gauge) => {
    for (const { labels, hasQueued, waiting } of all.values()) if (hasQueued) gauge.set(labels, waiting);
  });
  levelGauge(metrics, definitions.currentR, levels, ({ r }) => toSeatSeconds(r));
  levelGauge(metrics, definitions.dispatchR, levels, ({ dispatch }) => dispatch && toSeatSeconds(dispatch.r));
  const dispatched = metrics.counter(definitions.dispatchedRequestsTotal);
  levelGauge(metrics, definitions.latestS, levels, ({ dispatch }) => dispatch && toSeatSeconds(dispatch.s));
  boundsGauge(
    metrics,
    definitions.nextDiscountedSBounds,
    levels,
    ({ dispatch }) => dispatch && [dispatch.minDiscountedS, dispatch.maxDiscountedS],
  );
  boundsGauge(metrics, definitions.nextSBounds, levels, ({ dispatch }) => dispatch && [dispatch.minS, dispatch.maxS]);
  const samples = {
    requests: metrics.histogram(definitions.priorityLevelRequestCountSamples),
    requestMarks: metrics.histogram(definitions.priorityLevelRequestCountWatermarks),
    seats: metrics.histogram(definitions.priorityLevelSeatCountSamples),
    seatMarks: metrics.histogram(definitions.priorityLevelSeatCountWatermarks),
    kinds: metrics.histogram(definitions.readVsWriteRequestCountSamples),
    kindMarks: metrics.histogram(definitions.readVsWriteRequestCountWatermarks),
  };
  const rejected = metrics.counter(definitions.rejectedRequestsTotal);
  metrics.gauge(definitions.requestConcurrencyInUse, (gauge) => {
    for (const { labels, isLimited, seatsInUse } of all.values()) if (isLimited) gauge.set(labels, seatsInUse);
  });
  levelGauge(metrics, definitions.requestConcurrencyLimit, levels, ({ seats }) => seats);
  const ofFlows: MetricsOfFlows = {
    dispatched,
    rejected,
    execution: metrics.histogram(definitions.requestExecutionSeconds),
    queueLength: metrics.histogram(definitions.requestQueueLengthAfterEnqueue),
    wait: metrics.histogram(definitions.requestWaitDurationSeconds),
    watches: metrics.histogram(definitions.watchCountSamples),
    seats: metrics.histogram(definitions.workEstimatedSeats),
    seatSeconds: metrics.counter(definitions.seatSecondsTotal),
    bytesOut: metrics.counter(definitions.responseBytesTotal),
    events: metrics.counter(definitions.watchEventsTotal),
  };
  return {
    samples,
    cellsOf: (schema, level) => {
      const key = `${schema}\n${level}`;
      let cells = all.get(key);
      if (cells === undefined) {
        const labels = { flow_schema: schema, priority_level: level };
        all.set(key, (cells = new FlowCells(labels, ofFlows)));
      }
      return cells;
    },
  };
}

type LevelDefinition = typeof definitions.currentR;
type BoundsDefinition = typeof definitions.nextSBounds;

function levelGauge(
  metrics: Metrics,
  definition: LevelDefinition,
  levels: () => Iterable<LevelFigures>,
  valueOf: (figures: LevelFigures) => number | undefined,
): void {
  metrics.gauge(definition, (gauge) => {
    for (const level of levels()) {
      const value = valueOf(level);
      if (value !== undefined) gauge.set({ priority_level: level.name }, value);
    }
  });
}

function boundsGauge(
  metrics: Metrics,
  definition: BoundsDefinition,
  levels: () => Iterable<LevelFigures>,
  boundsOf: (figures: LevelFigures) => readonly [min: number, max: number] | undefined,
): void {
  metrics.gauge(definition, (gauge) => {
    for (const level of levels()) {
      const bounds = boundsOf(level);
      if (bounds === undefined) continue;
      const [min, max] = bounds;
      gauge.set({ bound: 'min', priority_level: level.name }, toSeatSeconds(min));
      gauge.set({ bound: 'max', priority_level: level.name }, toSeatSeconds(max));
    }
  });
}
