/**
 * The health checks of this server: their names, the endpoints they count for and their
 * results. Printing is done elsewhere.
 *
 *     healthz  everything, kept for old clients
 *     livez    fails when only a restart can help; forgiving while the server starts
 *     readyz   fails when no requests should come here: also while it stops
 *
 * A check may be shown where it does not count: it has its line and its page, and the endpoint passes all the same.
 * So is the store in livez: no restart brings it back, and each would cost a replica what it holds in memory.
 */
import { isPromise } from '@keelson/telemetry';
import { setTimeout as sleep } from 'node:timers/promises';

export type HealthEndpoint = 'healthz' | 'livez' | 'readyz';

export const healthEndpoints: readonly HealthEndpoint[] = ['healthz', 'livez', 'readyz'];

/** Why it fails, for the log; undefined when all is well. Throwing is failing. */
export type HealthCheck = () => string | undefined | Promise<string | undefined>;

export interface CheckPlace {
  /** Where it is shown; everywhere when absent. */
  readonly in?: readonly HealthEndpoint[];
  /** Where it counts; wherever it is shown when absent. */
  readonly countsIn?: readonly HealthEndpoint[];
}

export interface CheckResult {
  readonly name: string;
  /** Undefined when all is well. */
  readonly failure: string | undefined;
  /** True if a failure of the check fails the endpoint. */
  readonly isCounted: boolean;
}

export interface Health {
  /** Checks are shown in the order in which they were added. Throws if the name is taken. */
  add(name: string, check: HealthCheck, place?: CheckPlace): void;
  /** A step of the start as a check, which fails until the returned function is called. */
  addStartHook(name: string): () => void;
  /** From now on the server is not ready. It does not come back. */
  beginShutdown(): void;
  names(endpoint: HealthEndpoint): readonly string[];
  /** All at once, but for the excluded ones. Never rejects, and takes no longer than the time limit of a check. */
  run(endpoint: HealthEndpoint, excluded?: ReadonlySet<string>): Promise<readonly CheckResult[]>;
  /** Undefined where there is no such check. */
  runOne(endpoint: HealthEndpoint, name: string): Promise<CheckResult | undefined>;
}

export interface HealthOptions {
  /** For this long after the start, failing checks do not count against livez. */
  readonly livezGracePeriodMs?: number;
  readonly checkTimeoutMs?: number;
  /** Milliseconds from any fixed moment. */
  readonly now?: () => number;
}

interface Entry {
  readonly name: string;
  readonly check: HealthCheck;
  readonly in: readonly HealthEndpoint[];
  readonly countsIn: readonly HealthEndpoint[];
}

const defaultCheckTimeoutMs = 2_000;

export function createHealth(options: HealthOptions = {}): Health {
  const { livezGracePeriodMs = 0, checkTimeoutMs = defaultCheckTimeoutMs, now = () => performance.now() } = options;
  const startedAt = now();
  const entries: Entry[] = [];
  let isStopping = false;
  const shutdown: Entry = {
    name: 'shutdown',
    check: () => (isStopping ? 'the server is stopping' : undefined),
    in: ['readyz'],
    countsIn: ['readyz'],
  };
  /** Stopping comes last, wherever it is shown. */
  const entriesOf = (endpoint: HealthEndpoint): Entry[] =>
    [...entries, shutdown].filter((entry) => entry.in.includes(endpoint));
  const runEntry = async (endpoint: HealthEndpoint, { name, check, countsIn }: Entry): Promise<CheckResult> => {
    const isForgiven = endpoint === 'livez' && now() - startedAt < livezGracePeriodMs;
    const failure = isForgiven ? undefined : await outcomeOf(check, checkTimeoutMs);
    return { name, failure, isCounted: countsIn.includes(endpoint) };
  };
  const add: Health['add'] = (name, check, place = {}) => {
    if (name === shutdown.name || entries.some((entry) => entry.name === name)) {
      throw new Error(`the check ${name} is there already`);
    }
    const { in: shownIn = healthEndpoints, countsIn = shownIn } = place;
    entries.push({ name, check, in: shownIn, countsIn });
  };
  add('ping', () => undefined);
  add('log', () => undefined);
  return {
    add,
    addStartHook(name) {
      let isDone = false;
      add(`poststarthook/${name}`, () => (isDone ? undefined : 'not finished'));
      return () => {
        isDone = true;
      };
    },
    beginShutdown() {
      isStopping = true;
    },
    names: (endpoint) => entriesOf(endpoint).map(({ name }) => name),
    run: (endpoint, excluded = new Set()) => {
      const wanted = entriesOf(endpoint).filter(({ name }) => !excluded.has(name));
      return Promise.all(wanted.map((entry) => runEntry(endpoint, entry)));
    },
    async runOne(endpoint, name) {
      const entry = entriesOf(endpoint).find((each) => each.name === name);
      return entry && runEntry(endpoint, entry);
    },
  };
}

async function outcomeOf(check: HealthCheck, timeoutMs: number): Promise<string | undefined> {
  try {
    const outcome = check();
    return isPromise(outcome) ? await withinTime(outcome, timeoutMs) : outcome;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function withinTime(outcome: Promise<string | undefined>, timeoutMs: number): Promise<string | undefined> {
  const aborter = new AbortController();
  const late = sleep(timeoutMs, `no answer within ${timeoutMs} ms`, { signal: aborter.signal, ref: false });
  try {
    return await Promise.race([outcome, late]);
  } finally {
    aborter.abort();
    late.catch(() => undefined);
  }
}
