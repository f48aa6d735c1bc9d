/** Admission webhooks as a worker asks them: the main thread knows them, and calls them. */
import { randomUUID } from 'node:crypto';

import { createWebhookPlugins, type WebhookHost } from '@keelson/admission-webhooks';
import type { AdmissionPlugin } from '@keelson/admission';
import type { Scheme } from '@keelson/schema';

import type { Services } from '../services.ts';

export function createRemoteWebhooks(
  scheme: Scheme,
  services: Pick<Services, 'matchWebhooks' | 'callWebhook' | 'reportWebhook'>,
): ReadonlyMap<string, AdmissionPlugin> {
  const host: WebhookHost = {
    // Only the main thread knows.
    mayMatch: () => true,
    match: (phase, request) => services.matchWebhooks(phase, request),
    call: (call) => services.callWebhook(call),
    report: (report) => {
      // A report that is lost with its worker is missed in metrics alone.
      services.reportWebhook(report).catch(() => undefined);
    },
  };
  const plugins = createWebhookPlugins({ scheme, host, makeUid: randomUUID, clock: () => performance.now() });
  return new Map(plugins.map((plugin) => [plugin.name, plugin]));
}
