/**
 * Leads an election for as long as it can, again and again:
 *
 *     candidate ──elected──▶ leader ──lost, store gone──▶ candidate
 *         └────────stop────────┴──resigns──▶ ended
 */
import { setTimeout as delay } from 'node:timers/promises';

import { hasStorageCode, type CandidateOptions, type Leadership } from '@keelson/storage';
import type { Logger } from '@keelson/telemetry';

/** The place of a leader, for as long as it is held. */
export type HeldPlace = Pick<Leadership, 'signal' | 'isCurrent' | 'resign'>;

export interface ElectedParts<Place extends HeldPlace = Leadership> {
  readonly elections: { campaign(election: string, options: CandidateOptions): Promise<Place> };
  readonly election: string;
  /** Names this candidate to others. */
  readonly identity: string;
  readonly ttlSeconds?: number | undefined;
  /** As of a candidate of the store. */
  readonly replacesNamesake?: boolean | undefined;
  /**
   * Called when this candidate is elected. Resolves to a function that ends the work of a leader. `signal` is that of
   * the leadership, and is aborted by `stop` as well.
   */
  readonly lead: (leadership: Place, signal: AbortSignal) => Promise<() => Promise<void>>;
  readonly logger: Logger;
}

export interface RunningCandidate {
  /** Ends the work, then resigns, so that another replica leads at once. */
  stop(): Promise<void>;
  isLeading(): boolean;
}

const retryMs = 1_000;

export function runElected<Place extends HeldPlace = Leadership>(parts: ElectedParts<Place>): RunningCandidate {
  const { elections, election, identity, ttlSeconds, replacesNamesake = false, logger } = parts;
  const stopping = new AbortController();
  let current: Place | undefined;
  const isStopping = (): boolean => stopping.signal.aborted;
  const run = async (): Promise<void> => {
    while (!isStopping()) {
      try {
        const { signal } = stopping;
        const options = { identity, replacesNamesake, signal, ...(ttlSeconds !== undefined && { ttlSeconds }) };
        current = await elections.campaign(election, options);
        await leadUntilEnd(parts, current, stopping.signal);
      } catch (error) {
        if (isStopping() || hasStorageCode(error, 'closed')) return;
        logger.warn('The election of the controllers failed and is tried again', { election, error });
        await delay(retryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      } finally {
        await current?.resign();
        current = undefined;
      }
    }
  };
  const running = run();
  return {
    stop: () => {
      stopping.abort(new Error('the controllers stop'));
      return running;
    },
    isLeading: () => current?.isCurrent() === true,
  };
}

async function leadUntilEnd<Place extends HeldPlace>(
  { lead, logger, election, identity }: ElectedParts<Place>,
  held: Place,
  stop: AbortSignal,
): Promise<void> {
  const signal = AbortSignal.any([held.signal, stop]);
  logger.info('This replica runs the controllers', { election, identity });
  const end = await lead(held, signal);
  await untilAborted(signal);
  if (held.signal.aborted) logger.warn('This replica does not lead any more', { election, reason: held.signal.reason });
  await end();
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
