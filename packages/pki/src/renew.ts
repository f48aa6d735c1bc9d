/** Checks periodically if certificates of the server's own are about to expire, and renews them in time. */
import type { Logger } from '@keelson/telemetry';

import type { KeyPair } from './issue.ts';

export interface Renewal<T extends Readonly<Record<keyof T, KeyPair>>> {
  /** For the log. */
  readonly folder: string;
  /** Gives those that are there, or new ones in place of those about to expire. */
  readonly keep: (now: Date) => Promise<T>;
  readonly current: T;
  /** Called with the new certificates. */
  readonly apply: (renewed: T) => void | Promise<void>;
  readonly logger: Logger;
  readonly now?: () => Date;
  readonly intervalMs?: number;
}

const twelveHoursMs = 12 * 60 * 60_000;

/** Returns what stops it. */
export function renewCertificates<T extends Readonly<Record<keyof T, KeyPair>>>(renewal: Renewal<T>): () => void {
  const { folder, keep, apply, logger, now = () => new Date(), intervalMs = twelveHoursMs } = renewal;
  let { current } = renewal;
  const renew = async (): Promise<void> => {
    const kept = await keep(now());
    const isSame = (Object.keys(kept) as (keyof T)[]).every(
      (name) => kept[name].certificate === current[name].certificate,
    );
    if (isSame) return;
    current = kept;
    await apply(kept);
    logger.info('certificates of our own were about to end and have been renewed', { folder });
  };
  const timer = setInterval(() => {
    renew().catch((error: unknown) => logger.error('our own certificates could not be renewed', { folder, error }));
  }, intervalMs).unref();
  return () => clearInterval(timer);
}
