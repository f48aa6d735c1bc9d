/** Jobs over simulated nodes: success, failure, deadlines and suspension as users see them. */
import { beforeAll, expect, test } from '@jest/globals';

import { eventually } from './support/eventually.ts';
import { useHomes } from './support/homes.ts';
import { openStoredObjects, type StoredObject, type StoredObjects } from './support/stored-objects.ts';
import { newStoryNamespace } from './support/story-namespace.ts';

const newHome = useHomes();
let objects: StoredObjects;

beforeAll(async () => {
  const home = await newHome();
  objects = openStoredObjects(
    await home.start('--simulate-nodes=2', '--simulate-speed=100', '--simulate-events=false'),
  );
});

/** Waits for a full minute. */
const longTest = process.env['KEELSON_STORIES'] === undefined ? test.skip : test;

const newNamespace = () => newStoryNamespace(objects);

interface Wish {
  readonly behaviour?: Readonly<Record<string, string>>;
  readonly restartPolicy?: string;
  readonly spec?: object;
  readonly metadata?: object;
}

function job(name: string, { behaviour = {}, restartPolicy = 'Never', spec = {}, metadata = {} }: Wish = {}): object {
  const annotations = Object.fromEntries(
    Object.entries(behaviour).map(([key, value]) => [`simulation.keelson.io/${key}`, value]),
  );
  const podSpec = { restartPolicy, containers: [{ name: 'c', image: 'i' }] };
  return {
    metadata: { name, ...metadata },
    spec: {
      parallelism: 2,
      completions: 4,
      backoffLimit: 6,
      ...spec,
      template: { metadata: { annotations }, spec: podSpec },
    },
  };
}

const forEver = { 'run-for': '100000s' };
const complete = { conditions: [{ type: 'Complete', status: 'True' }], succeeded: 4 };

test('a Job runs to completion when its pods succeed, and when its containers are restarted where they are', async () => {
  const { batch } = await newNamespace();
  await objects.create(`${batch}/jobs`, job('plain'));
  const flaky = { behaviour: { 'exit-code': '1', failures: '1' }, restartPolicy: 'OnFailure' };
  await objects.create(`${batch}/jobs`, job('restarted', flaky));
  await objects.shows(`${batch}/jobs/plain`, { status: complete });
  await objects.shows(`${batch}/jobs/restarted`, { status: complete });
  expect((await objects.find(`${batch}/jobs/restarted`))?.status['failed']).toBeUndefined();
});

test('a Job whose pods fail at times starts others in their place', async () => {
  const { batch } = await newNamespace();
  const flaky = { behaviour: { 'exit-code': '1', failures: '1' }, spec: { completions: 1, parallelism: 1 } };
  await objects.create(`${batch}/jobs`, job('replaced', flaky));
  await objects.shows(`${batch}/jobs/replaced`, {
    status: { succeeded: 1, failed: 1, conditions: [{ type: 'Complete', status: 'True' }] },
  });
});

test('an Indexed Job has completed each index once, and its pods say which is theirs', async () => {
  const { core, batch } = await newNamespace();
  await objects.create(`${batch}/jobs`, job('indexed', { spec: { completionMode: 'Indexed' } }));
  await objects.shows(`${batch}/jobs/indexed`, { status: { ...complete, completedIndexes: '0-3' } });
  const pods = await objects.list(`${core}/pods?labelSelector=job-name=indexed`);
  const indexes = pods.map(({ metadata }) => metadata.annotations?.['batch.kubernetes.io/job-completion-index']);
  expect(indexes.sort()).toEqual(['0', '1', '2', '3']);
  expect(pods.map(({ spec }) => String(spec['hostname'])).sort()).toEqual(
    [0, 1, 2, 3].map((index) => `indexed-${index}`),
  );
  expect(pods[0]?.metadata.labels).toMatchObject({ 'job-name': 'indexed' });
});

test('a Job that is created suspended has no pods until it is resumed', async () => {
  const { core, batch } = await newNamespace();
  await objects.create(`${batch}/jobs`, job('waiting', { spec: { suspend: true } }));
  await objects.shows(`${batch}/jobs/waiting`, {
    status: { conditions: [{ type: 'Suspended', status: 'True', reason: 'JobSuspended', message: 'Job suspended' }] },
  });
  expect(await objects.list(`${core}/pods`)).toEqual([]);
  await objects.merge(`${batch}/jobs/waiting`, { spec: { suspend: false } });
  await eventually(async () => {
    const status: StoredObject['status'] = (await objects.find(`${batch}/jobs/waiting`))?.status ?? {};
    expect(status).toMatchObject({ succeeded: 4 });
    expect(status['conditions']).toEqual([
      expect.objectContaining({ type: 'Suspended', status: 'False', reason: 'JobResumed', message: 'Job resumed' }),
      expect.objectContaining({ type: 'Complete', status: 'True' }),
    ]);
  });
});

