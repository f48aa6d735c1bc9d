/** Applies the current audit policy to a request, and passes its events to the sinks. */
import { performance } from 'node:perf_hooks';

import type { CounterCell, Logger, Metrics } from '@keelson/telemetry';

import { createEventQueue } from './event-queue.ts';
import { levels, type Level } from './event.ts';
import type { DecideLevel } from './policy/compile-policy.ts';
import { makeHeads } from './print/frame.ts';
import { AuditRecord, type AuditArrival } from './record.ts';
import type { AuditSink, OnLost } from './sinks/sink.ts';

export interface Auditor {
  /** Milliseconds since 1970, with fractions. */
  now(): number;
  /** Undefined where nothing is written down. */
  begin(arrival: AuditArrival): AuditRecord | undefined;
  close(): Promise<void>;
}

export interface AuditorOptions {
  /** Of the moment. */
  readonly decide: () => DecideLevel;
  readonly sinks: readonly AuditSink[];
  readonly metrics: AuditMetrics;
  /** Of the events: `audit.{domain}`. */
  readonly group: string;
}

export interface AuditMetrics {
  readonly events: CounterCell;
  readonly byLevel: Readonly<Record<Level, CounterCell>>;
  /** Counts the events that a sink loses, and logs them now and then. */
  onLost(plugin: string): OnLost;
}

export function createAuditor({ decide, sinks, metrics, group }: AuditorOptions): Auditor {
  const queue = createEventQueue({ sinks, onEvents: (count) => metrics.events.add(count) });
  const heads = makeHeads(group);
  const truncated = { [`${group}/truncated`]: 'true' };
  const now = createClock();
  return {
    now,
    begin: (arrival) => {
      const decision = decide()(arrival);
      metrics.byLevel[decision.level].add();
      return decision.level === 'None'
        ? undefined
        : new AuditRecord(arrival, { decision, heads, truncated, emit: queue.add, now });
    },
    close: async () => {
      queue.flush();
      await Promise.all(sinks.map((sink) => sink.close()));
    },
  };
}

/** With fractions of milliseconds, and in step with the clock on the wall, which may be set. */
function createClock(): () => number {
  let offsetMs = 0;
  let setMs = -Infinity;
  return () => {
    const nowMs = performance.now();
    if (nowMs - setMs > 1_000) {
      setMs = nowMs;
      offsetMs = Date.now() - nowMs;
    }
    return offsetMs + nowMs;
  };
}

const eventTotal = {
  name: 'apiserver_audit_event_total',
  help: 'Counter of audit events generated and sent to the audit backend.',
  stability: 'ALPHA',
} as const;

const errorTotal = {
  name: 'apiserver_audit_error_total',
  help: 'Audit events that were lost, by who was to keep them.',
  labels: ['plugin'],
  stability: 'ALPHA',
} as const;

const levelTotal = {
  name: 'apiserver_audit_level_total',
  help: 'Counter of policy levels for audit events (1 per request).',
  labels: ['level'],
  stability: 'ALPHA',
} as const;

/** No more often than this a loss is logged. */
const quietMs = 10_000;

export function createAuditMetrics(metrics: Pick<Metrics, 'counter'>, logger: Pick<Logger, 'error'>): AuditMetrics {
  const byLevel = metrics.counter(levelTotal);
  const errors = metrics.counter(errorTotal);
  return {
    events: metrics.counter(eventTotal).with({}),
    byLevel: Object.fromEntries(levels.map((level) => [level, byLevel.with({ level })])) as Record<Level, CounterCell>,
    onLost: (plugin) => {
      const cell = errors.with({ plugin });
      let loggedMs = -Infinity;
      let unlogged = 0;
      return (count, error) => {
        cell.add(count);
        unlogged += count;
        const nowMs = performance.now();
        if (nowMs - loggedMs < quietMs) return;
        logger.error('audit events were lost', { plugin, count: unlogged, error });
        loggedMs = nowMs;
        unlogged = 0;
      };
    },
  };
}
