/** Elected controllers over a real store: one replica at a time, fenced writes, and the rights of the default roles. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { referenceTo } from '../events/event-recorder.ts';
import { leaderLeaseName } from './leader-lease.ts';
import { sharedIndex } from './shared-index.ts';
import { openCluster, openReplica, until, type Cluster } from '../testing/open-cluster.ts';
import type { ControllerContext, ControllerDefinition } from './definition.ts';

let cluster: Cluster;

beforeEach(async () => {
  cluster = await openCluster();
});

afterEach(async () => {
  await cluster.close();
});

/** Hands its context out each time that it is started. */
function probe(account = 'job-controller') {
  const contexts: ControllerContext[] = [];
  let stopped = 0;
  const definition: ControllerDefinition = {
    name: 'probe',
    account,
    workers: 1,
    start: (context) => {
      contexts.push(context);
      return {
        check: () => 'stuck',
        stop: () => {
          stopped += 1;
          return Promise.resolve();
        },
      };
    },
  };
  return { definition, contexts, stopped: () => stopped };
}

const podTemplate = { spec: { containers: [{ name: 'c', image: 'i' }], restartPolicy: 'Never' } };

describe('the leader', () => {
  it('is one replica, and the other one follows as soon as it stops', async () => {
    const other = await openReplica(cluster.storage);
    const [first, second] = [probe(), probe()];
    const leader = cluster.start([first.definition], { identity: 'one' });
    await until(() => first.contexts.length === 1);
    const follower = other.start([second.definition], { identity: 'two' });
    expect([leader.isLeading(), follower.isLeading()]).toEqual([true, false]);
    expect(leader.check('probe')).toBe('stuck');
    expect(follower.check('probe')).toBeUndefined();
    await leader.stop();
    expect(first.stopped()).toBe(1);
    await until(() => second.contexts.length === 1);
    expect([leader.isLeading(), follower.isLeading()]).toEqual([false, true]);
    await other.close();
  });

  it('can be stopped while it waits for a watch cache that was closed', async () => {
    const { definition, contexts } = probe();
    let waits = 0;
    const closed = {
      waitFor: () => {
        waits += 1;
        // A loop that nothing else gets a turn in would hold up this test, and not fail it.
        return waits < 10_000 ? Promise.resolve(false) : Promise.reject(new Error('it waits without a pause'));
      },
    };
    const leader = cluster.start([definition], { cache: closed });
    await until(() => waits > 0);
    await leader.stop();
    expect([contexts.length, waits < 100]).toEqual([0, true]);
  });

  it('writes nothing once another one leads', async () => {
    const other = await openReplica(cluster.storage);
    const [first, second] = [probe(), probe()];
    const leader = cluster.start([first.definition]);
    const [deposed] = await until(() => first.contexts.length === 1 && first.contexts);
    // As an operator does it, or a lease that ran out while the process stood still.
    const key = `${cluster.storage.prefix}.keelson/elections/controllers/leader`;
    const { entry } = await cluster.storage.get(key);
    await cluster.storage.delete(key, entry?.revision ?? 0);
    other.start([second.definition]);
    await until(() => second.contexts.length + first.contexts.length === 2);
    const target = { resource: cluster.kinds.pods, namespace: 'default' };
    const refused = await deposed?.client.create(target, { metadata: { name: 'late' }, spec: podTemplate.spec });
    expect(refused).toMatchObject({ ok: false, status: { code: 503 } });
    expect(await cluster.read(cluster.kinds.pods, 'late')).toBeUndefined();
    await leader.stop();
    await other.close();
  });

  it('shows itself in a Lease, which it gives back', async () => {
    const { leases } = cluster.kinds;
    const read = async () => {
      const got = await cluster.registry.get({ resource: leases, namespace: 'kube-system', name: leaderLeaseName }, {});
      if (!got.ok) return undefined;
      return (JSON.parse(got.value.object.value.toString()) as { readonly spec: Record<string, unknown> }).spec;
    };
    const leader = cluster.start([probe().definition], { identity: 'one' });
    await until(async () => (await read())?.['holderIdentity'] === 'one');
    expect(await read()).toMatchObject({ leaseDurationSeconds: 30, leaseTransitions: 0 });
    await leader.stop();
    expect(await read()).toMatchObject({ holderIdentity: '' });
  });
});

describe('an index of a controller', () => {
  it('is made once for an informer, however often its replica is elected', () => {
    const informer = cluster.informers.informer<object>(cluster.kinds.pods);
    const keysOf = () => ['all'];
    expect(sharedIndex(informer, keysOf)).toBe(sharedIndex(informer, keysOf));
    expect(sharedIndex(informer, () => ['all'])).not.toBe(sharedIndex(informer, keysOf));
  });
});

describe('a controller', () => {
  it('has the rights of its default role, and no others', async () => {
    const { definition, contexts } = probe('job-controller');
    cluster.start([definition]);
    const [context] = await until(() => contexts.length === 1 && contexts);
    const { pods, leases } = cluster.kinds;
    const place = { resource: pods, namespace: 'default' };
    const created = await context?.client.create(place, { metadata: { name: 'a' }, spec: podTemplate.spec });
    expect(created?.ok).toBe(true);
    const refused = await context?.client.create(
      { resource: leases, namespace: 'default' },
      { metadata: { name: 'a' } },
    );
    expect(refused).toMatchObject({
      ok: false,
      status: {
        message:
          'leases.coordination.k8s.io is forbidden: User "system:serviceaccount:kube-system:job-controller" cannot create resource "leases" in API group "coordination.k8s.io" in the namespace "default"',
      },
    });
  });

  it('records events, and counts those that repeat', async () => {
    const { definition, contexts } = probe();
    cluster.start([definition]);
    const [context] = await until(() => contexts.length === 1 && contexts);
    const { kinds } = cluster;
    await cluster.create(kinds.pods, { metadata: { name: 'p' }, ...podTemplate });
    const pod = await until(() => cluster.informers.informer(kinds.pods).get({ namespace: 'default', name: 'p' }));
    const about = referenceTo(kinds.pods, pod);
    for (let round = 0; round < 3; round += 1) {
      context?.events.record({ about, type: 'Normal', reason: 'Made', message: 'made it' });
    }
    const [event] = await until(async () => {
      const events = await cluster.list(kinds.events);
      return events[0]?.['count'] === 3 && events;
    });
    expect(event).toMatchObject({
      reason: 'Made',
      message: 'made it',
      source: { component: 'job-controller' },
      involvedObject: about,
      type: 'Normal',
    });
  });
});
