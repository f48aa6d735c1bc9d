import { expect, it } from '@jest/globals';

import { createApiScheme } from '@keelson/api';
import { createAuditor, type Auditor } from '@keelson/audit';
import { createMetrics, silentLogger } from '@keelson/telemetry';

import { createHealth } from '../health/health.ts';
import { createDocuments } from './create-documents.ts';
import { listen } from './testing/serve-documents.ts';
import { versionInfo } from './version.ts';

/** Hands over the reasons and messages of answers as they are written down. */
function auditorTo(told: unknown[]): Auditor {
  const metrics = createMetrics({ release: '1.24', logger: silentLogger });
  const cell = metrics.counter({ name: 'audited', help: 'For tests.', stability: 'ALPHA' }).with({});
  return createAuditor({
    decide: () => () => ({ level: 'Metadata', omits: new Set(['RequestReceived']), omitsManagedFields: false }),
    sinks: [{ write: (source) => void told.push(source.event().response), close: () => Promise.resolve() }],
    metrics: {
      events: cell,
      byLevel: { None: cell, Metadata: cell, Request: cell, RequestResponse: cell },
      onLost: () => () => undefined,
    },
    group: 'audit.k8s.io',
  });
}

it('writes the refusal of a page into the audit record of its request', async () => {
  const told: unknown[] = [];
  const auditor = auditorTo(told);
  const documents = createDocuments({
    scheme: createApiScheme(),
    health: createHealth(),
    metrics: createMetrics({ release: '1.24', logger: silentLogger }),
    version: versionInfo({ release: '1.24', version: '0.1.0' }),
    logger: silentLogger,
  });
  const served = await listen((incoming, response) => {
    const { url: path = '', method: verb = '' } = incoming;
    const origin = { sourceIps: [], userAgent: '' };
    const asked = { auditId: 'a', requestUri: path, path, verb, user: undefined, origin, object: undefined };
    const record = auditor.begin({ ...asked, receivedMs: 0, hasSecrets: false });
    response.once('close', () => record?.complete(response.statusCode));
    documents.handle(incoming, response, record);
  });
  await served.ask('/version', { method: 'POST' });
  await served.ask('/apis/batch/v9');
  await served.ask('/version');
  await served.close();
  await auditor.close();
  expect(told).toMatchObject([
    { code: 405, reason: 'MethodNotAllowed' },
    { code: 404, reason: 'NotFound' },
    { code: 200 },
  ]);
});
