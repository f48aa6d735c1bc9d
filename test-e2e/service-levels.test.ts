/**
 * The service levels that the alerts are made of, under mixed load at 70 % of what the machine can take: how long single
 * objects and lists take, that every request is served, and that what a replica holds does not grow.
 * KEELSON_SERVICE_LEVEL_MINUTES: how long (`make service-levels`: 60). A short run checks no time, and one of less than half an
 * hour no memory.
 */
import { readFile } from 'node:fs/promises';
import { Agent } from 'node:https';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { Load, send } from './service-levels/load.ts';
import { listOf, namespaces, objectNamed, objectsEach } from './service-levels/mixed-requests.ts';
import { followProcesses, trendOf } from './service-levels/processes.ts';
import { followProgress } from './service-levels/progress.ts';
import { hasBalancer } from './support/balancer.ts';
import { memberNames, replicaNames, startTopology } from './support/topology.ts';
import type { Topology } from './support/topology.ts';

const minutes = Number(process.env['KEELSON_SERVICE_LEVEL_MINUTES'] ?? 0.1);
const lastingMs = minutes * 60_000;
const isLong = minutes >= 5;

const connections = 32;
const capacityMs = isLong ? 30_000 : 2_000;
const sampleMs = isLong ? 5_000 : 500;
const share = 0.7;
/** One line each, so that a run which fails tells what came before. */
const reportMs = isLong ? 60_000 : 3_000;
/** Until caches are full and code is compiled. */
const warmUpMs = isLong ? 60_000 : 1_000;

const limitMs = { single: 100, list: 1_000 };
const minutesForMemory = 30;
/** Of memory, from the first third of a run to the last: what collections of garbage leave differs by more than a tenth. */
const growth = { share: 1.15, descriptors: 8 };

// Skipped where Debian's package of HAProxy could not be downloaded.
const withBalancer = hasBalancer ? describe : describe.skip;

let topology: Topology;
beforeAll(async () => {
  if (hasBalancer) topology = await startTopology();
});
afterAll(async () => {
  if (hasBalancer) await topology.close();
});

/** The administrator, who is known by a certificate: the balancer passes connections through. */
async function openAgent(): Promise<Agent> {
  const [ca, cert, key] = await Promise.all(
    ['ca.crt', 'admin.crt', 'admin.key'].map((name) => readFile(join(topology.folder, 'pki', name))),
  );
  return new Agent({ keepAlive: true, maxSockets: connections, timeout: 60_000, ca, cert, key });
}

withBalancer('three replicas under mixed load', () => {
  it(
    'keep their service levels',
    async () => {
      const parts = { agent: await openAgent(), port: topology.portOf('balancer') };
      const make = async (path: string, body: unknown): Promise<void> => {
        expect(await send(parts, { method: 'POST', path, body })).toBe(201);
      };
      for (const name of namespaces) {
        await make('/api/v1/namespaces', { metadata: { name } });
        const kept = Array.from({ length: objectsEach }, (_, index) => objectNamed(`kept-${String(index)}`));
        await Promise.all(kept.map((each) => make(listOf(name), each)));
      }
      const load = new Load(parts);
      const full = await load.saturate(connections, capacityMs);
      const spread = [...(await topology.connections()).values()];
      const perSecond = ((full.answered * 1_000) / capacityMs) * share;
      const followed = [...replicaNames, ...memberNames].map((name) => [name, topology.processOf(name).pid()] as const);
      const progress = { everyMs: reportMs, report: followProgress(new Map([...followed, ['load', process.pid]])) };
      const warm = await load.pace(perSecond, warmUpMs, progress);
      const pids = replicaNames.map((name) => topology.processOf(name).pid());
      const stop = followProcesses(pids, sampleMs);
      const { latencies, failures, answered } = await load.pace(perSecond, lastingMs, progress);
      const held = stop();
      parts.agent.destroy();

      const times = Object.entries(latencies).map(([what, each]) => {
        const [p50, p99] = [each.percentile(0.5), each.percentile(0.99)].map((ms) => Number(ms.toFixed(1)));
        return { what, requests: each.total, p50, p99, most: Math.round(each.mostMs) };
      });
      const memory = held.map((each) => trendOf(each, ({ memoryMiB }) => memoryMiB));
      const descriptors = held.map((each) => trendOf(each, (holding) => holding.descriptors));
      process.stdout.write(`${JSON.stringify({ perSecond, answered, times, memory, descriptors })}\n`);

      expect([...full.failures, ...warm.failures, ...failures].slice(0, 20)).toEqual([]);
      expect(answered).toBeGreaterThan(0);
      expect(spread).toHaveLength(replicaNames.length);
      for (const each of spread) expect(each).toBeGreaterThan(connections / replicaNames.length / 2);
      for (const each of held) expect(each.length).toBeGreaterThan(1);
      if (!isLong) return;
      expect(latencies.get.percentile(0.99)).toBeLessThan(limitMs.single);
      expect(latencies.write.percentile(0.99)).toBeLessThan(limitMs.single);
      expect(latencies.list.percentile(0.99)).toBeLessThan(limitMs.list);
      // The history that is kept for watches grows for the first minutes.
      if (minutes >= minutesForMemory)
        for (const { first, last } of memory) expect(last).toBeLessThan(first * growth.share);
      for (const { first, last } of descriptors) expect(last).toBeLessThanOrEqual(first + growth.descriptors);
    },
    lastingMs + 600_000,
  );
});
