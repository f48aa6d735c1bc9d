/**
 * A quota whose limit moves up and down under load, over two replicas. What held at each revision is read from the
 * history of the store, so that no moment between two looks is missed.
 */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Resource } from '@keelson/schema';
import type { StorageEvent } from '@keelson/storage';

import { openCluster, openReplica, until, type Cluster, type Json } from '../testing/open-cluster.ts';
import { quotaController } from './quota-controller.ts';

let cluster: Cluster;
let other: Cluster;
let configMaps: Resource;

beforeEach(async () => {
  cluster = await openCluster();
  other = await openReplica(cluster.storage);
  const found = cluster.scheme.resources().find(({ plural, group }) => plural === 'configmaps' && group === '');
  if (found === undefined) throw new Error('there are no ConfigMaps');
  configMaps = found;
});

afterEach(async () => {
  await other.close();
  await cluster.close();
});

/** All changes from now on, in the order of their revisions. */
async function recordHistory() {
  const events: StorageEvent[] = [];
  const { storage } = cluster;
  const onEvents = (batch: readonly StorageEvent[]): void => void events.push(...batch);
  const watcher = { onEvents, onEnd: () => undefined };
  const watch = storage.watch(storage.prefix, await storage.currentRevision(), watcher);
  return { events, close: () => watch.close() };
}

const textOf = (value: StorageEvent['value']): string => (value instanceof Uint8Array ? value.toString() : '');

interface Amounts {
  readonly configmaps?: string;
}

/** Violations in the history: a charge beyond the limit that it was written with, an object that was not charged. */
function faultsIn(events: readonly StorageEvent[]): string[] {
  const faults: string[] = [];
  let [used, stored] = [0, 0];
  for (const { key, revision, value, previous } of events) {
    if (key.includes('/configmaps/default/')) {
      stored += Number(value !== undefined) - Number(previous !== undefined);
      if (stored > used) faults.push(`${stored} are stored at ${revision}, and ${used} are charged`);
    }
    if (!key.includes('/resourcequotas/default/')) continue;
    const { status } = JSON.parse(textOf(value)) as Json & { status?: { hard?: Amounts; used?: Amounts } };
    const [hard, charged] = [Number(status?.hard?.configmaps), Number(status?.used?.configmaps)];
    if (charged > used && charged > hard)
      faults.push(`${charged} are charged at ${revision}, and the limit is ${hard}`);
    used = charged;
  }
  return faults;
}

const statusOf = async (replica: Cluster) => {
  const quota = await replica.read(replica.kinds.resourceQuotas, 'q');
  return quota?.['status'] as { readonly hard?: Amounts; readonly used?: Amounts } | undefined;
};

/** A charge may come between reading and writing, again and again. */
async function setLimit(limit: number): Promise<void> {
  const spec = { hard: { configmaps: String(limit) } };
  await until(() => cluster.mergePatch(cluster.kinds.resourceQuotas, 'q', { spec }).catch(() => undefined));
}

const untilStatus = (hard: number, used: number) =>
  until(async () => {
    const statuses = await Promise.all([cluster, other].map(statusOf));
    return statuses.every(
      (status) => status?.hard?.configmaps === String(hard) && status.used?.configmaps === String(used),
    );
  });

/**
 * 64 creates, half of them on each replica, where the second half begins as soon as the new limit is written and before
 * it is in force. Returns the names of those that were stored.
 */
async function createMany(round: number, limit: number): Promise<string[]> {
  const moving = setLimit(limit);
  const create = async (at: number): Promise<string | undefined> => {
    if (at % 2 === 1) await moving;
    const name = `c${round}-${at}`;
    const replica = at % 2 === 0 ? cluster : other;
    try {
      await replica.create(configMaps, { metadata: { name } });
      return name;
    } catch (error) {
      expect(String(error)).toContain('exceeded quota: q, requested: configmaps=1');
      return undefined;
    }
  };
  const names = await Promise.all(Array.from({ length: 64 }, (_, at) => create(at)));
  return names.filter((name) => name !== undefined);
}

it('creates over two replicas never take a quota beyond the limit in force, while that moves up and down', async () => {
  cluster.start([quotaController]);
  const history = await recordHistory();
  const quota = { metadata: { name: 'q' }, spec: { hard: { configmaps: '20' } } };
  await cluster.create(cluster.kinds.resourceQuotas, quota);
  await untilStatus(20, 0);
  let left: string[] = [];
  for (const [round, limit] of [3, 40, 7, 30, 2, 50, 4, 60].entries()) {
    const stored = await createMany(round, limit);
    // A few stay, so that there are limits below what is there.
    await Promise.all([...left, ...stored.slice(10)].map((name) => other.remove(configMaps, name)));
    left = stored.slice(0, 10);
    await untilStatus(limit, left.length);
  }
  await until(() => textOf(history.events.at(-1)?.value).includes(`"used":{"configmaps":"${left.length}"}`));
  history.close();
  expect(faultsIn(history.events)).toEqual([]);
});
