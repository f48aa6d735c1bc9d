/** Checks periodically if the server's own certificates are about to expire, and renews them in time. */
import type { Logger } from '@keelson/telemetry';

import { keepCertificates, type KeptCertificates } from './keep.ts';

export interface Renewal {
  readonly folder: string;
  readonly hosts: readonly string[];
  readonly current: KeptCertificates;
  /** Called with the new certificates. */
  readonly apply: (renewed: KeptCertificates) => void | Promise<void>;
  readonly logger: Logger;
  readonly now?: () => Date;
  readonly intervalMs?: number;
}

const twelveHoursMs = 12 * 60 * 60_000;

/** Returns what stops it. */
export function renewCertificates(renewal: Renewal): () => void {
  const { folder, hosts, apply, logger, now = () => new Date(), intervalMs = twelveHoursMs } = renewal;
  let { current } = renewal;
  const renew = async (): Promise<void> => {
    const kept = await keepCertificates(folder, hosts, now(), logger);
    const isSame = (['authority', 'server', 'admin'] as const).every(
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
