/**
 * Certificates that end soon: a line in the log each day, and a check of its own that counts nowhere, since a replica
 * that is taken out of service for it serves nobody any better. Those that the server makes itself are renewed before.
 */
import type { Logger } from '@keelson/telemetry';

import type { CertificateEnds } from './measure/certificate-ends.ts';

export interface CertificateWatch {
  /** For health: the certificates that have ended or end within two weeks. */
  check(): string | undefined;
  stop(): void;
}

export interface CertificateWatchOptions {
  readonly certificateEnds: CertificateEnds;
  readonly logger: Logger;
  readonly now?: () => number;
  readonly intervalMs?: number;
}

const dayMs = 86_400_000;
/** As of the alert KeelsonCertificateExpires. */
const soonMs = 14 * dayMs;

/** Looks at once, and then again and again. Its timer does not keep the process alive. */
export function watchCertificates(options: CertificateWatchOptions): CertificateWatch {
  const { certificateEnds, logger, now = Date.now, intervalMs = dayMs } = options;
  const endingSoon = () => [...certificateEnds()].filter(([, endMs]) => endMs - now() < soonMs);
  const tell = (): void => {
    for (const [certificate, endMs] of endingSoon()) {
      const ends = new Date(endMs).toISOString();
      if (endMs <= now()) logger.error('a certificate has ended', { certificate, ended: ends });
      else logger.warn('a certificate ends soon', { certificate, ends });
    }
  };
  tell();
  const timer = setInterval(tell, intervalMs).unref();
  const say = ([name, endMs]: readonly [string, number]): string =>
    `${name} ${endMs <= now() ? 'has ended at' : 'ends at'} ${new Date(endMs).toISOString()}`;
  return {
    check: () => {
      const soon = endingSoon();
      return soon.length === 0 ? undefined : soon.map(say).join('; ');
    },
    stop: () => clearInterval(timer),
  };
}
