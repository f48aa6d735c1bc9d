/** Two replicas empty one namespace, and the name is taken again between two steps of the slower one. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Storage } from '@keelson/storage';

import { openReplica, valueOf } from '../testing/open-registry.ts';
import type { Bench } from '../testing/open-registry.ts';
import { openReplicas } from '../testing/open-replicas.ts';
import type { Replicas } from '../testing/open-replicas.ts';

let replicas: Replicas;
let swift: Bench;
let slow: Bench;
/** Hooks that run before the next write of this kind to a namespace through the slow replica. */
const before: Partial<Record<'update' | 'delete', () => Promise<void>>> = {};

async function interrupt(kind: 'update' | 'delete', key: string): Promise<void> {
  const happens = before[kind];
  if (happens === undefined || !key.startsWith('/registry/namespaces/')) return;
  Reflect.deleteProperty(before, kind);
  await happens();
}

function interrupted(storage: Storage): Storage {
  return {
    ...storage,
    update: async (key, ...rest) => {
      await interrupt('update', key);
      return storage.update(key, ...rest);
    },
    delete: async (key, revision) => {
      await interrupt('delete', key);
      return storage.delete(key, revision);
    },
  };
}

beforeEach(async () => {
  replicas = await openReplicas();
  ({ swift } = replicas);
  const storage = interrupted(replicas.storage);
  slow = await openReplica(storage, { storage });
  await make();
  await valueOf(swift.create(inside(), { metadata: { name: 'old' } }));
  await valueOf(swift.delete(namespace()));
});

afterEach(async () => {
  await slow.close();
  await replicas.close();
});

const namespace = () => ({ resource: swift.resource('namespaces'), name: 'n' });
const inside = () => ({ resource: swift.resource('configmaps'), namespace: 'n' });
const make = () => valueOf(swift.create({ resource: swift.resource('namespaces') }, { metadata: { name: 'n' } }));

async function makeNext(): Promise<void> {
  expect(await valueOf(swift.registry.emptyNamespace('n'))).toEqual({ remaining: 0 });
  await make();
  await valueOf(swift.create(inside(), { metadata: { name: 'new' } }));
}

describe('an emptier that is overtaken', () => {
  it.each(['update', 'delete'] as const)('leaves the next namespace of the name live, before its %s', async (kind) => {
    before[kind] = makeNext;
    await slow.registry.emptyNamespace('n');
    expect(before).toEqual({});
    expect(await swift.read(namespace())).toMatchObject({ status: { phase: 'Active' } });
    expect((await swift.read({ ...inside(), name: 'new' })).metadata.name).toBe('new');
  });

  it.each(['update', 'delete'] as const)('does not let go of the next one unemptied, before its %s', async (kind) => {
    before[kind] = async () => {
      await makeNext();
      await valueOf(swift.delete(namespace()));
    };
    await slow.registry.emptyNamespace('n');
    expect(before).toEqual({});
    expect(await swift.read(namespace())).toMatchObject({
      status: { phase: 'Terminating' },
      spec: { finalizers: ['kubernetes'] },
    });
    expect(await valueOf(slow.registry.emptyNamespace('n'))).toEqual({ remaining: 0 });
  });

  it('comes again where the namespace was changed meanwhile', async () => {
    before.update = async () => {
      await valueOf(swift.patch(namespace(), 'merge', { metadata: { labels: { changed: 'yes' } } }));
    };
    expect((await slow.registry.emptyNamespace('n')).ok).toBe(false);
    expect(await valueOf(slow.registry.emptyNamespace('n'))).toEqual({ remaining: 0 });
    expect((await swift.registry.get(namespace(), {})).ok).toBe(false);
  });
});
