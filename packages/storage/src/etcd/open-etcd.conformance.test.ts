import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Etcd3 } from 'etcd3';

import { makeCertificates } from '../conformance/certificates.ts';
import { startEtcd, until } from '../conformance/etcd-cluster.ts';
import type { EtcdCluster } from '../conformance/etcd-cluster.ts';
import { recordWatch } from '../conformance/index.ts';
import { openEtcd } from './open-etcd.ts';
import type { EtcdOptions } from './open-etcd.ts';

const key = '/registry/pods/default/a';
const value = Buffer.from('1');

const refusal = (options: EtcdOptions): Promise<{ code: string; message: string }> =>
  openEtcd({ openTimeoutMs: 1_000, ...options }).then(
    () => ({ code: 'opened', message: '' }),
    (error: unknown) => error as { code: string; message: string },
  );

describe('opening the etcd engine', () => {
  let directory = '';
  let plain: EtcdCluster;
  let secure: EtcdCluster;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'keelson-certificates-'));
    [plain, secure] = await Promise.all([
      startEtcd({ members: 1, isTls: false }),
      startEtcd({ members: 1, isTls: true }),
    ]);
    const [one, other] = await Promise.all([
      openEtcd({ endpoints: plain.urls }),
      openEtcd({ endpoints: secure.urls, ...(secure.credentials && { credentials: secure.credentials }) }),
    ]);
    await Promise.all([one.close(), other.close()]);
  });
  afterAll(async () => {
    await Promise.all([plain.close(), secure.close(), rm(directory, { recursive: true })]);
  });

  it('waits for a cluster that is still starting', async () => {
    const [member] = plain.members;
    await member?.kill();
    const opening = openEtcd({ endpoints: plain.urls });
    await setTimeout(300);
    member?.start();
    const storage = await opening;
    expect((await storage.create(key, value)).ok).toBe(true);
    await storage.close();
  });

  it('says what to check when nobody answers', async () => {
    const { code, message } = await refusal({ endpoints: ['http://127.0.0.1:1'] });
    expect(code).toBe('unavailable');
    expect(message).toContain('--etcd-servers');
  });

  it('uses the members that are there', async () => {
    const storage = await openEtcd({ endpoints: ['http://127.0.0.1:1', ...plain.urls, 'http://127.0.0.1:2'] });
    const current = await storage.currentRevision();
    expect(current).toBeGreaterThan(0);
    expect((await storage.create(`${key}-2`, value)).ok).toBe(true);
    await storage.close();
  });

  it.each(['', 'localhost', '127.0.0.1:2379', 'ftp://127.0.0.1:2379'])(
    'refuses %j as an endpoint',
    async (endpoint) => {
      expect((await refusal({ endpoints: [endpoint] })).code).toBe('invalidArgument');
    },
  );

  it('refuses to take two clusters for one', async () => {
    const other = await startEtcd({ members: 1, isTls: false });
    await (await openEtcd({ endpoints: other.urls })).close();
    const { code, message } = await refusal({ endpoints: [...plain.urls, ...other.urls] });
    expect(code).toBe('invalidArgument');
    expect(message).toContain('different clusters');
    await other.close();
  });

  it('refuses a server whose certificate another authority signed', async () => {
    const { credentials } = makeCertificates(directory, 'stranger');
    const { code, message } = await refusal({ endpoints: secure.urls, credentials });
    expect(code).toBe('notTrusted');
    expect(message).toContain('--etcd-cafile');
  });

  it('tells when the server refuses the certificate of the client, or misses one', async () => {
    const stranger = makeCertificates(directory, 'other').credentials;
    const ca = secure.credentials?.ca ?? Buffer.of();
    expect(await refusal({ endpoints: secure.urls, credentials: { ...stranger, ca } })).toMatchObject({
      code: 'notTrusted',
    });
    expect(await refusal({ endpoints: secure.urls, credentials: { ca } })).toMatchObject({ code: 'notTrusted' });
  });

  it('keeps apart what has another prefix, and leaves the rest of the cluster alone', async () => {
    const client = new Etcd3({ hosts: [...plain.urls] });
    await client.put('/elsewhere/a').value('1');
    const [one, two] = await Promise.all(['/one', 'two/'].map((prefix) => openEtcd({ endpoints: plain.urls, prefix })));
    expect([one?.prefix, two?.prefix]).toEqual(['/one/', '/two/']);
    await one?.create('/one/a', value);
    expect((await two?.range('/two/'))?.entries).toEqual([]);
    expect(await client.get('/elsewhere/a').string()).toBe('1');
    expect(await client.get('/one/a').string()).toBe('1');
    client.close();
    await Promise.all([one?.close(), two?.close()]);
  });

  it('shares leases among keys that are written together', async () => {
    const storage = await openEtcd({ endpoints: plain.urls });
    const client = new Etcd3({ hosts: [...plain.urls] });
    const countOf = async () => (await client.leaseClient.leaseLeases()).leases.length;
    const before = await countOf();
    await Promise.all(
      Array.from({ length: 200 }, (_, index) => storage.create(`${key}-ttl-${index}`, value, { ttlSeconds: 3_600 })),
    );
    expect((await countOf()) - before).toBe(1);
    client.close();
    await storage.close();
  });

  it('goes on watching when something outside the prefix moves the revision and the rest is compacted', async () => {
    const storage = await openEtcd({ endpoints: plain.urls });
    const client = new Etcd3({ hosts: [...plain.urls] });
    const recording = recordWatch(storage, storage.prefix, await storage.currentRevision());
    await storage.create(`${key}-3`, value);
    await recording.reach(1);
    for (let round = 0; round < 5; round += 1) await client.put('/elsewhere/b').value(String(round));
    await storage.compact(await storage.currentRevision());
    await storage.create(`${key}-4`, value);
    await recording.reach(2);
    expect(recording.ended).toEqual([]);
    recording.close();
    client.close();
    await storage.close();
  });

  it('calls no watcher that is still busy, though the stream was lost and came back meanwhile', async () => {
    const storage = await openEtcd({ endpoints: plain.urls });
    const folder = `${storage.prefix}busy/`;
    const seen: string[] = [];
    let underWay = 0;
    const start = await storage.currentRevision();
    const done = new Promise<void>((resolve, reject) => {
      storage.watch(folder, start, {
        onEvents: async (events) => {
          underWay += 1;
          if (underWay > 1) reject(new Error('a second batch came before the first was done'));
          await setTimeout(seen.length === 0 ? 2_500 : 0);
          seen.push(...events.map((event) => event.key.slice(folder.length)));
          underWay -= 1;
          if (seen.length >= 3) resolve();
        },
        onEnd: reject,
      });
    });
    await storage.create(`${folder}a`, value);
    await until(() => underWay === 1);
    const [member] = plain.members;
    await member?.kill();
    member?.start();
    await until(() => storage.currentRevision().then(() => true));
    await storage.create(`${folder}b`, value);
    await storage.create(`${folder}c`, value);
    await done;
    expect(seen).toEqual(['a', 'b', 'c']);
    await storage.close();
  });
});
