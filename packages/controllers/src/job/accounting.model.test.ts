/**
 * Accounting of Jobs against a plain model: pods end at random, are deleted, the controller crashes before or after any
 * of its writes, and its watch cache lags. Each pod is counted once in the end, as what it was, and no Job ever has
 * more pods than it asks for. `KEELSON_SCHEDULES` sets the number of Jobs, each with random events of its own, and
 * `KEELSON_SEED` what these are.
 */
import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { systemClock } from '@keelson/cache';
import type { Storage, Watcher } from '@keelson/storage';
import { silentLogger } from '@keelson/telemetry';

import type { ControllerClient } from '../client/controller-client.ts';
import { accountCaller, createRegistryClient } from '../client/registry-client.ts';
import { realClock, type ControllerClock } from '../controller-clock.ts';
import type { LedController } from '../frame/definition.ts';
import { openCluster, openReplica, tester, until, type Cluster, type Json } from '../testing/open-cluster.ts';
import { makeJobController } from './job-controller.ts';
import { completionIndexOf } from './completion-indexes.ts';

const schedules = Number(process.env['KEELSON_SCHEDULES'] ?? 40);
const atOnce = 40;

let swift: Cluster;
/** The controller's: its watch cache hears of everything a little late. */
let lagging: Cluster;

/** Small and the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const random = createRandom(Number(process.env['KEELSON_SEED'] ?? 20_221_122));

function lagAtRandom(storage: Storage): Storage {
  const late = (watcher: Watcher): Watcher => ({
    ...watcher,
    onEvents: async (events) => {
      if (random() < 0.2) await delay(random() * 4);
      await watcher.onEvents(events);
    },
    onEnd: (error) => watcher.onEnd(error),
  });
  return {
    ...storage,
    watch: (prefix, after, watcher, options) => storage.watch(prefix, after, late(watcher), options),
  };
}

beforeAll(async () => {
  swift = await openCluster();
  lagging = await openReplica(lagAtRandom(swift.storage));
});

afterAll(async () => {
  await lagging.close();
  await swift.close();
});

/** Hours of back-off pass in milliseconds. */
const clock: ControllerClock = { ...realClock, after: (ms, run) => systemClock.after(Math.min(ms, 3), run) };

const crash = new Error('the process has crashed');

/**
 * A client whose process dies before or after one of its writes: nothing comes of what is asked afterwards. What is
 * under way then ends before the next leader begins, as the fence of an election has it.
 */
function mortal(client: ControllerClient, writesLeft: number, onDeath: () => void) {
  const underWay = new Set<Promise<unknown>>();
  let left = writesLeft;
  const perform = async <T>(run: () => Promise<T>): Promise<T> => {
    const running = run();
    underWay.add(running);
    try {
      return await running;
    } finally {
      underWay.delete(running);
    }
  };
  const live = async <T>(isWrite: boolean, run: () => Promise<T>): Promise<T> => {
    if (left <= 0) throw crash;
    if (!isWrite) return run();
    left -= 1;
    if (left > 0) return perform(run);
    if (random() < 0.5) await perform(run);
    onDeath();
    throw crash;
  };
  const mortalClient: ControllerClient = {
    get: (...asked) => live(false, () => client.get(...asked)),
    create: (...asked) => live(true, () => client.create(...asked)),
    update: (...asked) => live(true, () => client.update(...asked)),
    patch: (...asked) => live(true, () => client.patch(...asked)),
    apply: (...asked) => live(true, () => client.apply(...asked)),
    delete: (...asked) => live(true, () => client.delete(...asked)),
  };
  return { client: mortalClient, settled: () => Promise.allSettled(underWay) };
}

