import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { openEmbedded, type Storage } from '@keelson/storage';
import { silentLogger } from '@keelson/telemetry';

import { keepReplica, type KeptReplica } from './keep-replica.ts';
import { parseReplicaRecord } from './replica-record.ts';
import { replicaRecord } from './testing/replica-record.ts';

let directory = '';
let storage: Storage;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'keelson-replica-'));
  storage = await openEmbedded({ path: join(directory, 'store') });
});
afterEach(async () => {
  await storage.close();
  await rm(directory, { recursive: true });
});

const record = parseReplicaRecord({ identity: 'one' });

it('a replica that stops while its key is being written is forgotten all the same', async () => {
  if (record === undefined) throw new Error('no record');
  const gate = new EventEmitter();
  const [asked, allowed] = [once(gate, 'asked'), once(gate, 'allowed')];
  const writes: Promise<unknown>[] = [];
  const create: Storage['create'] = (...args) => {
    gate.emit('asked');
    const written = allowed.then(() => storage.create(...args));
    writes.push(written);
    return written;
  };
  const replica = keepReplica({
    storage: { ...storage, create },
    isShared: true,
    describe: () => record,
    logger: silentLogger,
  });
  replica.begin();
  await asked;
  const stopped = replica.stop();
  gate.emit('allowed');
  await Promise.all([stopped, ...writes]);
  expect((await storage.range(`${storage.prefix}.keelson/replicas/`)).entries).toEqual([]);
});

const kept: KeptReplica[] = [];
async function joinAs(identity: string, key: string): Promise<KeptReplica> {
  const described = replicaRecord(identity, 0, { signing: key, verifying: [key] });
  const replica = keepReplica({
    storage,
    isShared: true,
    describe: () => described,
    logger: silentLogger,
    periodMs: 100,
  });
  kept.push(replica);
  expect(replica.conflict()).toBe('the keys of the other replicas are not known yet');
  replica.begin();
  await replica.whenKnown;
  return replica;
}

it('a replica knows the others also where it cannot be made known to them, as in a store that is full', async () => {
  await joinAs('good', 'a');
  const described = replicaRecord('other', 0, { signing: 'b', verifying: ['b'] });
  const warnings: string[] = [];
  const replica = keepReplica({
    storage: { ...storage, create: () => Promise.reject(new Error('the store is full')) },
    isShared: true,
    describe: () => described,
    logger: { ...silentLogger, warn: (message) => warnings.push(message) },
    periodMs: 50,
  });
  kept.push(replica);
  replica.begin();
  await replica.whenKnown;
  expect(replica.isRefused()).toBe(true);
  expect(warnings).toEqual(['this replica could not be made known to the others']);
  for (const each of kept.splice(0)) await each.stop();
});

it('a replica with another key tells so in its record and stays refused when the good one restarts', async () => {
  const good = await joinAs('good', 'a');
  const bad = await joinAs('bad', 'b');
  expect([good.isRefused(), bad.isRefused()]).toEqual([false, true]);
  const changes: boolean[] = [];
  bad.onChange(() => changes.push(bad.isRefused()));
  await good.stop();
  const again = await joinAs('again', 'a');
  expect([again.isRefused(), bad.isRefused()]).toEqual([false, true]);
  const records = (await again.all()).map(({ identity, conflictsWith }) => ({ identity, conflictsWith }));
  expect(records).toEqual([
    { identity: 'bad', conflictsWith: 'good' },
    { identity: 'again', conflictsWith: '' },
  ]);
  expect(changes).toEqual([]);
  for (const replica of kept.splice(0)) await replica.stop();
});
