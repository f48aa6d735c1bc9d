import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openEmbedded } from '@keelson/storage';
import type { Storage } from '@keelson/storage';

import { refuseForeignStore } from './refuse-foreign-store.ts';

let path = '';
let storage: Storage;

beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'keelson-foreign-'));
  storage = await openEmbedded({ path });
});

afterEach(async () => {
  await storage.close();
  await rm(path, { recursive: true });
});

const protobuf = Buffer.from('k8s\0\n\x0f\n\x02v1\x12\x09ConfigMap', 'latin1');
const json = Buffer.from('{"kind":"ConfigMap"}');

const put = async (path: string, value: Buffer): Promise<void> => {
  expect((await storage.create(`/registry/${path}`, value)).ok).toBe(true);
};

describe('a store at the start', () => {
  it('is used if it is empty, or holds objects as this server writes them', async () => {
    await refuseForeignStore(storage);
    await put('.keelson/fence', Buffer.from('{}'));
    await put('namespaces/default', json);
    await refuseForeignStore(storage);
  });

  it('is refused if its objects are in protobuf, with an example', async () => {
    await put('namespaces/default', protobuf);
    await put('namespaces/kube-system', protobuf);
    await put('apiregistration.k8s.io/apiservices/v1.', json);
    await expect(refuseForeignStore(storage)).rejects.toMatchObject({
      code: 'foreignData',
      message: expect.stringContaining('(2 of 3 objects looked at, such as /registry/namespaces/default)'),
    });
  });

  it('is refused however many other values stand in the first folders', async () => {
    for (let index = 0; index < 200; index += 1) await put(`apiservices/${String(index)}`, json);
    for (const folder of ['configmaps', 'endpoints', 'leases', 'namespaces', 'secrets']) {
      for (let index = 0; index < 10; index += 1) await put(`${folder}/default/${String(index)}`, protobuf);
    }
    await expect(refuseForeignStore(storage)).rejects.toMatchObject({
      message: expect.stringContaining('(50 of 60 objects looked at, such as /registry/configmaps/default/0)'),
    });
  });

  it('is used if only a few of its objects are in protobuf, or what is no object', async () => {
    for (const name of ['default', 'kube-system', 'kube-public']) await put(`namespaces/${name}`, json);
    await put('secrets/default/restored', protobuf);
    await put('secrets/default/garbage', Buffer.from('garbage'));
    await refuseForeignStore(storage);
  });
});
