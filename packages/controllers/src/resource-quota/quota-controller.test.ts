import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Resource } from '@keelson/schema';

import { openMovableClock } from '../testing/movable-clock.ts';
import { openCluster, openReplica, until, type Cluster, type Json } from '../testing/open-cluster.ts';
import { quotaController } from './quota-controller.ts';

let cluster: Cluster;

beforeEach(async () => {
  cluster = await openCluster();
});

afterEach(async () => {
  await cluster.close();
});

const kind = (plural: string, group = ''): Resource => {
  const found = cluster.scheme.resources().find((each) => each.plural === plural && each.group === group);
  if (found === undefined) throw new Error(`there are no ${plural}`);
  return found;
};

interface Status {
  readonly hard?: Readonly<Record<string, string>>;
  readonly used?: Readonly<Record<string, string>>;
}

const statusOf = async (name: string): Promise<Status> =>
  ((await cluster.read(cluster.kinds.resourceQuotas, name)) as Json & { readonly status: Status }).status;

const usedOf = async (name: string) => (await statusOf(name)).used;

async function untilUsed(name: string, used: Readonly<Record<string, string>>): Promise<void> {
  await until(async () => {
    const now = (await usedOf(name)) ?? {};
    return Object.entries(used).every(([resource, amount]) => now[resource] === amount);
  });
}

async function quota(name: string, hard: Readonly<Record<string, string>>, spec: object = {}): Promise<void> {
  await cluster.create(cluster.kinds.resourceQuotas, { metadata: { name }, spec: { hard, ...spec } });
  await until(async () => (await usedOf(name)) !== undefined);
}

const configMap = (name: string) => cluster.create(kind('configmaps'), { metadata: { name } });
const pod = (name: string, requests: object = {}, spec: object = {}) =>
  cluster.create(cluster.kinds.pods, {
    metadata: { name },
    spec: { containers: [{ name: 'c', image: 'i', resources: { requests } }], ...spec },
  });

