/**
 * Flags of kube-apiserver 1.24 that this server accepts so that manifests and test harnesses start it unchanged: each
 * is warned of with the reason why it means nothing here. Flags that 1.24 removed are refused, with their replacement.
 */
import type { Release } from '@keelson/schema';

export interface IdleFlag {
  /** Without one, the next word is no value. */
  readonly takesValue: boolean;
  readonly reason: string;
  /** The release that deprecated it, and the advice of its warning. */
  readonly deprecated?: Release;
  /** Changes nothing, and so is not worth a warning, at this value. */
  readonly silentAt?: readonly string[];
}

export interface RemovedFlag {
  /** The release that deprecated it, where that is on record. */
  readonly deprecated?: Release;
  readonly stage?: 'alpha' | 'beta' | 'GA';
  readonly since: Release;
  readonly instead: string;
}

interface IdleGroup {
  readonly reason: string;
  readonly values?: string;
  readonly switches?: string;
}

const groups: readonly IdleGroup[] = [
  {
    reason: 'the log goes to standard error alone; see --v and --logging-format',
    values: 'log-flush-frequency vmodule log-json-info-buffer-size',
    switches: 'log-json-split-stream',
  },
  {
    reason: 'this server is no cloud provider',
    values:
      'azure-container-registry-config cloud-config cloud-provider cloud-provider-gce-l7lb-src-cidrs cloud-provider-gce-lb-src-cidrs',
  },
  {
    reason: 'kubelets are waited for as long as the client waits',
    values: 'kubelet-timeout',
  },
  { reason: 'the port of a kubelet is that of its Node', values: 'kubelet-port kubelet-read-only-port' },
  { reason: 'the names of this server are those of its certificate', values: 'external-hostname' },
  { reason: 'keys that expire share leases by the time that they live', values: 'lease-reuse-duration-seconds' },
  {
    reason: 'every resource has a watch cache of one design; see --watch-history and --watch-history-bytes',
    values: 'default-watch-cache-size watch-cache-sizes',
    switches: 'watch-cache',
  },
  {
    reason: 'all objects are in one store',
    values: 'etcd-servers-overrides',
  },
  {
    reason: 'etcd is watched without it',
    values:
      'etcd-count-metric-poll-period etcd-db-metric-poll-interval etcd-healthcheck-timeout etcd-readycheck-timeout',
  },
  {
    reason: 'there is one queue of audit events, which is written as fast as it can be',
    values:
      'audit-log-batch-buffer-size audit-log-batch-max-size audit-log-batch-max-wait audit-log-batch-throttle-burst audit-log-batch-throttle-qps audit-log-mode audit-webhook-mode',
    switches: 'audit-log-batch-throttle-enable',
  },
  { reason: 'audit events are of audit.k8s.io/v1', values: 'audit-log-version audit-webhook-version' },
  {
    reason: 'attribute-based access control is missing; see --authorization-mode',
    values: 'authorization-policy-file',
  },
  { reason: 'this is missing: one certificate is served to all', values: 'tls-sni-cert-key' },
  { reason: 'certificates of our own making are kept in --data-dir', values: 'cert-dir' },
  { reason: 'this is missing: tracing', values: 'tracing-config-file' },
  { reason: 'this is missing: callouts go directly', values: 'egress-selector-config-file' },
  { reason: 'one collection is deleted at a time by each request', values: 'delete-collection-workers' },
  {
    reason: 'replicas are known by keys of their own; see /debug/replicas',
    values: 'identity-lease-duration-seconds identity-lease-renew-interval-seconds',
  },
  { reason: 'Node.js has tools of its own for this', switches: 'profiling contention-profiling' },
  { reason: 'the log is not served', switches: 'enable-logs-handler' },
  { reason: 'ports are not shared', switches: 'permit-address-sharing permit-port-sharing' },
  { reason: 'privileged containers are a matter of pod security', switches: 'allow-privileged' },
  { reason: 'tokens of deleted service accounts are always refused', switches: 'service-account-lookup' },
  { reason: 'tokens live as long as they say', switches: 'service-account-extend-token-expiration' },
  { reason: 'requests are answered until the server stops', switches: 'shutdown-send-retry-after' },
];

/** Deprecated in 1.23, and gone with 1.26. */
const ofOldLogs: IdleGroup = {
  reason: 'the log goes to standard error alone; see --v and --logging-format',
  values: 'log-backtrace-at log-dir log-file log-file-max-size stderrthreshold',
  switches: 'add-dir-header alsologtostderr logtostderr one-output skip-headers skip-log-headers',
};

