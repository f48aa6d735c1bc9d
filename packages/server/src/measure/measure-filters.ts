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

export function measureAuthorization(authorizer: Authorizer, { authorization }: FilterCells): Authorizer {
  const sampler = createSampler(authorization);
  return {
    ...authorizer,
    authorize: (user, attributes) => {
      const startedAt = sampler.begin();
      const decided = authorizer.authorize(user, attributes);
      if (isPromise(decided)) observeEnd(decided, authorization);
      else sampler.end(startedAt);
      return decided;
    },
  };
}

export function measureTurns(turns: Turns, { turn: cell }: FilterCells): Turns {
  const sampler = createSampler(cell);
  return {
    ...turns,
    ask: (request, schema) => {
      const startedAt = sampler.begin();
      const turn = turns.ask(request, schema);
      if (turn?.waiting === undefined) sampler.end(startedAt);
      else observeEnd(turn.waiting, cell);
      return turn;
    },
  };
}

interface Sampler {
  /** Undefined for what is not timed. */
  begin(): number | undefined;
  end(startedAt: number | undefined): void;
}

const sampled = 8;

/**
 * Times one of eight stations that end at once, which take microseconds each time; the others count as the last one that
 * was timed. Two readings of the clock for each would cost a get one or two percent.
 */
function createSampler(cell: HistogramCell): Sampler {
  let begun = 0;
  let lastSeconds = 0;
  return {
    begin: () => {
      begun = (begun + 1) % sampled;
      return begun === 1 ? performance.now() : undefined;
    },
    end: (startedAt) => {
      if (startedAt !== undefined) lastSeconds = (performance.now() - startedAt) / 1000;
      cell.observe(lastSeconds);
    },
  };
}

/** Of what waits. Apart, so that what ends at once makes no closure. */
function observeEnd(waiting: Promise<unknown>, cell: HistogramCell): void {
  const startedAt = performance.now();
  const observe = (): void => cell.observe((performance.now() - startedAt) / 1000);
  waiting.then(observe, observe);
}
