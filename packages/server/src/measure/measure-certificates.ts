/** Metric: the expiry of the certificates that a replica presents or signs with, to alert on in time. */
import type { MetricDefinition, Metrics } from '@keelson/telemetry';

import type { CertificateEnds } from './certificate-ends.ts';

const expiration: MetricDefinition<'certificate'> = {
  name: 'keelson_certificate_expiration_timestamp_seconds',
  help: 'The end of a certificate that this server shows to others or signs with, in seconds since the epoch.',
  labels: ['certificate'],
  stability: 'ALPHA',
  ofReplica: 'min',
};

export function measureCertificates(metrics: Pick<Metrics, 'gauge'>, certificateEnds: CertificateEnds): void {
  metrics.gauge(expiration, (gauge) => {
    for (const [certificate, endMs] of certificateEnds()) gauge.set({ certificate }, endMs / 1_000);
  });
}