test('a Job that is suspended in the middle loses its active pods and keeps what it has counted', async () => {
  const { core, batch } = await newNamespace();
  await objects.create(`${batch}/jobs`, job('halted', { behaviour: forEver }));
  await objects.shows(`${batch}/jobs/halted`, { status: { active: 2, ready: 2 } });
  await objects.merge(`${batch}/jobs/halted`, { spec: { suspend: true } });
  await objects.counts(`${core}/pods`, 0);
  await eventually(async () => {
    const status: StoredObject['status'] = (await objects.find(`${batch}/jobs/halted`))?.status ?? {};
    expect(status).toMatchObject({ conditions: [{ type: 'Suspended', status: 'True' }] });
    expect([status['active'], status['failed']]).toEqual([undefined, undefined]);
  });
});

test('a Job fails beyond its back-off limit, and beyond its deadline', async () => {
  const { core, batch } = await newNamespace();
  const failing = { behaviour: { 'exit-code': '1' }, spec: { backoffLimit: 1, parallelism: 1, completions: 1 } };
  await objects.create(`${batch}/jobs`, job('failing', failing));
  await objects.create(`${batch}/jobs`, job('late', { behaviour: forEver, spec: { activeDeadlineSeconds: 1 } }));
  await objects.shows(`${batch}/jobs/late`, {
    status: { conditions: [{ type: 'Failed', status: 'True', reason: 'DeadlineExceeded' }] },
  });
  await objects.counts(`${core}/pods?labelSelector=job-name=late`, 0);
  await objects.shows(`${batch}/jobs/failing`, {
    status: { failed: 2, conditions: [{ type: 'Failed', status: 'True', reason: 'BackoffLimitExceeded' }] },
  });
  expect(await objects.list(`${core}/pods?labelSelector=job-name=failing`)).toHaveLength(2);
});

test('a finished Job with a time to live is deleted once that is over, and stays while a finalizer holds it', async () => {
  const { core, batch } = await newNamespace();
  const metadata = { finalizers: ['example.com/dummy'] };
  await objects.create(`${batch}/jobs`, job('brief', { metadata, spec: { ttlSecondsAfterFinished: 1 } }));
  await eventually(async () => {
    const found = await objects.find(`${batch}/jobs/brief`);
    expect(found?.metadata.deletionTimestamp).toBeDefined();
    expect(found?.status).toMatchObject(complete);
  });
  await objects.merge(`${batch}/jobs/brief`, { metadata: { finalizers: null } });
  await objects.isGone(`${batch}/jobs/brief`);
  await objects.counts(`${core}/pods`, 0);
});

test('a Job adopts pods that it selects, and lets those go that it does not select any more', async () => {
  const { core, batch } = await newNamespace();
  await objects.create(`${batch}/jobs`, job('owner', { behaviour: forEver }));
  const pods = await objects.counts(`${core}/pods`, 2);
  const [{ name } = { name: '' }] = pods.map(({ metadata }) => metadata);
  await objects.merge(`${core}/pods/${name}`, { metadata: { ownerReferences: null } });
  await objects.shows(`${core}/pods/${name}`, { metadata: { ownerReferences: [{ kind: 'Job', name: 'owner' }] } });
  await objects.merge(`${core}/pods/${name}`, { metadata: { labels: null } });
  await eventually(async () => {
    const { metadata } = (await objects.find(`${core}/pods/${name}`)) ?? { metadata: undefined };
    expect(metadata).toBeDefined();
    expect(metadata?.ownerReferences).toBeUndefined();
  });
  await objects.counts(`${core}/pods?labelSelector=job-name=owner`, 2);
});

test('the status of a Job can be patched and written as a whole by others', async () => {
  const { batch } = await newNamespace();
  await objects.create(`${batch}/jobs`, job('told', { behaviour: forEver }));
  await objects.shows(`${batch}/jobs/told`, { status: { active: 2 } });
  const startTime = '2022-05-03T00:00:00Z';
  const patched = await objects.merge(`${batch}/jobs/told/status`, {
    metadata: { annotations: { patchedstatus: 'true' } },
    status: { startTime },
  });
  expect(patched).toMatchObject({ metadata: { annotations: { patchedstatus: 'true' } }, status: { startTime } });
});

longTest('CronJobs replace what is active, and their Jobs go with them', async () => {
  const { core, batch } = await newNamespace();
  const jobTemplate = {
    spec: {
      template: {
        metadata: { annotations: { 'simulation.keelson.io/run-for': '100000s' } },
        spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] },
      },
    },
  };
  const cronJob = {
    metadata: { name: 'often' },
    spec: { schedule: '*/1 * * * ?', concurrencyPolicy: 'Replace', jobTemplate },
  };
  await objects.create(`${batch}/cronjobs`, {
    ...cronJob,
    metadata: { name: 'never' },
    spec: { ...cronJob.spec, suspend: true },
  });
  const path = `${batch}/cronjobs/often`;
  await objects.create(`${batch}/cronjobs`, cronJob);
  await eventually(async () => {
    const found = await objects.find(path);
    expect(found?.status['active']).toHaveLength(1);
  });
  const [made] = await objects.list(`${batch}/jobs`);
  await objects.remove(`${batch}/jobs/${made?.metadata.name ?? ''}`, { propagationPolicy: 'Background' });
  await eventually(async () => expect((await objects.find(path))?.status['active']).toBeUndefined());
  await objects.remove(path);
  await objects.counts(`${batch}/jobs`, 0);
  await objects.counts(`${core}/pods`, 0);
});
