/**
 * Reporter of deprecated requests: stores which clients still ask for versions that are deprecated, an object for each
 * client and target. Requests are only counted; a flush writes them from time to time and at the stop, and adds to what
 * other replicas wrote by compare and swap. Beyond the limit the object that was not seen for longest is deleted.
 *
 * Promises: what was flushed survives restarts. Counts are neither lost nor doubled while the store answers; those of a
 * write whose outcome is unknown may be counted twice. What was not flushed is lost with the process.
 */
import type { DeprecatedRequest } from '@keelson/api';
import type { Scheme } from '@keelson/schema';
import type { Metrics } from '@keelson/telemetry';

import type { Controller, ControllerParts } from '../controller.ts';
import { measureReports } from './measure-reports.ts';
import { createRequestLedger, type ObservedCall } from './observed-requests.ts';
import { createReportStore } from './store-reports.ts';

export interface ReporterParts extends Pick<ControllerParts, 'informers' | 'registry' | 'logger'> {
  readonly scheme: Pick<Scheme, 'resources'>;
  readonly metrics: Pick<Metrics, 'counter' | 'gauge'>;
  /** The time between flushes. */
  readonly intervalMs: number;
  /** The most objects to keep. */
  readonly limit?: number;
  readonly now?: () => number;
}

export interface DeprecatedRequestReporter extends Controller {
  /** On the path of requests: counts, and writes nothing. */
  note(call: ObservedCall): void;
  /** Starts the flushes. One that comes before the registry can write is made up for by the next. */
  start(): void;
  /** Writes what was counted, after what is being written. Never rejects: what fails is tried again with the next flush. */
  flush(): Promise<void>;
}

const defaultLimit = 1_000;

export function createDeprecatedRequestReporter(parts: ReporterParts): DeprecatedRequestReporter {
  const { informers, registry, scheme, metrics, intervalMs, limit = defaultLimit, now = Date.now, logger } = parts;
  const resource = scheme.resources().find(({ purpose }) => purpose?.kind === 'deprecatedRequest');
  if (resource === undefined) throw new Error('no declared resource is for deprecated requests');
  const ledger = createRequestLedger(limit, now);
  const informer = informers.informer<DeprecatedRequest>(resource);
  const lister = informers.lister<DeprecatedRequest>(resource);
  const store = createReportStore({ resource, registry, lister, informer });
  measureReports(metrics, { list: () => informer.list(), lost: () => ledger.lost() });
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  const write = async (): Promise<void> => {
    const all = ledger.take();
    for (const [index, observed] of all.entries()) {
      const outcome = await store.add(observed);
      if (outcome.kind === 'refused') logger.error('a deprecated request cannot be reported', { why: outcome.why });
      if (outcome.kind !== 'failed') continue;
      // A store that fails for one is not asked for the others.
      for (const left of all.slice(index)) ledger.giveBack(left);
      throw new Error(outcome.why);
    }
    if (all.length > 0) await store.keepNewest(limit);
  };
  const flush = (): Promise<void> => {
    running = running.then(write).catch((error: unknown) => {
      logger.warn('deprecated requests could not be reported, and are kept for the next time', { error });
    });
    return running;
  };
  return {
    note: ledger.note,
    flush,
    start: () => {
      timer ??= setInterval(() => {
        flush().catch(() => undefined);
      }, intervalMs).unref();
    },
    stop: () => {
      clearInterval(timer);
      return flush();
    },
  };
}
