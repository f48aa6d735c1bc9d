/** Reads the audit flags. */
import type { ServerConfiguration } from '@keelson/server';

import { UsageError } from '../terminal.ts';
import { reviewServerOf } from './authorizers.ts';
import { fileOf } from './files.ts';
import type { ServeValues } from './values.ts';

type Audit = ServerConfiguration['audit'];

const bytesPerMegabyte = 1024 * 1024;
const defaultMegabytes = 100;
const msPerDay = 86_400_000;

type Limited = Pick<NonNullable<Audit['log']>, 'limits'>;

export async function auditOf(values: ServeValues): Promise<Audit> {
  // Wrong sizes are refused also where nothing is written.
  const [log, webhook] = [limitsOf(values, 'log'), limitsOf(values, 'webhook')];
  return {
    policy: fileOf(values, 'audit-policy-file'),
    log: logOf(values, log),
    webhook: await webhookOf(values, webhook),
  };
}

function logOf(values: ServeValues, limits: Limited): Audit['log'] {
  const path = values['audit-log-path'];
  if (path === undefined) return undefined;
  const megabytes = values['audit-log-maxsize'];
  return {
    path,
    format: values['audit-log-format'] === 'legacy' ? 'legacy' : 'json',
    rotation: {
      maxBytes: (megabytes === 0 ? defaultMegabytes : megabytes) * bytesPerMegabyte,
      maxBackups: values['audit-log-maxbackup'],
      maxAgeMs: values['audit-log-maxage'] * msPerDay,
      compresses: values['audit-log-compress'],
    },
    ...limits,
  };
}

async function webhookOf(values: ServeValues, limits: Limited): Promise<Audit['webhook']> {
  const flag = 'audit-webhook-config-file';
  const path = values[flag];
  if (path === undefined) return undefined;
  const firstRetryMs = values['audit-webhook-initial-backoff'];
  const perSecond = values['audit-webhook-batch-throttle-qps'];
  const burst = values['audit-webhook-batch-throttle-burst'];
  return {
    server: await reviewServerOf(flag, path),
    firstRetryMs,
    bufferSize: values['audit-webhook-batch-buffer-size'],
    maxBatchSize: values['audit-webhook-batch-max-size'],
    maxWaitMs: values['audit-webhook-batch-max-wait'],
    ...limits,
    ...(values['audit-webhook-batch-throttle-enable'] && { throttle: { perSecond, burst } }),
  };
}

/** Without the switch, events are as large as any may be. */
function limitsOf(values: ServeValues, backEnd: 'log' | 'webhook'): Limited {
  const flags = [`audit-${backEnd}-truncate-max-batch-size`, `audit-${backEnd}-truncate-max-event-size`] as const;
  const [maxBatchBytes, maxEventBytes] = [values[flags[0]], values[flags[1]]];
  if (maxBatchBytes < maxEventBytes) {
    throw new UsageError(`--${flags[0]} ${String(maxBatchBytes)} is less than --${flags[1]} ${String(maxEventBytes)}`);
  }
  return values[`audit-${backEnd}-truncate-enabled`] ? { limits: { maxBatchBytes, maxEventBytes } } : {};
}
