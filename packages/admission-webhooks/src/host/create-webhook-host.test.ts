import { describe, expect, it } from '@jest/globals';
import type { Informers } from '@keelson/informers';
import { createMetrics, silentLogger } from '@keelson/telemetry';

import { resource, scheme } from '../testing/webhooks.ts';
import { createWebhookHost } from './create-webhook-host.ts';

/** As while the store does not answer: nothing is ever known. */
const informersOfNothing = {
  resources: { where: () => [{ stored: resource('configmaps') }] },
  informer: () => ({
    addHandler: () => undefined,
    hasSynced: () => false,
    whenSynced: () => new Promise<void>(() => undefined),
    list: () => [],
  }),
} as unknown as Informers;

describe('requests before the configurations of webhooks are known', () => {
  it('wait for them, and are told to come again', async () => {
    const host = createWebhookHost({
      scheme,
      informers: informersOfNothing,
      callouts: { call: () => Promise.reject(new Error('no webhook is known')) },
      credentialsFor: { mutating: () => undefined, validating: () => undefined },
      metrics: createMetrics({ release: '1.24', logger: silentLogger }),
      logger: silentLogger,
      userAgent: 'test',
      patienceMs: 1,
    });
    expect(host.mayMatch('mutating')).toBe(true);
    const matched = await host.match('mutating', {
      operation: 'CREATE',
      resource: resource('configmaps'),
      subresource: '',
      namespace: 'default',
      labels: {},
      oldLabels: undefined,
    });
    expect(matched).toMatchObject({
      ok: false,
      status: { code: 503, reason: 'ServiceUnavailable', details: { retryAfterSeconds: 1 } },
    });
  });
});
