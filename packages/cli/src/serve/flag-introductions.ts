/** The releases that introduced the flags of kube-apiserver 1.24, those that its help hides included. */
import type { Release } from '@keelson/schema';

/** The release that introduced a flag; `before` the oldest that can be emulated; or not on record. */
export type FlagIntroduction = Release | 'before' | 'unrecorded';

const introduced: readonly (readonly [FlagIntroduction, string])[] = [
  [
    'before',
    `
      admission-control admission-control-config-file advertise-address allow-privileged alsologtostderr
      anonymous-auth api-audiences apiserver-count audit-log-batch-buffer-size audit-log-batch-max-size
      audit-log-batch-max-wait audit-log-batch-throttle-burst audit-log-batch-throttle-enable
      audit-log-batch-throttle-qps audit-log-format audit-log-maxage audit-log-maxbackup audit-log-maxsize
      audit-log-mode audit-log-path audit-log-truncate-enabled audit-log-truncate-max-batch-size
      audit-log-truncate-max-event-size audit-log-version audit-policy-file audit-webhook-batch-buffer-size
      audit-webhook-batch-max-size audit-webhook-batch-max-wait audit-webhook-batch-throttle-burst
      audit-webhook-batch-throttle-enable audit-webhook-batch-throttle-qps audit-webhook-config-file
      audit-webhook-initial-backoff audit-webhook-mode audit-webhook-truncate-enabled
      audit-webhook-truncate-max-batch-size audit-webhook-truncate-max-event-size audit-webhook-version
      authentication-token-webhook-cache-ttl authentication-token-webhook-config-file authorization-mode
      authorization-policy-file authorization-webhook-cache-authorized-ttl
      authorization-webhook-cache-unauthorized-ttl authorization-webhook-config-file bind-address cert-dir
      client-ca-file cloud-config cloud-provider cloud-provider-gce-l7lb-src-cidrs contention-profiling
      cors-allowed-origins default-not-ready-toleration-seconds default-unreachable-toleration-seconds
      default-watch-cache-size delete-collection-workers deserialization-cache-size disable-admission-plugins
      enable-admission-plugins enable-aggregator-routing enable-bootstrap-token-auth enable-garbage-collector
      enable-logs-handler encryption-provider-config endpoint-reconciler-type etcd-cafile etcd-certfile
      etcd-compaction-interval etcd-count-metric-poll-period etcd-keyfile etcd-prefix etcd-servers
      etcd-servers-overrides event-ttl external-hostname feature-gates http2-max-streams-per-connection
      kubelet-certificate-authority kubelet-client-certificate kubelet-client-key kubelet-port
      kubelet-preferred-address-types kubelet-read-only-port kubelet-timeout kubernetes-service-node-port
      log-backtrace-at log-dir log-flush-frequency logtostderr master-service-namespace
      max-connection-bytes-per-sec max-mutating-requests-inflight max-requests-inflight min-request-timeout
      oidc-ca-file oidc-client-id oidc-groups-claim oidc-groups-prefix oidc-issuer-url oidc-required-claim
      oidc-signing-algs oidc-username-claim oidc-username-prefix profiling proxy-client-cert-file
      proxy-client-key-file request-timeout requestheader-allowed-names requestheader-client-ca-file
      requestheader-extra-headers-prefix requestheader-group-headers requestheader-username-headers
      runtime-config secure-port service-account-issuer service-account-key-file service-account-lookup
      service-account-max-token-expiration service-account-signing-key-file service-cluster-ip-range
      service-node-port-range stderrthreshold storage-backend storage-media-type tls-cert-file
      tls-cipher-suites tls-min-version tls-private-key-file tls-sni-cert-key token-auth-file v vmodule
      watch-cache watch-cache-sizes
    `,
  ],
  ['1.17', 'authentication-token-webhook-version authorization-webhook-version show-hidden-metrics-for-version'],
  ['1.18', 'enable-priority-and-fairness goaway-chance service-account-jwks-uri'],
  ['1.19', 'logging-format permit-port-sharing service-account-extend-token-expiration'],
  [
    '1.20',
    'identity-lease-duration-seconds identity-lease-renew-interval-seconds strict-transport-security-directives',
  ],
  ['1.22', 'shutdown-send-retry-after tracing-config-file'],
  ['1.24', 'etcd-readycheck-timeout'],
  [
    'unrecorded',
    `
      add-dir-header allow-metric-labels audit-log-compress azure-container-registry-config disabled-metrics
      egress-selector-config-file etcd-db-metric-poll-interval etcd-healthcheck-timeout
      lease-reuse-duration-seconds livez-grace-period log-file log-file-max-size log-json-info-buffer-size
      log-json-split-stream one-output permit-address-sharing shutdown-delay-duration skip-headers
      skip-log-headers
    `,
  ],
];

/** Flags that are missing here are of this server alone. */
export const flagIntroductions: ReadonlyMap<string, FlagIntroduction> = new Map(
  introduced.flatMap(([release, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, release] as const),
  ),
);
