/** What is measured otherwise than by asking in turns: starts, memory, storms of lists, growth, replicas. */
import type { Generator } from '../generator/start-generator.ts';
import { quantile } from '../generator/latencies.ts';
import { median } from '../../measure.ts';
import type { Done } from '../generator/job.ts';
import { makeNamespace, prepare } from '../prepare.ts';
import type { KeelsonHome } from '../servers/keelson.ts';
import { processUse, resetPeak } from '../servers/process-use.ts';
import { ask } from '../servers/target.ts';
import type { Target } from '../servers/target.ts';
import { base, configMaps } from './scenario.ts';

/** One number, with what it is. */
export interface Figure {
  readonly what: string;
  readonly target: string;
  readonly value: number;
  readonly unit: string;
}

/** From the start of the process to `/readyz` 200: the median of several. */
export async function measureStart(home: KeelsonHome, what: string, starts: number): Promise<Figure> {
  const times: number[] = [];
  for (let count = 0; count < starts; count += 1) {
    const target = await home.start();
    times.push(target.startMs);
    await target.close();
  }
  return { what, target: home.name, value: median(times), unit: 'ms' };
}

const stormObjects = 400;
const stormNamespace = 'bench-storm';
const megabyte = 1_000_000;

/** Clients that list 400 objects of 1 MB at once: what the server takes at most, and whether anybody is left out. */
export async function measureStorm(target: Target, generator: Generator): Promise<Figure[]> {
  await fillStorm(target);
  const figures: Figure[] = [];
  for (const clients of [16, 64]) {
    if (target.pid !== undefined) await resetPeak(target.pid);
    const done = await generator.run({
      kind: 'requests',
      server: target.server,
      connections: clients,
      count: clients,
      mix: [{ path: `/api/v1/namespaces/${stormNamespace}/configmaps` }],
    });
    const what = `list storm, ${clients} × 400 MB`;
    const { name } = target;
    const peak = target.pid === undefined ? Number.NaN : (await processUse(target.pid)).peakBytes / 1e6;
    figures.push(
      { what: `${what}: peak memory`, target: name, value: peak, unit: 'MB' },
      { what: `${what}: time`, target: name, value: done.elapsedMs / 1_000, unit: 's' },
      { what: `${what}: failed`, target: name, value: done.failed, unit: '' },
    );
  }
  return figures;
}

async function fillStorm(target: Target): Promise<void> {
  await makeNamespace(target, stormNamespace);
  const data = { text: 'x'.repeat(megabyte) };
  for (let number = 0; number < stormObjects; number += 1) {
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `big-${number}` }, data };
    const { status, body } = await ask(target, 'POST', `/api/v1/namespaces/${stormNamespace}/configmaps`, object);
    if (status !== 201 && status !== 409) throw new Error(`${target.name}: ${body}`);
  }
}

export async function measureMemory(target: Target, what: string): Promise<Figure> {
  const value = target.pid === undefined ? Number.NaN : (await processUse(target.pid)).residentBytes / 1e6;
  return { what, target: target.name, value, unit: 'MB' };
}

const growthMs = 700;
/** What the store has to do after many writes ends within the first. */
const growthRounds = 5;

/** Gets and pages while there are more and more objects. */
export async function measureGrowth(target: Target, generator: Generator, sizes: readonly number[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const size of sizes) {
    await prepare(target, generator, size);
    const measure = async (what: string, path: string): Promise<void> => {
      const rates: number[] = [];
      const slowest: number[] = [];
      for (let round = 0; round < growthRounds; round += 1) {
        const done = await generator.run({
          kind: 'requests',
          server: target.server,
          connections: 8,
          durationMs: growthMs,
          mix: [{ path, below: size, base }],
        });
        rates.push(rateOf(done));
        slowest.push(quantile(done.latencies, 0.99) / 1_000);
      }
      figures.push(
        { what: `${what}, ${size} objects`, target: target.name, value: median(rates), unit: '/s' },
        { what: `${what}, ${size} objects: p99`, target: target.name, value: median(slowest), unit: 'ms' },
      );
    };
    await measure('get', `${configMaps}/object-{n}`);
    await measure('page of 500', `${configMaps}?limit=500`);
    figures.push(await measureMemory(target, `resident memory, ${size} objects`));
  }
  return figures;
}

/** Several replicas over one etcd, the load spread over them. */
export async function measureReplicas(home: KeelsonHome, generators: readonly Generator[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  const targets: Target[] = [];
  for (const count of [1, 2, 3]) {
    targets.push(await home.start());
    const [first] = targets;
    const [generator] = generators;
    if (count === 1 && first !== undefined && generator !== undefined) await prepare(first, generator, 1_000);
    const done = await Promise.all(
      targets.map(async ({ server }, index) =>
        (generators[index] ?? generators[0])?.run({
          kind: 'requests',
          server,
          connections: 16,
          durationMs: growthMs,
          mix: [{ path: `${configMaps}/object-{n}`, below: 1_000, base }],
        }),
      ),
    );
    const rate = done.reduce((sum, each) => sum + (each === undefined ? 0 : rateOf(each)), 0);
    figures.push({ what: `get, most recent, ${count} replicas`, target: home.name, value: rate, unit: '/s' });
  }
  for (const target of targets) await target.close();
  return figures;
}

export function rateOf({ count, elapsedMs }: Done): number {
  return (count * 1_000) / elapsedMs;
}
