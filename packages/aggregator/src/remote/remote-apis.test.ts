/** The registry of remote APIs, over a real store. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { openEmbedded, type Storage } from '@keelson/storage';

import { eventually } from '../testing/eventually.ts';
import { openReplica, type Place, type Replica } from '../testing/open-replica.ts';

const apiServices: Place = ['apiservices', 'apiregistration.k8s.io/v1'];
const name = 'v1.x.test';
const authority = 'an authority';

let folder: string;
let storage: Storage;
let replica: Replica;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remote-apis-'));
  storage = await openEmbedded({ path: folder });
  replica = await openReplica({ storage, isStarted: false });
  await replica.create(apiServices, {
    metadata: { name },
    spec: {
      group: 'x.test',
      version: 'v1',
      groupPriorityMinimum: 1000,
      versionPriority: 15,
      caBundle: Buffer.from(authority).toString('base64'),
      service: { namespace: 'far', name: 'server' },
    },
  });
});
afterEach(async () => {
  await replica.close();
  await storage.close();
  await rm(folder, { recursive: true });
});

const read = () => replica.aggregation.remoteOf('x.test', 'v1');
const readOther = (target: unknown) => eventually(read, (found) => found !== undefined && found.target !== target);

it('a remote API is at its Service, with the trust of its APIService and the name in its certificate', async () => {
  const found = await readOther(undefined);
  expect(found).toMatchObject({
    name,
    isAvailable: false,
    target: {
      name,
      address: { kind: 'service', service: { namespace: 'far', name: 'server', port: 443 } },
      authorities: authority,
      skipsVerification: false,
      serverName: 'server.far.svc',
    },
  });
  expect(replica.aggregation.remoteOf('x.test', 'v2')).toBeUndefined();
  expect(replica.aggregation.remoteOf('apps', 'v1')).toBeUndefined();
});

it('the target stays the same object until the address, the trust or the certificate of this server changes', async () => {
  const { target } = (await readOther(undefined)) ?? {};
  await replica.patch(apiServices, name, { metadata: { labels: { a: 'b' } }, spec: { versionPriority: 7 } });
  await replica.create(apiServices, {
    metadata: { name: 'v2.x.test' },
    spec: {
      group: 'x.test',
      version: 'v2',
      groupPriorityMinimum: 1,
      versionPriority: 1,
      service: { namespace: 'a', name: 'b' },
    },
  });
  await eventually(
    () => replica.aggregation.remoteOf('x.test', 'v2'),
    (found) => found !== undefined,
  );
  expect(read()?.target).toBe(target);
  replica.aggregation.renewCredentials();
  expect(read()?.target).toBe(target);
  await replica.patch(apiServices, name, { spec: { service: { port: 8443 } } });
  expect((await readOther(target))?.target.address).toMatchObject({ service: { port: 8443 } });
  await replica.delete(apiServices, name);
  await eventually(read, (found) => found === undefined);
});