describe('the controller of quotas', () => {
  it('counts what is there, in all of its names, when a quota comes', async () => {
    await configMap('a');
    await configMap('b');
    await pod('p', { cpu: '600m', memory: '1Gi' });
    await pod('q', { cpu: '400m' });
    cluster.start([quotaController]);
    const hard = {
      configmaps: '1',
      'count/configmaps': '5',
      'requests.cpu': '2',
      memory: '1Ti',
      pods: '9',
      secrets: '1',
    };
    await quota('q', hard);
    expect(await statusOf('q')).toEqual({
      hard,
      used: { configmaps: '2', 'count/configmaps': '2', 'requests.cpu': '1', memory: '1Gi', pods: '2', secrets: '0' },
    });
  });

  it('gives back what is deleted, ended or uses less, at once', async () => {
    cluster.start([quotaController]);
    await quota('q', { pods: '2', 'count/pods': '9', 'requests.cpu': '1', services: '2', 'services.nodeports': '1' });
    await pod('a', { cpu: '600m' });
    await pod('b', { cpu: '100m' });
    await expect(pod('c')).rejects.toThrow('failed quota: q: must specify requests.cpu for: c');
    await expect(pod('c', { cpu: '1' })).rejects.toThrow(
      'exceeded quota: q, requested: pods=1,requests.cpu=1, used: pods=2,requests.cpu=700m, limited: pods=2,requests.cpu=1',
    );
    await cluster.mergePatch(cluster.kinds.pods, 'b', { status: { phase: 'Succeeded' } }, 'status');
    await untilUsed('q', { pods: '1', 'count/pods': '2', 'requests.cpu': '600m' });
    await cluster.remove(cluster.kinds.pods, 'a', { gracePeriodSeconds: '0' });
    await untilUsed('q', { pods: '0', 'count/pods': '1', 'requests.cpu': '0' });
    const spec = { type: 'NodePort', ports: [{ port: 80 }] };
    await cluster.create(kind('services'), { metadata: { name: 's' }, spec });
    await untilUsed('q', { services: '1', 'services.nodeports': '1' });
    await cluster.mergePatch(kind('services'), 's', { spec: { type: 'ClusterIP', ports: [{ port: 80 }] } });
    await untilUsed('q', { services: '1', 'services.nodeports': '0' });
    await cluster.remove(kind('services'), 's');
    await untilUsed('q', { services: '0' });
  });

  it('follows the limits of a quota, those below what is used too', async () => {
    cluster.start([quotaController]);
    await quota('q', { configmaps: '3' });
    await configMap('a');
    await configMap('b');
    const spec = { hard: { configmaps: '1', 'count/leases.coordination.k8s.io': '1' } };
    await cluster.mergePatch(cluster.kinds.resourceQuotas, 'q', { spec });
    await until(async () => (await statusOf('q')).hard?.['configmaps'] === '1');
    expect((await statusOf('q')).used).toEqual({ configmaps: '2', 'count/leases.coordination.k8s.io': '0' });
    await expect(configMap('c')).rejects.toThrow('used: configmaps=2, limited: configmaps=1');
  });

  it('counts by scopes, and follows pods from one into another', async () => {
    cluster.start([quotaController]);
    await quota('all', { pods: '9' });
    await quota('soon', { pods: '9' }, { scopes: ['Terminating'] });
    await quota('long', { pods: '9' }, { scopes: ['NotTerminating'] });
    await pod('a');
    expect([await usedOf('soon'), await usedOf('long')]).toEqual([{ pods: '0' }, { pods: '1' }]);
    await cluster.mergePatch(cluster.kinds.pods, 'a', { spec: { activeDeadlineSeconds: 100 } });
    await untilUsed('soon', { pods: '1' });
    await untilUsed('long', { pods: '0' });
    expect(await usedOf('all')).toEqual({ pods: '1' });
  });

  it('takes a charge back whose object was never stored, and not before its time', async () => {
    const clock = openMovableClock(Date.now());
    cluster.start([quotaController], { clock });
    await quota('q', { configmaps: '3' });
    await configMap('a');
    await expect(configMap('a')).rejects.toThrow('already exists');
    expect(await usedOf('q')).toEqual({ configmaps: '2' });
    await configMap('b');
    await cluster.remove(kind('configmaps'), 'b');
    await untilUsed('q', { configmaps: '2' });
    clock.pass(20_000);
    await untilUsed('q', { configmaps: '1' });
  });
});

describe('many creates at once', () => {
  it('on several replicas stay within a quota, while others are deleted', async () => {
    const other = await openReplica(cluster.storage);
    cluster.start([quotaController]);
    await quota('q', { configmaps: '20', 'count/configmaps': '30' });
    await until(async () => (await other.read(cluster.kinds.resourceQuotas, 'q'))?.['status'] !== undefined);
    const replicas = [cluster, other];
    const place = kind('configmaps');
    let stored = 0;
    let most = 0;
    const churn = async (replica: Cluster, at: number): Promise<void> => {
      for (let round = 0; round < 4; round += 1) {
        const made = await replica.create(place, { metadata: { name: `c${at}-${round}` } }).catch((error: unknown) => {
          expect(String(error)).toContain('exceeded quota: q');
        });
        if (made === undefined) continue;
        stored += 1;
        most = Math.max(most, stored);
        if (round === 3) continue;
        stored -= 1;
        await replica.remove(place, `c${at}-${round}`);
      }
    };
    await Promise.all(Array.from({ length: 64 }, (_, at) => churn(replicas[at % 2] as Cluster, at)));
    expect(most).toBeLessThanOrEqual(20);
    const left = (await cluster.list(place)).length;
    expect(left).toBe(stored);
    await untilUsed('q', { configmaps: String(left), 'count/configmaps': String(left) });
    await other.close();
  });
});
