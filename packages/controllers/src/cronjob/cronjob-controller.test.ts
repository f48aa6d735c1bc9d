/** The CronJob controller over a real store, by a clock on the wall that tests move. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { realClock, type ControllerClock } from '../controller-clock.ts';
import { openCluster, until, type Cluster, type Json } from '../testing/open-cluster.ts';
import { cronJobController } from './cronjob-controller.ts';

let cluster: Cluster;
let nowMs = 0;
const clock: ControllerClock = { ...realClock, wallMs: () => nowMs };

beforeEach(async () => {
  nowMs = 0;
  cluster = await openCluster();
  cluster.start([cronJobController], { clock });
});

afterEach(async () => {
  await cluster.close();
});

const template = { spec: { containers: [{ name: 'c', image: 'i' }], restartPolicy: 'Never' } };

/** It is created by the real clock; the minutes that follow are made up, and begin half a minute after a moment. */
async function create(spec: object = {}, minutes = 0) {
  const jobTemplate = { metadata: { labels: { of: 'template' } }, spec: { template } };
  const { metadata } = await cluster.create(cluster.kinds.cronJobs, {
    metadata: { name: 'a' },
    spec: { schedule: '* * * * *', jobTemplate, ...spec },
  });
  nowMs = Math.floor(Date.parse(String(metadata['creationTimestamp'])) / 60_000) * 60_000 + 90_000;
  await pass(minutes);
}

/** Makes a minute pass. */
async function pass(minutes = 1) {
  nowMs += minutes * 60_000;
  await cluster.mergePatch(cluster.kinds.cronJobs, 'a', { metadata: { annotations: { now: String(nowMs) } } });
}

const jobs = () => cluster.list(cluster.kinds.jobs);
const untilJobs = (count: number) =>
  until(async () => {
    const found = await jobs();
    return found.length === count && found;
  });

const untilEvent = (reason: string) =>
  until(async () => (await cluster.list(cluster.kinds.events)).find((event) => event['reason'] === reason));

async function statusOf() {
  return ((await cluster.read(cluster.kinds.cronJobs, 'a'))?.['status'] ?? {}) as {
    active?: { name: string }[];
    lastScheduleTime?: string;
    lastSuccessfulTime?: string;
  };
}

async function finish({ metadata: { name } }: Json, type = 'Complete') {
  const time = new Date(nowMs).toISOString();
  const conditions = [{ type, status: 'True', lastTransitionTime: time }];
  const status = { startTime: time, ...(type === 'Complete' && { completionTime: time }), conditions };
  await cluster.mergePatch(cluster.kinds.jobs, name, { status }, 'status');
}

const nameOf = (ms: number) => `a-${Math.floor(ms / 60_000)}`;

describe('a CronJob', () => {
  it('makes a Job for its last moment, of its template, and lists it as active until it ends', async () => {
    await create();
    const [job] = await untilJobs(1);
    expect(job?.metadata).toMatchObject({
      name: nameOf(nowMs),
      labels: { of: 'template' },
      ownerReferences: [{ kind: 'CronJob', name: 'a', controller: true, blockOwnerDeletion: true }],
    });
    await until(async () => (await statusOf()).active?.length === 1);
    expect((await statusOf()).lastScheduleTime).toBe(
      new Date(Math.floor(nowMs / 60_000) * 60_000).toISOString().replace('.000Z', 'Z'),
    );
    await finish(job as Json);
    await until(async () => (await statusOf()).active === undefined);
    expect((await statusOf()).lastSuccessfulTime).toBeDefined();
    await untilEvent('SawCompletedJob');
    expect(await jobs()).toHaveLength(1);
  });

  it('lets Jobs run beside each other where its policy is Allow', async () => {
    await create();
    await untilJobs(1);
    await pass();
    await untilJobs(2);
    await until(async () => (await statusOf()).active?.length === 2);
  });

  it('waits for the active Job where its policy is Forbid', async () => {
    await create({ concurrencyPolicy: 'Forbid' });
    const [first] = await untilJobs(1);
    await until(async () => (await statusOf()).active?.length === 1);
    await pass();
    await untilEvent('JobAlreadyActive');
    expect(await jobs()).toHaveLength(1);
    await finish(first as Json);
    await untilJobs(2);
  });

  it('replaces the active Job where its policy is Replace', async () => {
    await create({ concurrencyPolicy: 'Replace' });
    const [first] = await untilJobs(1);
    await until(async () => (await statusOf()).active?.length === 1);
    await pass();
    await untilEvent('SuccessfulDelete');
    await until(async () => (await jobs()).map(({ metadata }) => metadata.name).join() === nameOf(nowMs));
    expect(first?.metadata.name).not.toBe(nameOf(nowMs));
  });

  it('makes no Job while it is suspended, and none for a moment that is missed for longer than its deadline', async () => {
    await create({ suspend: true, startingDeadlineSeconds: 10 });
    await pass();
    await cluster.mergePatch(cluster.kinds.cronJobs, 'a', { spec: { suspend: false } });
    // The last moment was 30 seconds ago, and the deadline hides it.
    await pass(0);
    nowMs += 35_000;
    await pass(0);
    await untilJobs(1);
  });

  it('keeps as many finished Jobs as its limits say, the latest', async () => {
    await create({ successfulJobsHistoryLimit: 1, failedJobsHistoryLimit: 1 });
    const finished: string[] = [];
    for (const type of ['Complete', 'Failed', 'Complete', 'Failed']) {
      const job = await until(async () => (await jobs()).find(({ metadata }) => metadata.name === nameOf(nowMs)));
      finished.push(job.metadata.name);
      await finish(job, type);
      await pass();
    }
    const last = nameOf(nowMs);
    await until(async () => {
      const names = (await jobs()).map(({ metadata }) => metadata.name);
      return names.join() === [...finished.slice(2), last].join();
    });
  });

  it('tells of a Job that it lists and that is gone', async () => {
    await create();
    const [job] = await untilJobs(1);
    await until(async () => (await statusOf()).active?.length === 1);
    await cluster.remove(cluster.kinds.jobs, job?.metadata.name ?? '', { propagationPolicy: 'Background' });
    await untilEvent('MissingJob');
    await until(async () => (await statusOf()).active === undefined);
  });

  it('tells of many moments that it missed, and makes one Job', async () => {
    await create({}, 200);
    await untilJobs(1);
    const event = await untilEvent('TooManyMissedTimes');
    expect(event['message']).toMatch(/^too many missed start times: 20\d\. Set or decrease/);
  });
});
