/** Metrics of connections that fail since the certificate of the other server is outdated in its form. */
import type { Metrics } from '@keelson/telemetry';

import type { CalloutFailure, Callouts } from './contract.ts';

type Calling = Pick<Callouts, 'call' | 'open'>;

/** The same client, for one group of targets: `webhooks`, or `kube_aggregator`. */
export function countCertificateFaults(callouts: Calling, metrics: Metrics, subsystem: string): Calling {
  const missingNames = metrics.counter({
    name: `apiserver_${subsystem}_x509_missing_san_total`,
    help: 'Counts the number of requests to servers missing SAN extension in their serving certificate OR the number of connection failures due to the lack of x509 certificate SAN extension missing (either/or, based on the runtime environment)',
    stability: 'ALPHA',
  });
  const weakSignatures = metrics.counter({
    name: `apiserver_${subsystem}_x509_insecure_sha1_total`,
    help: 'Counts the number of requests to servers with insecure SHA1 signatures in their serving certificate OR the number of connection failures due to the insecure SHA1 signatures (either/or, based on the runtime environment)',
    stability: 'ALPHA',
  });
  const note = <Outcome extends { readonly ok: true } | CalloutFailure>(outcome: Outcome): Outcome => {
    if (!outcome.ok && outcome.certificateFault === 'missingNames') missingNames.add({});
    if (!outcome.ok && outcome.certificateFault === 'weakSignature') weakSignatures.add({});
    return outcome;
  };
  return {
    call: (target, request) => callouts.call(target, request).then(note),
    open: (target, request) => callouts.open(target, request).then(note),
  };
}
