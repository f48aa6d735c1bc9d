/**
 * Two replicas over a real etcd of three members, while these fail: what clients of
 * both replicas read, write and watch is one history. Long, about a minute and a
 * half, because an election takes seconds and there is one for each fault.
 */
import { setTimeout } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openEtcd } from '@keelson/storage';
import type { Storage } from '@keelson/storage';
import { bytesOf, checkLinearizable, recordWatch, runLoad } from '@keelson/storage/conformance';
import type { Operation } from '@keelson/storage/conformance';
import { canMakeNetworks, startEtcd, until } from '@keelson/storage/etcd-cluster';
import type { EtcdCluster } from '@keelson/storage/etcd-cluster';

import { addEventHandler, textOf } from '../testing/follow.ts';
import { doorThrough, folderOfThings, openReplica } from '../testing/replica.ts';
import type { Acknowledged, Replica } from '../testing/replica.ts';

const clients = 24;
const keyCount = 12;
/** Operations for each fault, at the least; those for all come to more than 20,000. */
const operationsPerFault = 5_200;

const isCuttable = canMakeNetworks();

async function open({ urls, credentials }: EtcdCluster, prefix: string): Promise<Storage> {
  return openEtcd({ endpoints: urls, prefix, ...(credentials && { credentials }) });
}

const killed = async (cluster: EtcdCluster): Promise<void> => {
  const leader = await cluster.leader();
  await leader.kill();
  await setTimeout(2_500);
  leader.start();
};

const cutOff =
  (from: 'peers' | 'everyone') =>
  async (cluster: EtcdCluster): Promise<void> => {
    const leader = await cluster.leader();
    leader.cutOff(from);
    await setTimeout(5_000);
    leader.reconnect();
  };

const frozen = async (cluster: EtcdCluster): Promise<void> => {
  const leader = await cluster.leader();
  leader.signal('SIGSTOP');
  await setTimeout(4_000);
  leader.signal('SIGCONT');
};

const restarted = async ({ members }: EtcdCluster): Promise<void> => {
  await Promise.all(members.map((member) => member.kill()));
  await setTimeout(500);
  for (const member of members) member.start();
};

type Fault = readonly [name: string, strike: (cluster: EtcdCluster) => Promise<void>];

/** Where the machine allows no network namespaces, a frozen process has to stand for one that is cut off. */
const faults: readonly Fault[] = [
  ['the leader is killed and comes back', killed],
  ...(isCuttable
    ? ([
        ['the leader is cut off from everyone for a while', cutOff('everyone')],
        ['the leader is cut off from the other members, though not from clients', cutOff('peers')],
      ] as const)
    : ([['the leader is frozen for a while', frozen]] as const)),
  ['all members are killed and come back', restarted],
];

interface Run {
  readonly replicas: readonly [Replica, Replica];
  readonly history: readonly Operation[];
  readonly acknowledged: readonly Acknowledged[];
  readonly problems: readonly string[];
}

/** Loads both replicas and lets the fault strike meanwhile. Watchers see it all, some of them hanging up now and then. */
async function run(
  replicas: readonly [Replica, Replica],
  operations: number,
  strike: () => Promise<void>,
): Promise<Run> {
  const [{ storage }] = replicas;
  const folder = folderOfThings(storage);
  const start = await storage.currentRevision();
  const handlers = replicas.flatMap(({ things }) => [
    addEventHandler(things, start),
    addEventHandler(things, start),
    addEventHandler(things, start, { resumeEvery: 20 }),
  ]);
  const acknowledged: Acknowledged[] = [];
  let isOver = false;
  const loading = runLoad({
    doors: replicas.map((replica) => doorThrough(replica, acknowledged)),
    // Its own in each run: the history begins with keys that hold nothing.
    keys: Array.from({ length: keyCount }, (_, index) => `${folder}${start}-${index}`),
    clients,
    goesOn: (soFar) => !isOver || soFar < operations,
    random: Math.random,
    pause: () => setTimeout(20),
  });
  await setTimeout(500);
  await strike();
  isOver = true;
  const history = await loading;
  const end = await putEnd(storage, `${folder}end-${start}`);
  const truth = recordWatch(storage, folder, start);
  await until(() => truth.events.at(-1)?.revision === end);
  await until(() => handlers.every(({ lastRevision, lost }) => lastRevision() >= end || lost.length > 0));
  truth.close();
  for (const handler of handlers) handler.close();
  const expected = truth.events.map(textOf);
  for (const { seen, lost } of handlers) {
    expect(lost).toEqual([]);
    expect(seen).toEqual(expected);
  }
  // The client that disconnects by itself must have resumed, or this test would show nothing. How often depends on the events.
  expect(handlers[2]?.resumes()).toBeGreaterThan(expected.length / 100);
  const held = new Map(truth.events.map((event) => [event.revision, event]));
  const problems = acknowledged.flatMap(({ key, revision, value }) => {
    const event = held.get(revision);
    const found = event?.value && bytesOf(event.value).toString();
    return event?.key === key && found === value ? [] : [`${key}=${value ?? ''}@${revision} is lost`];
  });
  return { replicas, history, acknowledged, problems };
}

