/** The controllers that wait for a time of day, on a wall clock that is set forwards and back by hours. */
import { afterEach, beforeEach, expect, it } from '@jest/globals';

import { cronJobController } from './cronjob/cronjob-controller.ts';
import { makeJobController } from './job/job-controller.ts';
import { openCluster, until, type Cluster, type Json } from './testing/open-cluster.ts';
import { openMovableClock, type MovableClock } from './testing/movable-clock.ts';
import { ttlController } from './ttl-after-finished/ttl-controller.ts';

const hourMs = 3_600_000;
const template = { spec: { containers: [{ name: 'c', image: 'i' }], restartPolicy: 'Never' } };

let cluster: Cluster;
let clock: MovableClock;
/** Of keys that failed and are tried again. */
let warnings: string[];
/** Every Job that was ever stored, by name, as often as it was. */
let made: string[];
let unfollow: () => void;

beforeEach(async () => {
  [warnings, made] = [[], []];
  // Half past: no moment of a schedule is near.
  clock = openMovableClock((Math.floor(Date.now() / hourMs) + 0.5) * hourMs);
  cluster = await openCluster();
  const note = (message: string): void => void warnings.push(message);
  const logger = { error: note, warn: note, info: () => undefined, debug: () => undefined };
  const { informers, kinds } = cluster;
  unfollow = informers.informer(kinds.jobs).addHandler({ onAdd: ({ name }) => void made.push(name) });
  const leader = cluster.start([cronJobController, ttlController, makeJobController(0)], { clock, logger });
  await until(() => leader.isLeading());
});

afterEach(async () => {
  unfollow();
  await cluster.close();
});

async function createJob(name: string, spec: object): Promise<void> {
  await cluster.create(cluster.kinds.jobs, { metadata: { name }, spec: { template, ...spec } });
  await until(async () => (await cluster.list(cluster.kinds.pods)).length === 1);
  await until(async () => statusOf(await jobOf(name)).startTime !== undefined);
}

const jobOf = (name: string) => cluster.read(cluster.kinds.jobs, name);

interface JobStatus {
  readonly startTime?: string;
  readonly conditions?: readonly { readonly type: string; readonly reason?: string }[];
}

const statusOf = (job: Json | undefined): JobStatus => job?.['status'] ?? {};
const endsOf = (job: Json | undefined) => (statusOf(job).conditions ?? []).map(({ type, reason }) => reason ?? type);

/** Reads after this have seen all earlier visits: a Job made for the purpose gets its pod by the same queues. */
async function settle(): Promise<void> {
  const name = `settled-${made.length}`;
  const { jobs } = cluster.kinds;
  await cluster.create(jobs, { metadata: { name }, spec: { template, ttlSecondsAfterFinished: 0, completions: 0 } });
  await until(async () => (await jobOf(name))?.metadata['deletionTimestamp'] !== undefined);
  await cluster.mergePatch(jobs, name, { metadata: { finalizers: null } });
}

it('a Job fails by its deadline once the wall clock is past it, be it set back or forwards meanwhile', async () => {
  await createJob('back', { activeDeadlineSeconds: 7_200 });
  clock.jump(-5 * hourMs);
  clock.pass(3 * hourMs);
  await settle();
  expect(endsOf(await jobOf('back'))).toEqual([]);
  clock.pass(5 * hourMs);
  await until(async () => endsOf(await jobOf('back')).length > 0);
  expect(endsOf(await jobOf('back'))).toEqual(['DeadlineExceeded']);
  await until(async () => (await cluster.list(cluster.kinds.pods)).length === 0);

  await createJob('forwards', { activeDeadlineSeconds: 7_200 });
  clock.jump(100 * hourMs);
  clock.pass(2.5 * hourMs);
  await until(async () => endsOf(await jobOf('forwards')).length > 0);
  expect(endsOf(await jobOf('forwards'))).toEqual(['DeadlineExceeded']);
  expect(warnings).toEqual([]);
});

it('a finished Job is kept for its time to live by the wall clock, and deleted once, however that is set', async () => {
  const isDeleted = async (): Promise<boolean> => (await jobOf('a'))?.metadata['deletionTimestamp'] !== undefined;
  await createJob('a', { ttlSecondsAfterFinished: 3_600, completions: 1 });
  const [pod] = await cluster.list(cluster.kinds.pods);
  await cluster.mergePatch(cluster.kinds.pods, pod?.metadata.name ?? '', { status: { phase: 'Succeeded' } }, 'status');
  await until(async () => endsOf(await jobOf('a')).includes('Complete'));
  await settle();
  clock.jump(-30 * hourMs);
  clock.pass(2 * hourMs);
  await settle();
  expect(await isDeleted()).toBe(false);
  clock.jump(29 * hourMs);
  clock.pass(30 * hourMs);
  await until(isDeleted);
  expect(warnings).toEqual([]);
});

it('a CronJob makes no Job twice on a clock that goes back, and one Job for all moments that a clock skips', async () => {
  const { cronJobs, jobs } = cluster.kinds;
  const jobTemplate = { spec: { template, completions: 0 } };
  const spec = { schedule: '0 * * * *', successfulJobsHistoryLimit: 0, jobTemplate };
  await cluster.create(cronJobs, { metadata: { name: 'hourly' }, spec });
  await until(async () => (await cluster.read(cronJobs, 'hourly')) !== undefined);
  const moment = (): number => Math.floor(clock.wallMs() / hourMs);
  let latest = moment();
  const expected: string[] = [];
  for (const jumped of [0, 5, -5, -26, 3, 30, -2, 200, -1, 0]) {
    clock.jump(jumped * hourMs);
    await settle();
    clock.pass(hourMs);
    // A Job for this moment, unless the clock has been there before.
    if (moment() > latest) {
      latest = moment();
      const name = `hourly-${latest * 60}`;
      expected.push(name);
      await until(() => made.includes(name));
      await until(async () => (await jobOf(name)) === undefined);
    }
    await settle();
    expect(made.filter((name) => name.startsWith('hourly'))).toEqual(expected);
  }
  expect((await cluster.list(jobs)).length).toBe(0);
  expect(warnings).toEqual([]);
});
