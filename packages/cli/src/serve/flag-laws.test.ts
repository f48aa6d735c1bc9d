import { firstReleaseWithout, releaseCalendar } from '@keelson/api';
import { describe, expect, it } from '@jest/globals';

import { serveFlags } from './flags.ts';
import { flagCalendar, idleFlags, removedFlags, warnOfIdle } from './idle-flags.ts';

const order = releaseCalendar.map(({ release }) => release);

describe('the flags of the calendar', () => {
  it('work for as long as rule 5b says after they were deprecated [rule-5b]', () => {
    const dated = flagCalendar.flatMap(({ name, deprecated, removed, stage }) =>
      deprecated === undefined || removed === undefined ? [] : [{ name, deprecated, removed, stage }],
    );
    const early = dated.filter(({ deprecated, removed, stage }) => {
      const first = firstReleaseWithout(`5b ${stage} flag of operators`, deprecated, releaseCalendar);
      return first === undefined || order.indexOf(removed) < order.indexOf(first);
    });
    expect(dated.length).toBeGreaterThan(5);
    expect(early).toEqual([]);
  });

  it('warn when they are used while they are deprecated, as rule 6 says [rule-6]', () => {
    const deprecated = flagCalendar.filter(({ removed }) => removed === undefined);
    expect(deprecated.length).toBeGreaterThan(10);
    for (const { name, deprecated: since = '' } of deprecated) {
      const flag = idleFlags.get(name);
      expect(flag && warnOfIdle(name, flag, 'x')).toEqual([
        expect.stringContaining(`Flag --${name} has been deprecated in ${since}`),
      ]);
    }
  });

  it('are either there or removed, and say what to use instead', () => {
    const names = flagCalendar.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(flagCalendar.filter(({ advice }) => advice === '')).toEqual([]);
  });
});

/** The flags of kube-apiserver 1.24, those that its help hides included. */
const flagsOf124 = `
  add-dir-header admission-control admission-control-config-file advertise-address allow-metric-labels
  allow-privileged alsologtostderr anonymous-auth api-audiences apiserver-count audit-log-batch-buffer-size
  audit-log-batch-max-size audit-log-batch-max-wait audit-log-batch-throttle-burst audit-log-batch-throttle-enable
  audit-log-batch-throttle-qps audit-log-compress audit-log-format audit-log-maxage audit-log-maxbackup
  audit-log-maxsize audit-log-mode audit-log-path audit-log-truncate-enabled audit-log-truncate-max-batch-size
  audit-log-truncate-max-event-size audit-log-version audit-policy-file audit-webhook-batch-buffer-size
  audit-webhook-batch-max-size audit-webhook-batch-max-wait audit-webhook-batch-throttle-burst
  audit-webhook-batch-throttle-enable audit-webhook-batch-throttle-qps audit-webhook-config-file
  audit-webhook-initial-backoff audit-webhook-mode audit-webhook-truncate-enabled
  audit-webhook-truncate-max-batch-size audit-webhook-truncate-max-event-size audit-webhook-version
  authentication-token-webhook-cache-ttl authentication-token-webhook-config-file
  authentication-token-webhook-version authorization-mode authorization-policy-file
  authorization-webhook-cache-authorized-ttl authorization-webhook-cache-unauthorized-ttl
  authorization-webhook-config-file authorization-webhook-version azure-container-registry-config bind-address
  cert-dir client-ca-file cloud-config cloud-provider cloud-provider-gce-l7lb-src-cidrs contention-profiling
  cors-allowed-origins default-not-ready-toleration-seconds default-unreachable-toleration-seconds
  default-watch-cache-size delete-collection-workers deserialization-cache-size disable-admission-plugins
  disabled-metrics egress-selector-config-file enable-admission-plugins enable-aggregator-routing
  enable-bootstrap-token-auth enable-garbage-collector enable-logs-handler enable-priority-and-fairness
  encryption-provider-config endpoint-reconciler-type etcd-cafile etcd-certfile etcd-compaction-interval
  etcd-count-metric-poll-period etcd-db-metric-poll-interval etcd-healthcheck-timeout etcd-keyfile etcd-prefix
  etcd-readycheck-timeout etcd-servers etcd-servers-overrides event-ttl external-hostname feature-gates
  goaway-chance http2-max-streams-per-connection identity-lease-duration-seconds
  identity-lease-renew-interval-seconds kubelet-certificate-authority kubelet-client-certificate kubelet-client-key
  kubelet-port kubelet-preferred-address-types kubelet-read-only-port kubelet-timeout kubernetes-service-node-port
  lease-reuse-duration-seconds livez-grace-period log-backtrace-at log-dir log-file log-file-max-size
  log-flush-frequency log-json-info-buffer-size log-json-split-stream logging-format logtostderr
  master-service-namespace max-connection-bytes-per-sec max-mutating-requests-inflight max-requests-inflight
  min-request-timeout oidc-ca-file oidc-client-id oidc-groups-claim oidc-groups-prefix oidc-issuer-url
  oidc-required-claim oidc-signing-algs oidc-username-claim oidc-username-prefix one-output permit-address-sharing
  permit-port-sharing profiling proxy-client-cert-file proxy-client-key-file request-timeout
  requestheader-allowed-names requestheader-client-ca-file requestheader-extra-headers-prefix
  requestheader-group-headers requestheader-username-headers runtime-config secure-port
  service-account-extend-token-expiration service-account-issuer service-account-jwks-uri service-account-key-file
  service-account-lookup service-account-max-token-expiration service-account-signing-key-file
  service-cluster-ip-range service-node-port-range show-hidden-metrics-for-version shutdown-delay-duration
  shutdown-send-retry-after skip-headers skip-log-headers stderrthreshold storage-backend storage-media-type
  strict-transport-security-directives tls-cert-file tls-cipher-suites tls-min-version tls-private-key-file
  tls-sni-cert-key token-auth-file tracing-config-file v vmodule watch-cache watch-cache-sizes
`;

describe('the flags of kube-apiserver 1.24', () => {
  it('are all known: they work, or are accepted with the reason why they mean nothing', () => {
    const names = flagsOf124.trim().split(/\s+/);
    expect(names.length).toBeGreaterThan(150);
    expect(names.filter((name) => !(name in serveFlags) && !idleFlags.has(name))).toEqual([]);
    expect(names.filter((name) => removedFlags.has(name))).toEqual([]);
  });
});
