/** The metrics of this package against the facts, where they are at hand. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { it as always, expect } from '@jest/globals';
import { createMetrics, silentLogger as logger } from '@keelson/telemetry';

import { createLogMetrics } from './connect/log-metrics.ts';
import { createRegenerationMetrics } from './openapi/regeneration-metrics.ts';
import { createAvailabilityMetrics } from './availability/availability-metrics.ts';

const facts = process.env['KEELSON_FACTS'];
const it = facts === undefined ? always.skip : always;

interface Fact {
  readonly type: string;
  readonly stability: string;
  readonly help: string;
}

it('the names, types, classes and help texts are those of kube-apiserver', async () => {
  const text = readFileSync(join(facts ?? '', 'metrics-runtime-1.24.json'), 'utf8');
  const { metrics: known } = JSON.parse(text) as { readonly metrics: Record<string, Fact> };
  const metrics = createMetrics({ release: '1.24', logger });
  const availability = createAvailabilityMetrics(metrics);
  availability.note('v1.x.test', false);
  availability.noteLoss('v1.x.test', 'ServiceNotFound');
  const regeneration = createRegenerationMetrics(metrics);
  regeneration.note('v1.x.test', 'add');
  const logs = createLogMetrics(metrics);
  logs.noteUsage(true);
  logs.noteUntrusted();
  const printed = (await metrics.print()).text.split('\n');
  const ours = Object.keys(known).filter((name) => /^aggregator_|^kube_apiserver_pod_logs_/.test(name));
  expect(ours).toHaveLength(6);
  for (const name of ours) {
    const { type, stability, help } = known[name] ?? {};
    expect(printed).toContain(`# TYPE ${name} ${String(type)}`);
    expect(printed).toContain(`# HELP ${name} [${String(stability)}] ${String(help)}`);
  }
});