/** Runs controllers one after the other, each until it crashes. */
function runMortals() {
  let isOver = false;
  let lives = 0;
  let current: LedController | undefined;
  let life: ReturnType<typeof mortal> | undefined;
  const run = async (): Promise<void> => {
    while (!isOver) {
      lives += 1;
      // As an elected leader, it begins when it has seen what the one before has written.
      await lagging.cache.waitFor(await swift.storage.currentRevision(), 10_000);
      await new Promise<void>((die) => {
        const client = createRegistryClient({ ...lagging, domain: 'k8s.io' }, accountCaller('job-controller'));
        life = mortal(client, 1 + Math.floor(random() * 200), die);
        current = makeJobController(0).start({
          kinds: lagging.kinds,
          scheme: lagging.scheme,
          informers: lagging.informers,
          client: life.client,
          clientOf: () => client,
          events: { record: () => undefined, close: () => Promise.resolve() },
          workers: 5,
          clock,
          random,
          logger: silentLogger,
          gatesOff: new Set(),
          emptyNamespace: () => Promise.resolve({ isEmpty: true }),
          resources: lagging.informers.resources,
        });
        void over.then(() => die());
      });
      await current?.stop();
      await life?.settled();
    }
  };
  let end = (): void => undefined;
  const over = new Promise<void>((resolve) => (end = resolve));
  const running = run();
  return {
    lives: () => lives,
    stop: async () => {
      isOver = true;
      end();
      await running;
    },
  };
}

interface Wish {
  readonly completions: number;
  readonly parallelism: number;
  readonly isIndexed: boolean;
  readonly backoffLimit: number;
}

/** The true history of the pods of one Job, by uid. */
interface Model {
  readonly wish: Wish;
  readonly pods: Map<string, 'active' | 'succeeded' | 'failed'>;
  readonly indexes: Map<string, number>;
  readonly faults: string[];
}

const models = new Map<string, Model>();

interface PodFacts {
  readonly uid: string;
  readonly job: string;
  readonly phase: string;
  readonly isGoing: boolean;
}

function follow(): void {
  swift.informers.informer<object>(swift.kinds.pods).addHandler({
    onAdd: (pod) => note(pod.object as unknown as Json, false),
    onUpdate: (_, pod) => note(pod.object as unknown as Json, false),
    onDelete: (pod) => note(pod.object as unknown as Json, true),
  });
}

function factsOf(pod: Json, isGone: boolean): PodFacts | undefined {
  const [owner] = (pod.metadata['ownerReferences'] ?? []) as { readonly name: string }[];
  if (owner === undefined) return undefined;
  const { phase } = pod['status'] as { readonly phase: string };
  const isGoing = isGone || pod.metadata['deletionTimestamp'] !== undefined;
  return { uid: pod.metadata.uid, job: owner.name, phase, isGoing };
}

/** A pod ends once: with its phase, or by being deleted. */
function note(pod: Json, isGone: boolean): void {
  const facts = factsOf(pod, isGone);
  const model = facts && models.get(facts.job);
  if (facts === undefined || model === undefined) return;
  const before = model.pods.get(facts.uid);
  if (before === undefined) {
    model.pods.set(facts.uid, 'active');
    const index = completionIndexOf(pod.metadata['annotations'] as Record<string, string> | undefined);
    if (index !== undefined) model.indexes.set(facts.uid, index);
    checkSurplus(facts.job, model);
  }
  if (before === 'succeeded' || before === 'failed') return;
  if (facts.phase === 'Succeeded') model.pods.set(facts.uid, 'succeeded');
  else if (facts.phase === 'Failed' || facts.isGoing) model.pods.set(facts.uid, 'failed');
}

const count = (model: Model, state: string): number => [...model.pods.values()].filter((each) => each === state).length;

function checkSurplus(job: string, model: Model): void {
  const { completions, parallelism } = model.wish;
  const [active, succeeded] = [count(model, 'active'), count(model, 'succeeded')];
  if (active > parallelism) model.faults.push(`${job} has ${active} active pods of ${parallelism}`);
  if (active + succeeded > completions) model.faults.push(`${job} has ${active + succeeded} pods of ${completions}`);
}

async function tryTo(run: () => Promise<unknown>): Promise<void> {
  // The controller may have been there first.
  await run().catch(() => undefined);
}

