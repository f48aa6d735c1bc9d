import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { bytesOf, recordWatch } from '../conformance/index.ts';
import type { Storage } from '../contract/storage.ts';
import { isUnreadable } from '../contract/unreadable.ts';
import type { StoredValue } from '../contract/unreadable.ts';
import { openEmbedded } from '../embedded/open-embedded.ts';
import { maxOverheadBytes, maxValueBytes } from '../contract/limits.ts';
import type { EncryptionConfiguration } from './configuration.ts';
import { encryptStorage } from './encrypt-storage.ts';
import { parseEncryptionConfiguration } from './parse-configuration.ts';

const token = '/registry/secrets/default/token';
const other = '/registry/secrets/default/other';
const config = '/registry/configmaps/default/config';

const aesgcm = (name: string): string => keys('aesgcm', name);
const aescbc = (name: string): string => keys('aescbc', name);
const keys = (provider: string, name: string): string =>
  `{${provider}: {keys: [{name: ${name}, secret: ${Buffer.alloc(32, name).toString('base64')}}]}}`;
const identity = '{identity: {}}';

function configure(
  ...rules: readonly (readonly [resources: string, ...providers: string[]])[]
): EncryptionConfiguration {
  const lines = rules.map(
    ([resources, ...providers]) => `- {resources: [${resources}], providers: [${providers.join()}]}`,
  );
  const head = 'apiVersion: apiserver.config.k8s.io/v1\nkind: EncryptionConfiguration\nresources:\n';
  const result = parseEncryptionConfiguration(head + lines.join('\n'));
  if (!result.ok) throw new Error(result.issues.map(({ path, message }) => `${path}: ${message}`).join());
  return result.configuration;
}

const bytes = (text: string): Buffer => Buffer.from(text);
const shown = (value: StoredValue | undefined): string | undefined =>
  value && (isUnreadable(value) ? `unreadable: ${value.fault}` : Buffer.from(value).toString());

let path = '';
let engine: Storage;

beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'keelson-encrypt-'));
  engine = await openEmbedded({ path });
});

afterEach(async () => {
  await engine.close();
  await rm(path, { recursive: true });
});

async function storedAt(key: string): Promise<Uint8Array> {
  const { entry } = await engine.get(key);
  if (entry === undefined) throw new Error(`${key} is not there`);
  return bytesOf(entry.value);
}

async function revisionOf(key: string): Promise<number> {
  return (await engine.get(key)).entry?.revision ?? 0;
}