/** The store may need a moment, so this is tried until it is done. */
async function putEnd(storage: Storage, key: string): Promise<number> {
  for (;;) {
    const put = await storage.create(key, Buffer.from('0')).catch(() => undefined);
    const entry = put?.ok === true ? { revision: put.revision } : put?.current;
    if (entry !== undefined) return entry.revision;
    await setTimeout(100);
  }
}

/** After all is quiet both watch caches hold what the store holds. */
async function expectSameState({ replicas }: Run): Promise<void> {
  const [{ storage }] = replicas;
  const { entries } = await storage.range(folderOfThings(storage));
  for (const { things } of replicas) {
    const listed = await things.list({});
    expect(listed.ok && listed.objects.map(({ key, revision }) => `${key}@${revision}`)).toEqual(
      entries.map(({ key, revision }) => `${key}@${revision}`),
    );
  }
}

describe('two watch caches over three members of etcd', () => {
  let cluster: EtcdCluster;
  let replicas: readonly [Replica, Replica];
  let operations = 0;
  beforeAll(async () => {
    cluster = await startEtcd({ members: 3, isTls: true, isCuttable });
    const storages = await Promise.all([open(cluster, '/registry'), open(cluster, '/registry')]);
    replicas = [await openReplica(storages[0]), await openReplica(storages[1])];
    await putEnd(replicas[0].storage, '/registry/ready');
  });
  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.close()));
    await cluster.close();
  });

  it.each(faults)(
    'are linearizable, lose no write, and no watcher misses, repeats or reorders an event when %s',
    async (_, strike) => {
      const done = await run(replicas, operationsPerFault, () => strike(cluster));
      expect(done.problems).toEqual([]);
      expect(checkLinearizable(done.history)).toEqual({ ok: true });
      await expectSameState(done);
      operations += done.history.length;
      expect(replicas.map(({ cache }) => cache.stats().restarts)).toEqual([0, 0]);
    },
  );

  it('were checked over 20,000 operations and more', () => {
    expect(operations).toBeGreaterThanOrEqual(operationsPerFault * faults.length);
    if (isCuttable) expect(operations).toBeGreaterThanOrEqual(20_000);
  });

  it('would have been found out, had one of them answered from a state that was not the newest', async () => {
    const storages = await Promise.all([open(cluster, '/planted'), open(cluster, '/planted')]);
    const one = await openReplica(storages[0]);
    const broken = await openReplica(storages[1], { seen: askingRarely(storages[1]) });
    const { history, problems } = await run([one, broken], operationsPerFault, () => Promise.resolve());
    expect(problems).toEqual([]);
    expect(checkLinearizable(history)).toMatchObject({ ok: false });
    await Promise.all([one.close(), broken.close()]);
  });
});

/** The fault that is planted: a revision that was asked for a moment ago is taken for the current one. */
function askingRarely(storage: Storage): Storage {
  let known: { readonly revision: Promise<number>; readonly untilMs: number } | undefined;
  return {
    ...storage,
    revisionAtHand: () => undefined,
    currentRevision: () => {
      if (known === undefined || performance.now() > known.untilMs) {
        known = { revision: storage.currentRevision(), untilMs: performance.now() + 100 };
      }
      return known.revision;
    },
  };
}
