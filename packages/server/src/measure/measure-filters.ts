/** The metric of the stations that a request passes before it is carried out: how long each took. */
import type { Authorizer } from '@keelson/auth';
import type { Turns } from '@keelson/surface';
import { isPromise, type HistogramCell, type Metrics } from '@keelson/telemetry';

const buckets = [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 5];

export interface FilterCells {
  readonly authentication: HistogramCell;
  readonly authorization: HistogramCell;
  /** Under priority and fairness, or under two limits: until the turn of the request has come. */
  readonly turn: HistogramCell;
}

export function createFilterCells(metrics: Metrics, hasPriorityAndFairness: boolean): FilterCells {
  const durations = metrics.histogram({
    name: 'apiserver_request_filter_duration_seconds',
    help: 'Request filter latency distribution in seconds, for each filter type',
    labels: ['filter'],
    stability: 'ALPHA',
    buckets,
  });
  return {
    authentication: durations.with({ filter: 'authentication' }),
    authorization: durations.with({ filter: 'authorization' }),
    turn: durations.with({ filter: hasPriorityAndFairness ? 'priorityandfairness' : 'maxinflight' }),
  };
}

/** Costs a request two readings of the clock. */
export function measureAuthorization(authorizer: Authorizer, { authorization }: FilterCells): Authorizer {
  return {
    ...authorizer,
    authorize: (user, attributes) => {
      const startedAt = performance.now();
      const decided = authorizer.authorize(user, attributes);
      if (isPromise(decided)) observeEnd(decided, authorization, startedAt);
      else authorization.observe((performance.now() - startedAt) / 1000);
      return decided;
    },
  };
}

/** Costs a request two readings of the clock. */
export function measureTurns(turns: Turns, { turn: cell }: FilterCells): Turns {
  return {
    ...turns,
    ask: (request, schema) => {
      const startedAt = performance.now();
      const turn = turns.ask(request, schema);
      if (turn?.waiting === undefined) cell.observe((performance.now() - startedAt) / 1000);
      else observeEnd(turn.waiting, cell, startedAt);
      return turn;
    },
  };
}

/** Apart, so that what ends at once makes no closure. */
function observeEnd(waiting: Promise<unknown>, cell: HistogramCell, startedAt: number): void {
  const observe = (): void => cell.observe((performance.now() - startedAt) / 1000);
  waiting.then(observe, observe);
}