/** The kubelets: random ends of pods, until the Job has ended. */
async function live(name: string, model: Model): Promise<Json> {
  const { kinds } = swift;
  for (;;) {
    const job = await swift.read(kinds.jobs, name);
    if (job !== undefined && endOf(job) !== undefined) return job;
    for (const [uid, state] of model.pods) {
      if (state !== 'active' || random() < 0.4) continue;
      const pod = [...swift.informers.informer<object>(kinds.pods).list()].find(({ head }) => head.uid === uid);
      if (pod === undefined) continue;
      const target = { resource: kinds.pods, namespace: 'default', name: pod.name };
      // Refused where the pod has changed: the model knows the first end of each.
      const resourceVersion = String(pod.version.revision);
      const dice = random();
      if (dice < 0.1)
        await tryTo(() => swift.registry.delete(target, { options: { uid, resourceVersion }, caller: tester }));
      else {
        const phase = dice < 0.25 ? 'Failed' : 'Succeeded';
        await tryTo(() =>
          swift.mergePatch(kinds.pods, pod.name, { metadata: { uid, resourceVersion }, status: { phase } }, 'status'),
        );
      }
    }
    await delay(2);
  }
}

function endOf(job: Json): string | undefined {
  const { conditions = [] } = job['status'] as { conditions?: { type: string; status: string }[] };
  return conditions.find(({ type, status }) => type !== 'Suspended' && status === 'True')?.type;
}

async function runSchedule(number: number): Promise<void> {
  const name = `j${number}`;
  const completions = 1 + Math.floor(random() * 5);
  const wish: Wish = {
    completions,
    parallelism: 1 + Math.floor(random() * 3),
    isIndexed: random() < 0.4,
    backoffLimit: random() < 0.15 ? 0 : 100,
  };
  const model: Model = { wish, pods: new Map(), indexes: new Map(), faults: [] };
  models.set(name, model);
  const { isIndexed, ...spec } = wish;
  const template = { spec: { containers: [{ name: 'c', image: 'i' }], restartPolicy: 'Never' } };
  const completionMode = isIndexed ? 'Indexed' : 'NonIndexed';
  await swift.create(swift.kinds.jobs, { metadata: { name }, spec: { ...spec, completionMode, template } });
  await live(name, model);
  const isCounted = (): boolean => count(model, 'active') === 0;
  await until(isCounted);
  await check(name, model);
  await tidy(name);
}

async function check(name: string, model: Model): Promise<void> {
  const job = (await swift.read(swift.kinds.jobs, name)) as Json;
  const {
    succeeded = 0,
    failed = 0,
    completedIndexes = '',
    uncountedTerminatedPods,
    active,
  } = job['status'] as Record<string, unknown>;
  const { wish } = model;
  const indexes = [...model.pods].flatMap(([uid, state]) => (state === 'succeeded' ? [model.indexes.get(uid)] : []));
  const counted = { name, end: endOf(job), succeeded, failed, uncountedTerminatedPods, active, faults: model.faults };
  expect(counted).toEqual({
    name,
    end: endOf(job),
    succeeded: count(model, 'succeeded'),
    failed: count(model, 'failed'),
    uncountedTerminatedPods: {},
    active: undefined,
    faults: [],
  });
  if (endOf(job) === 'Complete') expect(succeeded).toBe(wish.completions);
  if (wish.isIndexed) {
    expect(new Set(indexes).size).toBe(indexes.length);
    expect(completedIndexes).not.toBe(succeeded === 0 ? 'x' : '');
  }
  const held = (await podsOf(name)).filter(({ metadata }) => metadata['finalizers'] !== undefined);
  expect(held).toEqual([]);
}

async function podsOf(job: string): Promise<Json[]> {
  const resource = swift.kinds.pods;
  const listed = await swift.registry.list({ resource, namespace: 'default' }, { labelSelector: `job-name=${job}` });
  if (!listed.ok) throw new Error(listed.status.message);
  return listed.value.objects.map(({ value }) => JSON.parse(value.toString()) as Json);
}

async function tidy(name: string): Promise<void> {
  models.delete(name);
  for (const pod of await podsOf(name)) await tryTo(() => swift.remove(swift.kinds.pods, pod.metadata.name));
  await swift.remove(swift.kinds.jobs, name, { propagationPolicy: 'Background' });
}

test(
  'counts each pod once, whatever it crashes between, and makes no pod too many',
  async () => {
    follow();
    const mortals = runMortals();
    let next = 0;
    const work = async (): Promise<void> => {
      for (let number = next++; number < schedules; number = next++) await runSchedule(number);
    };
    await Promise.all(Array.from({ length: Math.min(atOnce, schedules) }, work));
    await mortals.stop();
    expect(mortals.lives()).toBeGreaterThan(schedules / 40);
  },
  Math.max(180_000, schedules * 4_000),
);
