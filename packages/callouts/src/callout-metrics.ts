/** Metrics of calls, for each server that this one calls. */
import { boundLabel, type CounterCell, type HistogramCell, type Metrics } from '@keelson/telemetry';

import type { CalloutFailureKind } from './contract.ts';

export type CalloutOutcome = 'answered' | CalloutFailureKind;

export interface TargetRecorder {
  note(outcome: CalloutOutcome, seconds: number): void;
}

export interface TargetGauges {
  readonly name: string;
  readonly inFlight: number;
  readonly connections: number;
}

export type RecorderOf = (targetName: string) => TargetRecorder;

/** Targets beyond these are counted together: their names come from objects that users write. */
const maxNames = 200;
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** `list` returns those that have connections or requests now; several may have the same name. */
export function recordCallouts(metrics: Metrics, list: () => Iterable<TargetGauges>): RecorderOf {
  const requests = metrics.counter({
    name: 'keelson_callouts_total',
    help: 'Requests to other servers (webhooks, aggregated APIs) by target and outcome: answered, or the kind of failure.',
    labels: ['target', 'outcome'],
    stability: 'ALPHA',
  });
  const duration = metrics.histogram({
    name: 'keelson_callout_duration_seconds',
    help: 'Time from the request to another server to the end of its answer, or to its head where the answer is streamed.',
    labels: ['target'],
    buckets,
    stability: 'ALPHA',
  });
  const labelOf = boundLabel(maxNames);
  gaugeOf(metrics, { list, labelOf, name: 'keelson_callouts_in_flight', help: 'Requests to other servers under way.' });
  gaugeOf(metrics, { list, labelOf, name: 'keelson_callout_connections', help: 'Connections to other servers.' });
  return (name) => {
    const target = labelOf(name);
    const cells = new Map<CalloutOutcome, CounterCell>();
    let histogram: HistogramCell | undefined;
    return {
      note: (outcome, seconds) => {
        let cell = cells.get(outcome);
        if (cell === undefined) cells.set(outcome, (cell = requests.with({ target, outcome })));
        cell.add();
        histogram ??= duration.with({ target });
        histogram.observe(seconds);
      },
    };
  };
}

interface GaugeParts {
  readonly list: () => Iterable<TargetGauges>;
  readonly labelOf: (name: string) => string;
  readonly name: 'keelson_callouts_in_flight' | 'keelson_callout_connections';
  readonly help: string;
}

function gaugeOf(metrics: Metrics, { list, labelOf, name, help }: GaugeParts): void {
  let shown = new Set<string>();
  metrics.gauge({ name, help, labels: ['target'], stability: 'ALPHA' }, (gauge) => {
    const sums = new Map<string, number>();
    for (const target of list()) {
      const label = labelOf(target.name);
      const value = name === 'keelson_callouts_in_flight' ? target.inFlight : target.connections;
      sums.set(label, (sums.get(label) ?? 0) + value);
    }
    for (const label of shown) if (!sums.has(label)) gauge.remove({ target: label });
    for (const [target, value] of sums) gauge.set({ target }, value);
    shown = new Set(sums.keys());
  });
}
