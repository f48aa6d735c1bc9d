/** Puts the audit log together as configured: the policy, which follows its file, and the sinks of events. */
import {
  compilePolicy,
  createAuditMetrics,
  createAuditor,
  createLogSink,
  createWebhookSink,
  parsePolicy,
  type AuditMetrics,
  type Auditor,
  type AuditSink,
  type DecideLevel,
} from '@keelson/audit';
import { createPiecesClient } from '@keelson/auth';
import type { Callouts } from '@keelson/callouts';
import type { Logger, Metrics } from '@keelson/telemetry';

import type { AuditConfiguration, AuditWebhookConfiguration } from '../configuration.ts';
import type { ReplicaLink } from '../processes/replica-link.ts';
import type { FileSource, Parsed, Reloads } from '@keelson/files';

export interface AuditParts {
  readonly domain: string;
  readonly reloads: Reloads;
  readonly callouts: Pick<Callouts, 'call'>;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly link?: Pick<ReplicaLink, 'openAuditLog'> | undefined;
}

/** Undefined where nothing is to be written down. Rejects with a ConfigurationError if the policy cannot be used. */
export async function openAudit(configuration: AuditConfiguration, parts: AuditParts): Promise<Auditor | undefined> {
  const { domain, reloads, callouts, logger, link } = parts;
  const group = `audit.${domain}`;
  const metrics = createAuditMetrics(parts.metrics, logger);
  const { policy } = configuration;
  const sinks = openSinks(configuration, { group, metrics, callouts, link });
  if (policy === undefined) {
    if (sinks.length > 0) logger.warn('nothing is written down without --audit-policy-file');
    return undefined;
  }
  const decide = await watchPolicy(policy, group, reloads);
  if (sinks.length > 0) return createAuditor({ decide, sinks, metrics, group });
  logger.warn('--audit-policy-file says what to write down, and nothing says where to');
  return undefined;
}

async function watchPolicy(file: FileSource, group: string, reloads: Reloads): Promise<() => DecideLevel> {
  const parse = ([text = '']: readonly string[]): Parsed<DecideLevel> => {
    const parsed = parsePolicy(text, group);
    return parsed.ok ? { ok: true, value: compilePolicy(parsed.policy) } : parsed;
  };
  let decide: DecideLevel;
  const apply = (found: DecideLevel): void => {
    decide = found;
  };
  apply(await reloads.watch({ sources: [file], parse, apply }));
  return () => decide;
}

interface SinkParts {
  readonly group: string;
  readonly metrics: AuditMetrics;
  readonly callouts: Pick<Callouts, 'call'>;
  readonly link: AuditParts['link'];
}

function openSinks({ log, webhook }: AuditConfiguration, parts: SinkParts): readonly AuditSink[] {
  const { metrics, link } = parts;
  return [
    ...(log === undefined
      ? []
      : [createLogSink({ ...log, output: link?.openAuditLog(), onLost: metrics.onLost('log') })]),
    ...(webhook === undefined ? [] : [openWebhookSink(webhook, parts)]),
  ];
}

function openWebhookSink(webhook: AuditWebhookConfiguration, { group, metrics, callouts }: SinkParts): AuditSink {
  const { server, firstRetryMs, ...options } = webhook;
  const post = createPiecesClient({ callouts, server, firstRetryMs });
  return createWebhookSink({ ...options, post, group, onLost: metrics.onLost('webhook') });
}