describe('An encrypted store', () => {
  it('encrypts the resources of its configuration and leaves the others alone', async () => {
    const storage = encryptStorage(engine, configure(['secrets', aesgcm('one')]));
    await storage.create(token, bytes('hidden'));
    await storage.create(config, bytes('open'));
    expect(shown(await storedAt(token))).toMatch(/^k8s:enc:aesgcm:v1:one:/);
    expect(shown(await storedAt(token))).not.toContain('hidden');
    expect(shown(await storedAt(config))).toBe('open');
    expect(shown((await storage.get(token)).entry?.value)).toBe('hidden');
    const { entries } = await storage.range('/registry/');
    expect(entries.map(({ value }) => shown(value))).toEqual(['open', 'hidden']);
  });

  it('decrypts values that are read later, and tells those that are stale', async () => {
    await encryptStorage(engine, configure(['secrets', aesgcm('one')])).create(token, bytes('hidden'));
    const rotated = encryptStorage(engine, configure(['secrets', aesgcm('two'), aesgcm('one')]));
    const { revision } = await rotated.create(other, bytes('hidden too'));
    const read = (key: string, at: number) => rotated.deferred.read({ key, revision: at });
    expect(read(token, await revisionOf(token))).toMatchObject({ value: bytes('hidden'), isStale: true });
    expect(shown(read(other, revision).value)).toBe('hidden too');
    expect(read(other, revision).isStale ?? false).toBe(false);
    const without = encryptStorage(engine, configure(['secrets', aesgcm('two')]));
    const lost = without.deferred.read({ key: token, revision: await revisionOf(token) }).value;
    expect(isUnreadable(lost)).toBe(true);
  });

  it('hands out the fresh value with a refusal, decrypted', async () => {
    const storage = encryptStorage(engine, configure(['secrets', aescbc('one')]));
    await storage.create(token, bytes('first'));
    const results = [
      await storage.create(token, bytes('second')),
      await storage.update(token, bytes('second'), 999),
      await storage.delete(token, 999),
    ];
    for (const result of results) expect(!result.ok && shown(result.current?.value)).toBe('first');
  });

  it('decrypts the events of a watch, with what was there before', async () => {
    const storage = encryptStorage(engine, configure(['secrets', aesgcm('one')]));
    await storage.create(token, bytes('first'));
    await storage.update(token, bytes('second'), await revisionOf(token));
    await storage.delete(token, await revisionOf(token));
    const recording = recordWatch(storage, '/registry/secrets/', 0);
    await recording.reach(3);
    recording.close();
    expect(recording.events.map(({ value, previous }) => [shown(value), shown(previous?.value)])).toEqual([
      ['first', undefined],
      ['second', 'first'],
      [undefined, 'second'],
    ]);
  });

  it('finds a value that was moved to another key, and hands out all others', async () => {
    const storage = encryptStorage(engine, configure(['secrets', aescbc('one')]));
    await storage.create(token, bytes('hidden'));
    await engine.create(other, await storedAt(token));
    const notOpened = /^unreadable: the aescbc key "one" does not open it/;
    expect(shown((await storage.get(other)).entry?.value)).toMatch(notOpened);
    const { entries } = await storage.range('/registry/secrets/');
    expect(entries.map(({ value }) => shown(value))).toEqual([expect.stringMatching(notOpened), 'hidden']);
    for (const refused of [await storage.create(other, bytes('x')), await storage.update(other, bytes('x'), 999)]) {
      expect(!refused.ok && shown(refused.current?.value)).toMatch(notOpened);
    }
    expect(shown((await storage.get(token)).entry?.value)).toBe('hidden');
  });

  it('tells a watch of a value it cannot decrypt, and goes on', async () => {
    const storage = encryptStorage(engine, configure(['secrets', aesgcm('one')]));
    await storage.create(token, bytes('hidden'));
    const recording = recordWatch(storage, '/registry/', 0);
    await recording.reach(1);
    await engine.create(other, await storedAt(token));
    await engine.delete(other, await revisionOf(other));
    await storage.create(config, bytes('later'));
    await recording.reach(4);
    expect(recording.ended).toEqual([]);
    const notOpened = expect.stringContaining('unreadable: the aesgcm key "one"');
    expect(recording.events.map(({ value, previous }) => [shown(value), shown(previous?.value)])).toEqual([
      ['hidden', undefined],
      [notOpened, undefined],
      [undefined, notOpened],
      ['later', undefined],
    ]);
  });

  it('can delete or replace a value that it cannot decrypt', async () => {
    const storage = encryptStorage(engine, configure(['secrets', aesgcm('one')]));
    await engine.create(token, bytes('k8s:enc:aesgcm:v1:gone:xxxx'));
    expect((await storage.delete(token, await revisionOf(token))).ok).toBe(true);
    expect((await storage.get(token)).entry).toBeUndefined();
    await engine.create(token, bytes('k8s:enc:aesgcm:v1:gone:xxxx'));
    expect((await storage.update(token, bytes('again'), await revisionOf(token))).ok).toBe(true);
    expect(shown((await storage.get(token)).entry?.value)).toBe('again');
  });

  it('says which values it would write otherwise now, until an update has done so', async () => {
    await engine.create(config, bytes('plain'));
    await encryptStorage(engine, configure(['secrets', aescbc('old')])).create(token, bytes('hidden'));
    const storage = encryptStorage(engine, configure(['secrets, configmaps', aesgcm('new'), aescbc('old'), identity]));
    const recording = recordWatch(storage, '/registry/', 0);
    await recording.reach(2);
    recording.close();
    expect(recording.events.map((event) => event.isStale)).toEqual([true, true]);
    for (const key of [token, config]) {
      const { entry } = await storage.get(key);
      if (entry === undefined) throw new Error(`${key} is not there`);
      expect(entry.isStale).toBe(true);
      await storage.update(key, bytesOf(entry.value), entry.revision);
      const after = (await storage.get(key)).entry;
      expect(after?.isStale).toBeUndefined();
      expect(shown(await storedAt(key))).toMatch(/^k8s:enc:aesgcm:v1:new:/);
    }
    expect(storage.encryptionCounts()).toEqual({
      providers: [
        { provider: 'aesgcm', secretName: 'new', header: 'k8s:enc:aesgcm:v1:new:', written: 2, read: 2, failed: 0 },
        { provider: 'aescbc', secretName: 'old', header: 'k8s:enc:aescbc:v2:old:', written: 0, read: 2, failed: 0 },
        { provider: 'identity', secretName: '', header: '', written: 0, read: 2, failed: 0 },
      ],
      stale: 4,
      unbound: 0,
      unreadable: 0,
    });
  });

  it('takes the first rule that has a resource', async () => {
    const rules = configure(['configmaps', identity], ["'*.*'", aesgcm('all')]);
    const storage = encryptStorage(engine, rules);
    await storage.create(config, bytes('open'));
    await storage.create(token, bytes('hidden'));
    await storage.create('/registry/awesome.example.com/pandas/default/bo', bytes('hidden'));
    expect(shown(await storedAt(config))).toBe('open');
    expect(shown(await storedAt(token))).toMatch(/^k8s:enc:aesgcm:/);
    expect(shown(await storedAt('/registry/awesome.example.com/pandas/default/bo'))).toMatch(/^k8s:enc:aesgcm:/);
  });

  it('has to be told what is in a group, since paths do not', async () => {
    const rules = configure(["'*.apps'", aesgcm('one')]);
    expect(() => encryptStorage(engine, rules)).toThrow(/\*\.apps .* needs resourceOf/);
    const resourceOf = (inner: string) =>
      inner.startsWith('deployments/') ? { resource: 'deployments', group: 'apps' } : undefined;
    const storage = encryptStorage(engine, rules, { resourceOf });
    await storage.create('/registry/deployments/default/web', bytes('hidden'));
    await storage.create(token, bytes('open'));
    expect(shown(await storedAt('/registry/deployments/default/web'))).toMatch(/^k8s:enc:/);
    expect(shown(await storedAt(token))).toBe('open');
  });

  it('hands out nothing encrypted for a resource that no rule has, and writes nothing that looks like it', async () => {
    await encryptStorage(engine, configure(['secrets', aesgcm('one')])).create(token, bytes('hidden'));
    const storage = encryptStorage(engine, configure(['configmaps', aesgcm('one')]));
    expect(shown((await storage.get(token)).entry?.value)).toContain('no rule of the encryption configuration');
    await expect(storage.create(other, bytes('k8s:enc:'))).rejects.toMatchObject({ code: 'invalidArgument' });
    expect((await engine.get(other)).entry).toBeUndefined();
  });

  it('has the same limit for a value as the engine, whatever encryption adds', async () => {
    const longest = Buffer.alloc(maxValueBytes);
    for (const provider of [aesgcm, aescbc, (name: string) => keys('secretbox', name)]) {
      const storage = encryptStorage(engine, configure(['secrets', provider('n'.repeat(32))]));
      const created = await storage.create(token, longest);
      expect(created.ok).toBe(true);
      expect((await storedAt(token)).byteLength).toBeGreaterThan(maxValueBytes);
      expect(bytesOf((await storage.get(token)).entry?.value).byteLength).toBe(maxValueBytes);
      await expect(storage.create(other, Buffer.alloc(maxValueBytes + 1))).rejects.toMatchObject({
        code: 'tooLarge',
        message: `The value of ${other} has ${maxValueBytes + 1} bytes, the limit is ${maxValueBytes}.`,
      });
      await storage.delete(token, created.revision);
    }
  });

  it('adds no more than engines have room for, with the longest name of a secret', async () => {
    const name = 'n'.repeat(200);
    const secret = Buffer.alloc(32, 's').toString('base64');
    const storage = encryptStorage(
      engine,
      configure(['secrets', `{aescbc: {keys: [{name: ${name}, secret: ${secret}}]}}`]),
    );
    expect((await storage.create(token, Buffer.alloc(maxValueBytes))).ok).toBe(true);
    expect((await storedAt(token)).byteLength).toBeLessThanOrEqual(maxValueBytes + maxOverheadBytes);
  });

  it('decrypts no earlier value for a watch that asks for none', async () => {
    const storage = encryptStorage(engine, configure(['secrets', aesgcm('one')]));
    await engine.create(token, bytes('k8s:enc:aesgcm:v1:gone:xxxx'));
    await storage.delete(token, await revisionOf(token));
    await storage.create(token, bytes('first'));
    const start = await revisionOf(token);
    await storage.update(token, bytes('second'), start);
    const recording = recordWatch(storage, '/registry/secrets/', start - 2, { withPrevious: false });
    await recording.reach(3);
    recording.close();
    expect(recording.ended).toEqual([]);
    expect(recording.events.map(({ value, previous }) => [shown(value), previous])).toEqual([
      [undefined, undefined],
      ['first', undefined],
      ['second', undefined],
    ]);
  });

  it('puts no secret and no value into a fault', async () => {
    const storage = encryptStorage(engine, configure(['secrets', aesgcm('one'), aescbc('two')]));
    const faults: (string | undefined)[] = [];
    for (const stored of ['hidden plain', 'k8s:enc:aesgcm:v1:one:hidden', 'k8s:enc:aescbc:v2:three:hidden']) {
      await engine.create(token, bytes(stored));
      faults.push(shown((await storage.get(token)).entry?.value));
      await engine.delete(token, await revisionOf(token));
    }
    expect(faults).toHaveLength(3);
    for (const fault of faults) {
      expect(fault).toMatch(/^unreadable: /);
      expect(fault).not.toContain('hidden');
      expect(fault).not.toContain('oneone');
    }
  });
});

it('tells how long values took to be encrypted and decrypted, and nothing of plain ones', async () => {
  const told: string[] = [];
  const store = encryptStorage(engine, configure(['secrets', aesgcm('one')]), {
    observe: (direction, seconds) => told.push(`${direction} ${seconds >= 0}`),
  });
  await store.create(token, bytes('hidden'));
  await store.create(config, bytes('plain'));
  await store.get(token);
  await store.get(config);
  expect(told).toEqual(['to_storage true', 'from_storage true']);
  expect(store.encryptionCounts().providers).toMatchObject([{ header: 'k8s:enc:aesgcm:v1:one:', written: 1, read: 1 }]);
});
