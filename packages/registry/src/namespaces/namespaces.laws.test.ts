/** The law of namespaces, on random interleavings of two replicas: an object is never where no namespace takes it. */
import { expect, it } from '@jest/globals';
import fc from 'fast-check';

import type { Storage, StorageEvent } from '@keelson/storage';
import { bytesOf } from '@keelson/storage/conformance';

import type { Outcome } from '../contract.ts';
import type { Bench } from '../testing/open-registry.ts';
import { openReplicas } from '../testing/open-replicas.ts';
import type { Replicas } from '../testing/open-replicas.ts';

const names = ['one', 'two'] as const;

interface Step {
  readonly kind: 'make' | 'change' | 'delete' | 'empty' | 'post' | 'apply' | 'put' | 'drop' | 'hold' | 'release';
  readonly namespace: (typeof names)[number];
  readonly object: number;
  readonly isLagging: boolean;
  /** Turns of the event loop before the next step: the steps overlap. */
  readonly turns: number;
}

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom(
      'make',
      'make',
      'change',
      'delete',
      'delete',
      'empty',
      'empty',
      'empty',
      'post',
      'post',
      'post',
      'apply',
      'put',
      'drop',
      'hold',
      'release',
    ),
    namespace: fc.constantFrom(...names),
    object: fc.nat(5),
    isLagging: fc.boolean(),
    turns: fc.nat(4),
  }),
  { minLength: 60, maxLength: 60 },
);

/** Refusals are part of it; nothing may be thrown. */
function carryOut({ swift, lagging, lag }: Replicas, step: Step): Promise<unknown> {
  const bench = step.isLagging ? lagging : swift;
  const { namespace, object } = step;
  const name = `o${object}`;
  const metadata = { name };
  const inside = (plural: string, groupVersion?: string) => ({
    resource: bench.resource(plural, groupVersion),
    namespace,
  });
  const maps = inside('configmaps');
  // A replica that lags answers writes of namespaces only once it has heard of them.
  const namespaces = { resource: swift.resource('namespaces') };
  switch (step.kind) {
    case 'make':
      return swift.create(namespaces, { metadata: { name: namespace } });
    case 'change':
      return swift.patch({ ...namespaces, name: namespace }, 'merge', { metadata: { labels: { changed: name } } });
    case 'delete':
      return swift.delete({ ...namespaces, name: namespace });
    case 'empty':
      return swift.registry.emptyNamespace(namespace);
    case 'post':
      return bench.create(maps, { metadata });
    case 'apply':
      return bench.patch(
        { ...maps, name },
        'apply',
        { apiVersion: 'v1', kind: 'ConfigMap', metadata },
        { fieldManager: 'f' },
      );
    case 'put':
      return bench.update({ ...inside('leases', 'coordination.k8s.io/v1'), name }, { metadata });
    case 'drop':
      return bench.delete({ ...maps, name });
    case 'hold':
      lag.hold();
      return Promise.resolve();
    case 'release':
      lag.release();
      return Promise.resolve();
  }
}

async function play(replicas: Replicas, played: readonly Step[]): Promise<void> {
  // Both are there at first: where the store is slow beside the steps, few objects would find a namespace.
  const { swift } = replicas;
  for (const name of names) await swift.create({ resource: swift.resource('namespaces') }, { metadata: { name } });
  const underWay: Promise<unknown>[] = [];
  for (const step of played) {
    underWay.push(carryOut(replicas, step));
    for (let turn = 0; turn < step.turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
  replicas.lag.release();
  await Promise.all(underWay);
}

/** So that the next run begins without any. */
async function clear({ swift }: Replicas): Promise<void> {
  for (const namespace of names) {
    await swift.delete({ resource: swift.resource('namespaces'), name: namespace });
    for (;;) {
      const emptied = await swift.registry.emptyNamespace(namespace);
      if (emptied.ok && emptied.value.remaining === 0) break;
    }
  }
}

async function eventsOf(storage: Storage, afterRevision: number): Promise<readonly StorageEvent[]> {
  const last = await storage.currentRevision();
  return new Promise((resolve, reject) => {
    const events: StorageEvent[] = [];
    const watch = storage.watch(storage.prefix, afterRevision, {
      onEvents: (batch) => {
        events.push(...batch);
        if ((events.at(-1)?.revision ?? 0) < last) return;
        watch.close();
        resolve(events);
      },
      onEnd: reject,
    });
  });
}

/**
 * Law, in the store's order of events: an object is created only in a live namespace, and deleted
 * before the namespace is.
 */
function checkLaw(events: readonly StorageEvent[]): number {
  const states = new Map<string, 'live' | 'terminating'>();
  const content = new Map<string, Set<string>>(names.map((name) => [name, new Set()]));
  let creates = 0;
  for (const { key, value, previous } of events) {
    const [resource, ...rest] = key.slice('/registry/'.length).split('/');
    const [namespace = ''] = rest;
    const inside = content.get(namespace);
    if (inside === undefined) continue;
    if (resource === 'namespaces') {
      if (value === undefined) expect([...inside]).toEqual([]);
      const isGoing =
        value !== undefined &&
        'deletionTimestamp' in (JSON.parse(bytesOf(value).toString()) as { metadata: object }).metadata;
      if (value === undefined) states.delete(namespace);
      else states.set(namespace, isGoing ? 'terminating' : 'live');
    } else if (value === undefined) {
      inside.delete(key);
    } else {
      if (previous === undefined) {
        creates += 1;
        expect([key, states.get(namespace)]).toEqual([key, 'live']);
      }
      inside.add(key);
    }
  }
  return creates;
}

it('an object is made only in a namespace that is there and not terminating, and never outlives it', async () => {
  const replicas = await openReplicas();
  let creates = 0;
  try {
    await fc.assert(
      fc.asyncProperty(steps, async (played) => {
        const before = await replicas.storage.currentRevision();
        await play(replicas, played);
        await clear(replicas);
        creates += checkLaw(await eventsOf(replicas.storage, before));
      }),
      { numRuns: Number(process.env['LAW_RUNS'] ?? 40) },
    );
  } finally {
    await replicas.close();
  }
  expect(creates).toBeGreaterThan(40);
});
