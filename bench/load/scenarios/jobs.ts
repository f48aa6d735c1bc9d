/**
 * Jobs over simulated nodes: from the first create until the last Job has finished, and until the last of their pods is
 * collected. A peer gets its own controller manager, and the same simulator, which is a client of both there.
 */
import { once } from 'node:events';
import { request } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';

import { makeNamespace } from '../prepare.ts';
import { simulatedNodes } from '../servers/companions.ts';
import { processUse } from '../servers/process-use.ts';
import { ask, type Target } from '../servers/target.ts';
import type { Figure } from './special.ts';

export const jobsName = 'jobs';

export interface JobSizes {
  readonly jobs: number;
  readonly podsOfEach: number;
}

export const usualJobs: JobSizes = { jobs: 1_000, podsOfEach: 5 };
export const briefJobs: JobSizes = { jobs: 5, podsOfEach: 2 };

const namespace = 'bench-jobs';
const jobs = `/apis/batch/v1/namespaces/${namespace}/jobs`;
const clients = 32;
export async function measureJobs(target: Target, { jobs: count, podsOfEach }: JobSizes): Promise<Figure[]> {
  await makeNamespace(target, namespace);
  await untilNodes(target);
  const { whenGone } = await followJobs(target, count);
  const cpuMs = async (): Promise<number> =>
    target.pid === undefined ? Number.NaN : (await processUse(target.pid)).cpuMs;
  const cpuBefore = await cpuMs();
  const began = performance.now();
  let next = 0;
  const create = async (): Promise<void> => {
    while (next < count) {
      const { status, body } = await ask(target, 'POST', jobs, jobOf((next += 1), podsOfEach));
      if (status !== 201) throw new Error(`${target.name}: ${body}`);
    }
  };
  const creates = Array.from({ length: Math.min(clients, count) }, create);
  const [{ finishedMs }] = await Promise.all([whenGone, ...creates]);
  await untilNoPods(target);
  const collectedMs = performance.now();
  const cpu = ((await cpuMs()) - cpuBefore) / count;
  const what = `${jobsName}: ${count} of ${podsOfEach} pods`;
  return [
    { what: `${what}: finished`, target: target.name, value: (finishedMs - began) / 1_000, unit: 's' },
    { what: `${what}: collected`, target: target.name, value: (collectedMs - began) / 1_000, unit: 's' },
    { what: `${what}: CPU of each`, target: target.name, value: cpu, unit: 'ms' },
  ];
}

function jobOf(number: number, pods: number): object {
  return {
    metadata: { name: `job-${number}` },
    spec: {
      ...{ completions: pods, parallelism: pods, ttlSecondsAfterFinished: 0 },
      template: { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'image' }] } },
    },
  };
}

interface JobEvent {
  readonly type?: unknown;
  readonly object?: {
    readonly metadata?: { readonly name?: unknown; readonly resourceVersion?: unknown };
    readonly status?: { readonly conditions?: readonly { readonly type?: unknown }[] };
  };
}

interface Followed {
  readonly finishedMs: number;
}

/** Watches Jobs from now on. `whenGone` resolves when `count` of them have finished and are deleted. */
async function followJobs(target: Target, count: number): Promise<{ readonly whenGone: Promise<Followed> }> {
  const finished = new Set<unknown>();
  let [finishedMs, gone] = [0, 0];
  const note = ({ type, object }: JobEvent): void => {
    const isFinished = object?.status?.conditions?.some((condition) => condition.type === 'Complete') === true;
    if (isFinished) finished.add(object.metadata?.name);
    if (finished.size === count && finishedMs === 0) finishedMs = performance.now();
    if (type === 'DELETED') gone += 1;
  };
  const { metadata } = await list(target, jobs);
  let version = metadata.resourceVersion;
  const follow = async (): Promise<Followed> => {
    // A server under load ends the watch of a slow client, which then goes on at the revision that it has reached.
    while (gone < count) {
      for await (const line of linesOf(await watch(target, version))) {
        const event = JSON.parse(line) as JobEvent;
        if (event.type === 'ERROR') throw new Error(`${target.name}: ${line}`);
        version = String(event.object?.metadata?.resourceVersion);
        note(event);
        if (gone === count) break;
      }
    }
    return { finishedMs };
  };
  return { whenGone: follow() };
}

async function watch({ server }: Target, version: string): Promise<AsyncIterable<Buffer>> {
  const headers = { Authorization: `Bearer ${server.token}`, Accept: 'application/json' };
  const path = `${jobs}?watch=true&resourceVersion=${version}`;
  const asked = request({ ...server.place, path, headers, rejectUnauthorized: false, agent: false });
  asked.end();
  const [response] = (await once(asked, 'response')) as [AsyncIterable<Buffer>];
  return response;
}

async function* linesOf(response: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of response) {
    const lines = (rest + chunk.toString('utf8')).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

const patienceMs = 60_000;

async function untilNodes(target: Target): Promise<void> {
  await until(target, async () => {
    const { items } = await list(target, '/api/v1/nodes');
    return items.length >= simulatedNodes;
  });
}

async function untilNoPods(target: Target): Promise<void> {
  await until(target, async () => {
    const { items } = await list(target, `/api/v1/namespaces/${namespace}/pods?limit=1`);
    return items.length === 0;
  });
}

async function until(target: Target, holds: () => Promise<boolean>): Promise<void> {
  const endMs = performance.now() + patienceMs;
  while (!(await holds())) {
    if (performance.now() > endMs) throw new Error(`${target.name}: nodes did not come, or pods did not go`);
    await delay(20);
  }
}

interface Listed {
  readonly metadata: { readonly resourceVersion: string };
  readonly items: readonly unknown[];
}

async function list(target: Target, path: string): Promise<Listed> {
  const { body } = await ask(target, 'GET', path);
  return JSON.parse(body) as Listed;
}
