import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createFieldGates } from '@keelson/schema';

import { openBench, openReplica, valueOf, type Bench } from '../testing/open-registry.ts';

let on: Bench;
/** Another server of the same store, in which the gates are off. */
let off: Bench;

beforeAll(async () => {
  on = await openBench();
  const gates = createFieldGates(
    new Set(['CronJobTimeZone', 'ServiceInternalTrafficPolicy', 'JobTrackingWithFinalizers']),
  );
  off = await openReplica(on.storage, { gates });
});

afterAll(async () => {
  await off.close();
  await on.close();
});

const cronJobs = (bench: Bench, name?: string) => ({
  resource: bench.resource('cronjobs', 'batch/v1'),
  namespace: 'default',
  name,
});

function cronJob(name: string, spec: object) {
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } };
  return { metadata: { name }, spec: { schedule: '* * * * *', jobTemplate: { spec: { template } }, ...spec } };
}

async function timeZoneOf(bench: Bench, name: string): Promise<unknown> {
  const { spec } = await bench.read(cronJobs(bench, name));
  return (spec as { timeZone?: string }).timeZone;
}

describe('a field behind a feature gate', () => {
  it('is dropped from new objects while the gate is off, and stored while it is on', async () => {
    await valueOf(off.create(cronJobs(off), cronJob('new', { timeZone: 'Etc/UTC' })));
    expect(await timeZoneOf(off, 'new')).toBeUndefined();
    await valueOf(on.create(cronJobs(on), cronJob('kept', { timeZone: 'Etc/UTC' })));
    expect(await timeZoneOf(on, 'kept')).toBe('Etc/UTC');
  });

  it('is kept by updates and patches of an object that uses it, and does not come back once it is gone', async () => {
    await valueOf(on.create(cronJobs(on), cronJob('old', { timeZone: 'Etc/UTC' })));
    await valueOf(off.update(cronJobs(off, 'old'), cronJob('old', { timeZone: 'Europe/Oslo' })));
    expect(await timeZoneOf(off, 'old')).toBe('Europe/Oslo');
    await valueOf(off.patch(cronJobs(off, 'old'), 'merge', { spec: { timeZone: null } }));
    await valueOf(off.patch(cronJobs(off, 'old'), 'merge', { spec: { timeZone: 'Etc/UTC' } }));
    expect(await timeZoneOf(off, 'old')).toBeUndefined();
  });

  it('does not come back as a default', async () => {
    const services = { resource: off.resource('services'), namespace: 'default' };
    const service = { metadata: { name: 's' }, spec: { ports: [{ port: 80 }] } };
    await valueOf(off.create(services, service));
    expect((await off.read({ ...services, name: 's' }))['spec']).not.toHaveProperty('internalTrafficPolicy');
  });
});

describe('an annotation behind a feature gate', () => {
  const jobs = (bench: Bench, name?: string) => ({
    resource: bench.resource('jobs', 'batch/v1'),
    namespace: 'default',
    name,
  });
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } };
  const annotation = 'batch.kubernetes.io/job-tracking';
  const job = (name: string, annotations?: object) => ({ metadata: { name, annotations }, spec: { template } });
  const annotationsOf = async (name: string) => (await on.read(jobs(on, name))).metadata['annotations'];

  it('is on all objects that are created while the gate is on', async () => {
    await valueOf(on.create(jobs(on), job('marked', { other: 'x' })));
    expect(await annotationsOf('marked')).toEqual({ other: 'x', [annotation]: '' });
  });

  it('is dropped from objects without it while the gate is off, and kept on those with it', async () => {
    await valueOf(off.create(jobs(off), job('plain', { [annotation]: '' })));
    expect(await annotationsOf('plain')).toBeUndefined();
    const mark = { metadata: { annotations: { [annotation]: '', more: 'y' } } };
    await valueOf(off.patch(jobs(off, 'plain'), 'merge', mark));
    expect(await annotationsOf('plain')).toEqual({ more: 'y' });
    await valueOf(on.create(jobs(on), job('kept')));
    await valueOf(off.patch(jobs(off, 'kept'), 'merge', { metadata: { annotations: { more: 'y' } } }));
    expect(await annotationsOf('kept')).toEqual({ [annotation]: '', more: 'y' });
  });
});
