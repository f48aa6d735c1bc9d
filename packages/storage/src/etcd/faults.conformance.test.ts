import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { bytesOf } from '../conformance/bytes-of.ts';
import { startEtcd, until } from '../conformance/etcd-cluster.ts';
import type { EtcdCluster } from '../conformance/etcd-cluster.ts';
import { checkLinearizable, doorTo, recordWatch, runLoad } from '../conformance/index.ts';
import type { Operation, Recording } from '../conformance/index.ts';
import type { Storage } from '../contract/storage.ts';
import { openEtcd } from './open-etcd.ts';

const clients = 12;

function optionsFor({ urls, credentials }: EtcdCluster) {
  return { endpoints: urls, ...(credentials && { credentials }) };
}

/** Expects that two watches saw one strictly growing history, in which each event follows from the previous one. */
function expectWholeHistory(recordings: readonly Recording[]): void {
  const [first, ...others] = recordings.map(({ events }) =>
    events.map(
      ({ key, revision, value }) => `${revision} ${key} ${value === undefined ? '-' : bytesOf(value).toString()}`,
    ),
  );
  for (const other of others) expect(other).toEqual(first);
  const last = new Map<string, number | undefined>();
  let revision = 0;
  for (const event of recordings[0]?.events ?? []) {
    expect(event.revision).toBeGreaterThan(revision);
    expect(event.previous?.revision).toBe(last.get(event.key));
    ({ revision } = event);
    last.set(event.key, event.value === undefined ? undefined : event.revision);
  }
}

function expectNothingLost(history: readonly Operation[], { events }: Recording): void {
  const seen = new Set(events.flatMap(({ value }) => (value === undefined ? [] : [Number(bytesOf(value).toString())])));
  const acknowledged = history.flatMap(({ action }) =>
    action.kind === 'write' && action.outcome === 'done' && action.wrote !== undefined ? [action.wrote] : [],
  );
  expect(acknowledged.filter((token) => !seen.has(token))).toEqual([]);
}

describe('the etcd engine while members fail', () => {
  let cluster: EtcdCluster;
  let replicas: readonly Storage[] = [];
  beforeAll(async () => {
    cluster = await startEtcd({ members: 3, isTls: true });
    replicas = await Promise.all([openEtcd(optionsFor(cluster)), openEtcd(optionsFor(cluster))]);
    // Opened as soon as a member answers; writes need a majority.
    await replicas[0]?.create('/registry/ready', Buffer.from('1'));
  });
  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.close()));
    await cluster.close();
  });

  const faults: readonly (readonly [string, () => Promise<void>])[] = [
    [
      'the leader is killed and comes back',
      async () => {
        const leader = await cluster.leader();
        await leader.kill();
        await setTimeout(2_500);
        leader.start();
      },
    ],
    [
      'the leader is frozen and thaws',
      async () => {
        const leader = await cluster.leader();
        leader.signal('SIGSTOP');
        await setTimeout(4_000);
        leader.signal('SIGCONT');
      },
    ],
    [
      'all members are killed and come back',
      async () => {
        await Promise.all(cluster.members.map((member) => member.kill()));
        await setTimeout(500);
        for (const member of cluster.members) member.start();
      },
    ],
  ];

  it.each(faults)('loses no write and no event, and stays linearizable, when %s', async (name, fault) => {
    const [one, two] = replicas;
    if (one === undefined || two === undefined) throw new Error('the replicas did not open');
    const folder = `${one.prefix}${name.replaceAll(' ', '-')}-${randomUUID()}/`;
    const start = await one.currentRevision();
    const recordings = replicas.map((replica) => recordWatch(replica, folder, start));
    let goesOn = true;
    const loading = runLoad({
      doors: replicas.map(doorTo),
      keys: ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => `${folder}${key}`),
      clients,
      goesOn: () => goesOn,
      random: Math.random,
      pause: () => setTimeout(20),
    });
    await setTimeout(500);
    await fault();
    await until(() =>
      one.currentRevision().then(
        () => true,
        () => false,
      ),
    );
    await setTimeout(1_500);
    goesOn = false;
    const history = await loading;
    const replay = recordWatch(two, folder, start);
    const end = await one.create(`${folder}end`, Buffer.from('0'));
    await until(() => [...recordings, replay].every(({ events }) => events.at(-1)?.revision === end.revision));
    for (const recording of [...recordings, replay]) {
      expect(recording.ended).toEqual([]);
      recording.close();
    }
    expectWholeHistory([...recordings, replay]);
    expectNothingLost(history, replay);
    expect(checkLinearizable(history)).toEqual({ ok: true });
    // Thousands where the processor is free.
    expect(history.length).toBeGreaterThan(100);
  });
});
