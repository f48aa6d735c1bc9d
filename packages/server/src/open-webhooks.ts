/** Puts admission webhooks together: the configurations that are stored, the client that calls, and the plugins that ask. */
import { randomUUID } from 'node:crypto';

import {
  createWebhookHost,
  createWebhookPlugins,
  matchCredentials,
  type LocalWebhookHost,
} from '@keelson/admission-webhooks';
import type { AdmissionPlugin } from '@keelson/admission';
import { countCertificateFaults, type Callouts } from '@keelson/callouts';
import type { Informers } from '@keelson/informers';
import type { Scheme } from '@keelson/schema';
import type { Metrics } from '@keelson/telemetry';

import type { ServerConfiguration } from './configuration.ts';

export interface OpenWebhooks {
  readonly host: LocalWebhookHost;
  /** By their names. */
  readonly plugins: ReadonlyMap<string, AdmissionPlugin>;
}

export interface OpenWebhooksParts {
  readonly scheme: Scheme;
  readonly informers: Informers;
  readonly callouts: Pick<Callouts, 'call' | 'open'>;
  readonly metrics: Metrics;
}

const userAgent = 'keelson-admission';

export function openWebhooks(
  { webhookCredentials: credentials, logger }: Pick<ServerConfiguration, 'webhookCredentials' | 'logger'>,
  { scheme, informers, callouts: client, metrics }: OpenWebhooksParts,
): OpenWebhooks {
  const callouts = countCertificateFaults(client, metrics, 'webhooks');
  const credentialsFor = {
    mutating: matchCredentials(credentials?.mutating ?? new Map()),
    validating: matchCredentials(credentials?.validating ?? new Map()),
  };
  const host = createWebhookHost({ scheme, informers, callouts, credentialsFor, metrics, logger, userAgent });
  const plugins = createWebhookPlugins({ scheme, host, makeUid: randomUUID, clock: () => performance.now() });
  return { host, plugins: new Map(plugins.map((plugin) => [plugin.name, plugin])) };
}
