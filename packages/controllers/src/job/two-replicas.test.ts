/**
 * Jobs and their collection over two replicas whose leader is deposed again and again: the same ends, no pod too many, no
 * index twice, and nothing left behind. `KEELSON_KILLS` sets the number of depositions, which are then a second apart:
 * 300 of them take five minutes.
 */
import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { garbageCollector } from '../garbage-collector/garbage-collector.ts';
import { openCluster, openReplica, until, type Cluster, type Json } from '../testing/open-cluster.ts';
import { completionIndexOf } from './completion-indexes.ts';
import { makeJobController } from './job-controller.ts';

const { KEELSON_KILLS } = process.env;
const depositions = Number(KEELSON_KILLS ?? 15);
const betweenMs = KEELSON_KILLS === undefined ? 20 : 1_000;
const jobsAtOnce = 12;
const [completions, parallelism] = [4, 2];

let one: Cluster;
let two: Cluster;

beforeAll(async () => {
  one = await openCluster();
  two = await openReplica(one.storage);
});

afterAll(async () => {
  await two.close();
  await one.close();
});

/** As a lease that has run out does it: the leader learns of it afterwards. */
async function depose(): Promise<void> {
  const key = `${one.storage.prefix}.keelson/elections/controllers/leader`;
  const { entry } = await one.storage.get(key);
  if (entry !== undefined) await one.storage.delete(key, entry.revision);
}

const phaseOf = ({ status }: Json): string | undefined => (status as { phase?: string }).phase;
const jobOf = ({ metadata }: Json): string =>
  ((metadata['ownerReferences'] ?? []) as { readonly name: string }[])[0]?.name ?? '';

async function succeedPending(): Promise<void> {
  for (const pod of await one.list(one.kinds.pods)) {
    if (phaseOf(pod) !== 'Pending' || pod.metadata['deletionTimestamp'] !== undefined) continue;
    await one.mergePatch(one.kinds.pods, pod.metadata.name, { status: { phase: 'Succeeded' } }, 'status');
  }
}

/** Faults of the pods of a Job at this moment. */
function faultsOf(pods: readonly Json[]): string[] {
  const byJob = new Map<string, Json[]>();
  for (const pod of pods) byJob.set(jobOf(pod), [...(byJob.get(jobOf(pod)) ?? []), pod]);
  return [...byJob].flatMap(([job, own]) => {
    const indexes = own.map(({ metadata }) => completionIndexOf(metadata['annotations'] as Record<string, string>));
    const known = indexes.filter((index) => index !== undefined);
    const active = own.filter((pod) => phaseOf(pod) === 'Pending').length;
    return [
      ...(own.length > completions ? [`${job} has ${own.length} pods`] : []),
      ...(active > parallelism ? [`${job} has ${active} active pods`] : []),
      ...(new Set(known).size < known.length ? [`${job} has an index twice: ${known.join(' ')}`] : []),
    ];
  });
}

const isComplete = ({ status }: Json): boolean =>
  ((status as { conditions?: { type: string }[] }).conditions ?? []).some(({ type }) => type === 'Complete');

/** Jobs that are complete are checked and deleted, so that there is always work for the leader. */
async function endCompleted(jobs: readonly Json[]): Promise<number> {
  const complete = jobs.filter((job) => isComplete(job) && job.metadata['deletionTimestamp'] === undefined);
  for (const { metadata, status } of complete) {
    expect(status).toMatchObject({ succeeded: completions, uncountedTerminatedPods: {} });
    expect((status as { failed?: number }).failed).toBeUndefined();
    await one.remove(one.kinds.jobs, metadata.name, { propagationPolicy: 'Background' });
  }
  return complete.length;
}

let made = 0;

async function makeJobs(jobs: readonly Json[]): Promise<void> {
  const template = { spec: { containers: [{ name: 'c', image: 'i' }], restartPolicy: 'Never' } };
  for (let left = jobsAtOnce - jobs.length; left > 0; left -= 1) {
    const completionMode = made % 2 === 0 ? 'NonIndexed' : 'Indexed';
    const spec = { completions, parallelism, completionMode, template };
    await one.create(one.kinds.jobs, { metadata: { name: `j${made++}` }, spec });
  }
}

test(
  'Jobs complete with exactly the pods that they ask for, and are collected, while leaders are deposed',
  async () => {
    const definitions = [makeJobController(0), garbageCollector];
    const leaders = [one, two].map((replica, index) => replica.start(definitions, { identity: `replica-${index}` }));
    const isLed = () => leaders.some((leader) => leader.isLeading());
    await until(isLed);
    const faults: string[] = [];
    let ended = 0;
    for (let round = 0; round < depositions; round += 1) {
      const jobs = await one.list(one.kinds.jobs);
      ended += await endCompleted(jobs);
      await makeJobs(jobs);
      await depose();
      await delay(betweenMs);
      faults.push(...faultsOf(await one.list(one.kinds.pods)));
      await succeedPending();
      await until(isLed);
    }
    await until(async () => {
      await succeedPending();
      const jobs = await one.list(one.kinds.jobs);
      ended += await endCompleted(jobs);
      return jobs.length === 0;
    });
    await until(async () => (await one.list(one.kinds.pods)).length === 0);
    expect(faults).toEqual([]);
    expect(ended).toBe(made);
  },
  60_000 + depositions * 2_000,
);
