/** The audit flags of `keelson serve`. */
import type { Flag } from './flag.ts';

const group = 'Audit';
const secondMs = 1_000;

export const auditFlags = {
  'audit-policy-file': {
    kind: 'text',
    group,
    value: 'FILE',
    about: 'what is written down of which requests: a Policy of audit.k8s.io/v1; read anew when it changes',
  },
  'audit-log-path': { kind: 'text', group, value: 'FILE', about: 'write it into this file; - for standard output' },
  'audit-log-format': {
    kind: 'text',
    group,
    value: 'FORMAT',
    default: 'json',
    oneOf: ['json', 'legacy'],
    about: 'how lines of the file look: json or legacy',
  },
  'audit-log-maxsize': {
    kind: 'count',
    group,
    value: 'MEGABYTES',
    default: 100,
    about: 'how large the file becomes before it is put aside; 0 for 100',
  },
  'audit-log-maxbackup': {
    kind: 'count',
    group,
    default: 0,
    about: 'how many files that were put aside are kept; 0 for all',
  },
  'audit-log-maxage': {
    kind: 'count',
    group,
    value: 'DAYS',
    default: 0,
    about: 'how long they are kept; 0 for ever',
  },
  'audit-log-truncate-enabled': {
    kind: 'switch',
    group,
    default: false,
    about: 'whether large events lose their bodies, and say so, rather than being written whole',
  },
  'audit-log-truncate-max-event-size': {
    kind: 'count',
    group,
    value: 'BYTES',
    default: 102_400,
    minimum: 1,
    about: 'how large an event may be then; it goes without its bodies, and if it is too large even so, not at all',
  },
  'audit-log-truncate-max-batch-size': {
    kind: 'count',
    group,
    value: 'BYTES',
    default: 10_485_760,
    minimum: 1,
    about: 'how much is written at once then',
  },
  'audit-webhook-config-file': {
    kind: 'text',
    group,
    value: 'FILE',
    about: 'a kubeconfig that says which server to send it to',
  },
  'audit-webhook-initial-backoff': {
    kind: 'duration',
    group,
    default: 10 * secondMs,
    about: 'how long to wait before trying again what that server did not take',
  },
  'audit-webhook-batch-buffer-size': {
    kind: 'count',
    group,
    default: 10_000,
    minimum: 1,
    about: 'how many events may wait to be sent; more are lost, and counted',
  },
  'audit-webhook-batch-max-size': {
    kind: 'count',
    group,
    default: 400,
    minimum: 1,
    about: 'how many are sent together at most',
  },
  'audit-webhook-batch-max-wait': {
    kind: 'duration',
    group,
    default: 30 * secondMs,
    about: 'how long an event waits for others to be sent with',
  },
  'audit-webhook-batch-throttle-enable': {
    kind: 'switch',
    group,
    default: true,
    about: 'whether batches are held back',
  },
  'audit-webhook-batch-throttle-qps': {
    kind: 'count',
    group,
    default: 10,
    minimum: 1,
    about: 'how many batches are sent in a second',
  },
  'audit-webhook-batch-throttle-burst': {
    kind: 'count',
    group,
    default: 15,
    minimum: 1,
    about: 'how many at once after a pause',
  },
  'audit-webhook-truncate-enabled': {
    kind: 'switch',
    group,
    default: false,
    about: 'whether large events lose their bodies, and say so, rather than being sent whole',
  },
  'audit-webhook-truncate-max-event-size': {
    kind: 'count',
    group,
    value: 'BYTES',
    default: 102_400,
    minimum: 1,
    about: 'how large an event may be then; it goes without its bodies, and if it is too large even so, not at all',
  },
  'audit-webhook-truncate-max-batch-size': {
    kind: 'count',
    group,
    value: 'BYTES',
    default: 10_485_760,
    minimum: 1,
    about: 'how much is sent together then',
  },
} as const satisfies Readonly<Record<string, Flag>>;
