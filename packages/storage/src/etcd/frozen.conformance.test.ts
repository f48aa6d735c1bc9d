/** Members that are there and do nothing: every call ends within its time. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

import { startEtcd, until } from '../conformance/etcd-cluster.ts';
import type { EtcdCluster } from '../conformance/etcd-cluster.ts';
import type { CallOptions, Storage } from '../contract/storage.ts';
import { openEtcd } from './open-etcd.ts';

const timeoutMs = 2_000;
/** A call that nothing ends lasts for as long as the members are frozen. */
const toleranceMs = 30_000;
/** For calls that end by their own deadlines. */
const longTimeoutMs = 120_000;
const value = Buffer.from('1');

type Call = (storage: Storage, options: CallOptions) => Promise<unknown>;

const calls: readonly (readonly [string, Call])[] = [
  ['get', (storage, options) => storage.get(`${storage.prefix}a`, options)],
  ['range', (storage, options) => storage.range(storage.prefix, options)],
  ['the newest revision', (storage, options) => storage.currentRevision(options)],
  ['create', (storage, options) => storage.create(`${storage.prefix}b`, value, options)],
  [
    'create with a time to live',
    (storage, options) => storage.create(`${storage.prefix}c`, value, { ...options, ttlSeconds: 60 }),
  ],
  ['update', (storage, options) => storage.update(`${storage.prefix}a`, value, 1, options)],
  ['delete', (storage, options) => storage.delete(`${storage.prefix}a`, 1, options)],
];

/** Makes all of them at once. Returns how each ended, and when. */
function callAll(storage: Storage, options: () => CallOptions) {
  return Promise.all(
    calls.map(async ([name, call]) => {
      const began = performance.now();
      const outcome = await call(storage, options()).then(
        () => 'done',
        (error: unknown) => (error as { code: string }).code,
      );
      return { name, outcome, ms: performance.now() - began };
    }),
  );
}

const optionsFor = ({ urls, credentials }: EtcdCluster, limitMs = timeoutMs) => ({
  endpoints: urls,
  timeoutMs: limitMs,
  ...(credentials && { credentials }),
});

describe.each([1, 3])('a cluster of %i', (members) => {
  let cluster: EtcdCluster;
  let storage: Storage;
  beforeAll(async () => {
    cluster = await startEtcd({ members, isTls: true });
    storage = await openEtcd(optionsFor(cluster));
    await storage.create(`${storage.prefix}a`, value);
  });
  afterEach(async () => {
    for (const member of cluster.members) member.signal('SIGCONT');
    await until(() =>
      storage.currentRevision().then(
        () => true,
        () => false,
      ),
    );
  });
  afterAll(async () => {
    await storage.close();
    await cluster.close();
  });

  const freeze = async () => {
    for (const member of cluster.members) member.signal('SIGSTOP');
    await until(() =>
      storage.currentRevision({ deadline: Date.now() + 300 }).then(
        () => false,
        () => true,
      ),
    );
  };

  it('that is frozen keeps nobody longer than the time limit of a call, not even who comes later', async () => {
    await freeze();
    const first = callAll(storage, () => ({}));
    await new Promise((resolve) => setTimeout(resolve, timeoutMs / 2));
    for (const { name, outcome, ms } of [...(await first), ...(await callAll(storage, () => ({})))]) {
      expect({ name, outcome }).toEqual({ name, outcome: 'unavailable' });
      expect(ms).toBeLessThan(timeoutMs + toleranceMs);
    }
  });

  it('that is frozen keeps nobody longer than the deadline of a request', async () => {
    const patient = await openEtcd(optionsFor(cluster, longTimeoutMs));
    await freeze();
    for (const { name, outcome, ms } of await callAll(patient, () => ({ deadline: Date.now() + 300 }))) {
      expect({ name, outcome }).toEqual({ name, outcome: 'unavailable' });
      expect(ms).toBeLessThan(300 + toleranceMs);
    }
    const late = { deadline: Date.now() - 1 };
    for (const { name, outcome, ms } of await callAll(patient, () => late)) {
      expect({ name, outcome }).toEqual({ name, outcome: 'unavailable' });
      expect(ms).toBeLessThan(toleranceMs);
    }
    await patient.close();
  });
});

describe('one of three members that is frozen', () => {
  let cluster: EtcdCluster;
  let replicas: readonly Storage[] = [];
  beforeAll(async () => {
    cluster = await startEtcd({ members: 3, isTls: false });
    // Each replica begins with another member, so that one of them asks the frozen one.
    replicas = await Promise.all(
      [0, 0.34, 0.67].map((at) => openEtcd({ ...optionsFor(cluster), timeoutMs: 10_000, random: () => at })),
    );
    await replicas[0]?.create('/registry/a', value);
  });
  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.close()));
    await cluster.close();
  });

  it('keeps no call longer than its time, and reads find another member', async () => {
    const leader = await cluster.leader();
    leader.signal('SIGSTOP');
    const all = await Promise.all(replicas.map((replica) => callAll(replica, () => ({}))));
    for (const { name, outcome, ms } of all.flat()) {
      expect(ms).toBeLessThan(10_000 + toleranceMs);
      if (['get', 'range', 'the newest revision'].includes(name))
        expect({ name, outcome }).toEqual({ name, outcome: 'done' });
    }
    leader.signal('SIGCONT');
  });
});
