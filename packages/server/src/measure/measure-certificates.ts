/** Metric: the expiry of the certificates that a replica presents, signs with or trusts, to alert on in time. */
import type { MetricDefinition, Metrics } from '@keelson/telemetry';

import type { CertificateEnds } from './certificate-ends.ts';

const expiration: MetricDefinition<'certificate'> = {
  name: 'keelson_certificate_expiration_timestamp_seconds',
  help: 'The end of a certificate that this server shows to others, signs with or trusts, in seconds since the epoch. Of several authorities in one file, that of the first to end.',
  labels: ['certificate'],
  stability: 'ALPHA',
  ofReplica: 'min',
};

export function measureCertificates(metrics: Pick<Metrics, 'gauge'>, certificateEnds: CertificateEnds): void {
  metrics.gauge(expiration, (gauge) => {
    for (const [certificate, endMs] of certificateEnds()) gauge.set({ certificate }, endMs / 1_000);
  });
}