const deprecated: readonly (readonly [string, IdleFlag])[] = [
  [
    'admission-control',
    {
      takesValue: true,
      deprecated: '1.10',
      reason: 'use --enable-admission-plugins and --disable-admission-plugins instead',
    },
  ],
  ['master-service-namespace', { takesValue: true, deprecated: '1.16', reason: 'it has no effect on pods any more' }],
  [
    'deserialization-cache-size',
    { takesValue: true, deprecated: '1.13', reason: 'what is decoded is kept with the watch cache' },
  ],
  ['max-connection-bytes-per-sec', { takesValue: true, deprecated: '1.10', reason: 'connections are not slowed down' }],
];

export const idleFlags: ReadonlyMap<string, IdleFlag> = new Map([
  ...groups.flatMap((group) => flagsOf(group)),
  ...flagsOf(ofOldLogs).map(([name, flag]) => [name, { ...flag, deprecated: '1.23' }] as const),
  ...deprecated,
  ['storage-backend', { takesValue: true, reason: 'the store is etcd, or embedded', silentAt: ['etcd3', ''] }],
]);

export const removedFlags: ReadonlyMap<string, RemovedFlag> = new Map([
  ['address', { deprecated: '1.10', since: '1.24', instead: 'use --bind-address' }],
  ['insecure-bind-address', { deprecated: '1.10', since: '1.24', instead: 'use --bind-address' }],
  ['insecure-port', { deprecated: '1.10', since: '1.24', instead: 'use --secure-port' }],
  ['port', { deprecated: '1.10', since: '1.24', instead: 'use --secure-port' }],
  ['experimental-logging-sanitization', { deprecated: '1.23', stage: 'alpha', since: '1.24', instead: 'leave it out' }],
  ['kubelet-https', { since: '1.22', instead: 'leave it out: it is always so' }],
  ['ssh-keyfile', { since: '1.21', instead: 'leave it out' }],
  ['ssh-user', { since: '1.21', instead: 'leave it out' }],
  ['basic-auth-file', { deprecated: '1.16', since: '1.19', instead: 'use --token-auth-file or --oidc-issuer-url' }],
  [
    'audit-dynamic-configuration',
    { deprecated: '1.19', stage: 'alpha', since: '1.19', instead: 'use --audit-webhook-config-file' },
  ],
  ['service-account-api-audiences', { since: '1.19', instead: 'use --api-audiences' }],
  ['enable-swagger-ui', { since: '1.18', instead: 'leave it out' }],
  ['target-ram-mb', { since: '1.18', instead: 'use --watch-history-bytes' }],
  ['etcd-quorum-read', { since: '1.16', instead: 'leave it out: it is always so' }],
  ['storage-versions', { since: '1.16', instead: 'leave it out' }],
  ['repair-malformed-updates', { since: '1.14', instead: 'leave it out' }],
  ['experimental-encryption-provider-config', { since: '1.14', instead: 'use --encryption-provider-config' }],
]);

export interface FlagRow {
  readonly name: string;
  readonly deprecated: Release | undefined;
  readonly removed: Release | undefined;
  readonly stage: 'alpha' | 'beta' | 'GA';
  readonly advice: string;
}

/** Flags that are deprecated, or were removed. All of them are for operators. */
export const flagCalendar: readonly FlagRow[] = [
  ...[...removedFlags].map(([name, { deprecated: since, stage = 'GA' as const, since: removed, instead: advice }]) => ({
    ...{ name, deprecated: since, removed, stage, advice },
  })),
  ...[...idleFlags].flatMap(([name, { deprecated: since, reason: advice }]) =>
    since === undefined ? [] : [{ name, deprecated: since, removed: undefined, stage: 'GA' as const, advice }],
  ),
];

/** A warning about the use of a flag, if it is worth one. */
export function warnOfIdle(name: string, { reason, deprecated: since, silentAt }: IdleFlag, value: string): string[] {
  if (silentAt?.includes(value) === true) return [];
  if (since === undefined) return [`--${name} means nothing here: ${reason}`];
  return [`Flag --${name} has been deprecated in ${since}, and means nothing here: ${reason}`];
}

function flagsOf({ reason, values = '', switches = '' }: IdleGroup): (readonly [string, IdleFlag])[] {
  return [
    ...namesIn(values).map((name) => [name, { takesValue: true, reason }] as const),
    ...namesIn(switches).map((name) => [name, { takesValue: false, reason }] as const),
  ];
}

function namesIn(text: string): string[] {
  return text.split(' ').filter((name) => name !== '');
}
