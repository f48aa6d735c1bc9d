/** Makes the client of all servers that this one calls: one for each server process. */
import type { Metrics } from '@keelson/telemetry';

import { callWhole } from './call.ts';
import { recordRequests, type HostRecorder, type HostRecorderOf } from './client-metrics.ts';
import { recordCallouts, type RecorderOf, type TargetRecorder } from './callout-metrics.ts';
import type { CalloutFailure, CalloutRequest, Callouts, CalloutTarget, ResolveService } from './contract.ts';
import { failedCall } from './failure.ts';
import { openStreamed, type StreamedOutcome } from './open.ts';
import { TargetPool, type PoolOptions } from './targets/target-pool.ts';

export interface CalloutsOptions {
  readonly resolveService: ResolveService;
  readonly metrics?: Metrics | undefined;
  readonly now?: (() => number) | undefined;
  /** Of a connection, TLS included. A request waits no longer than its own time limit, whatever this is. */
  readonly dialTimeoutMs?: number | undefined;
  /** Connections without use are closed after this. */
  readonly idleMs?: number | undefined;
}

/** That of Go's clients of Kubernetes. */
const usualDialTimeoutMs = 30_000;
/** Below what servers and load balancers usually allow. */
const usualIdleMs = 30_000;
const sweepMs = 5_000;

interface Known {
  readonly pool: TargetPool;
  readonly recorder: TargetRecorder | undefined;
  readonly host: HostRecorder | undefined;
  isForgotten: boolean;
}

export function createCallouts(options: CalloutsOptions): Callouts {
  const { metrics, now = Date.now, dialTimeoutMs = usualDialTimeoutMs, idleMs = usualIdleMs } = options;
  const targets = new Targets({ resolveService: options.resolveService, now, dialTimeoutMs, idleMs }, metrics);
  return {
    call: (target, request) =>
      new Promise((resolve) => {
        const known = targets.find(target);
        const busy = refuseBusy(known);
        if (busy !== undefined) return resolve(busy);
        const startMs = performance.now();
        return callWhole(known.pool, request, (outcome) => {
          note(known, request, outcome, startMs);
          resolve(outcome);
        });
      }),
    open: (target, request) =>
      new Promise((resolve) => {
        const known = targets.find(target);
        const busy = refuseBusy(known);
        if (busy !== undefined) return resolve(busy);
        const startMs = performance.now();
        const onHead = (outcome: StreamedOutcome): void => {
          note(known, request, outcome, startMs);
          resolve(outcome);
        };
        return openStreamed(known.pool, request, onHead);
      }),
    close: () => targets.close(),
  };
}

function refuseBusy({ pool, recorder }: Known): CalloutFailure | undefined {
  if (pool.inFlight < pool.maxInFlight) return undefined;
  recorder?.note('busy', 0);
  return failedCall('busy', `too many requests under way: ${pool.maxInFlight}`, false);
}

type Noted = { readonly ok: true; readonly status: number } | CalloutFailure;

function note({ recorder, host }: Known, { method }: CalloutRequest, outcome: Noted, startMs: number): void {
  const seconds = (performance.now() - startMs) / msPerSecond;
  recorder?.note(outcome.ok ? 'answered' : outcome.kind, seconds);
  host?.note(method, outcome.ok ? outcome.status : undefined, seconds);
}

const msPerSecond = 1_000;

/** The targets that are in use, by their content: one whose trust changes is another. */
class Targets {
  readonly #options: PoolOptions;
  readonly #recorderOf: RecorderOf | undefined;
  readonly #hostOf: HostRecorderOf | undefined;
  readonly #byContent = new Map<string, Known>();
  /** Saves printing the content for each request. */
  readonly #byObject = new WeakMap<CalloutTarget, Known>();
  #sweep: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: PoolOptions, metrics: Metrics | undefined) {
    this.#options = options;
    this.#hostOf = metrics && recordRequests(metrics);
    this.#recorderOf = metrics && recordCallouts(metrics, () => this.#list());
  }

  find(target: CalloutTarget): Known {
    const known = this.#byObject.get(target);
    if (known?.isForgotten === false) return known;
    const content = JSON.stringify(target, sortKeys);
    let found = this.#byContent.get(content);
    if (found === undefined) {
      const pool = new TargetPool(target, this.#options);
      found = {
        pool,
        host: this.#hostOf?.(pool.host),
        recorder: this.#recorderOf?.(target.name),
        isForgotten: false,
      };
      if (this.#isClosed) found.pool.close();
      this.#byContent.set(content, found);
      this.#sweep ??= setInterval(() => this.#tidy(), sweepMs).unref();
    }
    this.#byObject.set(target, found);
    return found;
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#sweep);
    for (const { pool } of this.#byContent.values()) pool.close();
  }

  #tidy(): void {
    for (const [content, known] of this.#byContent) {
      known.pool.sweep();
      if (!known.pool.isEmpty) continue;
      known.isForgotten = true;
      this.#byContent.delete(content);
    }
    if (this.#byContent.size > 0) return;
    clearInterval(this.#sweep);
    this.#sweep = undefined;
  }

  *#list() {
    for (const { pool } of this.#byContent.values()) {
      yield { name: pool.target.name, inFlight: pool.inFlight, connections: pool.connections };
    }
  }
}

/** Equal content prints equally, in whatever order it was put together. */
function sortKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
