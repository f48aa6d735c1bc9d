/** Metric: the expiry of the certificates that a replica presents or signs with, to alert on in time. */
import { X509Certificate } from 'node:crypto';

import type { MetricDefinition, Metrics } from '@keelson/telemetry';

/** PEM whose first certificate counts; `undefined` if there is none. */
export type CertificateSource = () => string | Buffer | undefined;

const expiration: MetricDefinition<'certificate'> = {
  name: 'keelson_certificate_expiration_timestamp_seconds',
  help: 'The end of a certificate that this server shows to others or signs with, in seconds since the epoch.',
  labels: ['certificate'],
  stability: 'ALPHA',
};

/** Changed certificates are parsed again; an unchanged one costs each scrape a comparison. */
export function measureCertificates(
  metrics: Pick<Metrics, 'gauge'>,
  sources: Readonly<Record<string, CertificateSource>>,
): void {
  const known = new Map<string, { readonly pem: string | Buffer; readonly endsAtSeconds: number }>();
  metrics.gauge(expiration, (gauge) => {
    for (const [certificate, source] of Object.entries(sources)) {
      const pem = source();
      if (pem === undefined) continue;
      let end = known.get(certificate);
      if (end?.pem !== pem) {
        end = { pem, endsAtSeconds: Date.parse(new X509Certificate(pem).validTo) / 1_000 };
        known.set(certificate, end);
      }
      gauge.set({ certificate }, end.endsAtSeconds);
    }
  });
}
