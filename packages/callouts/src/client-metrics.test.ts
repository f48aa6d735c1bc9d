import { expect, test } from '@jest/globals';

import { createMetrics, silentLogger } from '@keelson/telemetry';

import { recordRequests } from './client-metrics.ts';

test('codes that mean nothing, methods that nobody knows and hosts beyond the limit are counted together', async () => {
  const metrics = createMetrics({ release: '1.24', logger: silentLogger });
  const recorderOf = recordRequests(metrics);
  for (let status = 200; status < 1_000; status += 1) recorderOf('hostile').note(`M${status}`, status, 0);
  for (let host = 0; host < 300; host += 1) recorderOf(`host-${host}`).note('GET', 200, 0);
  const { text } = await metrics.print();
  const codes = new Set(text.match(/rest_client_requests_total\{code="[^"]*"/g));
  expect(codes.size).toBeLessThan(70);
  expect(codes).toContain('rest_client_requests_total{code="other"');
  expect(text).not.toContain('method="M200"');
  expect(new Set(text.match(/host="[^"]*"/g)).size).toBe(201);
});
