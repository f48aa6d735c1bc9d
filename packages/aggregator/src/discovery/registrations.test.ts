/** Discovery of APIServices, over a real store and a real server. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { ResolveService } from '@keelson/callouts';
import { openEmbedded, type Storage } from '@keelson/storage';

import { eventually } from '../testing/eventually.ts';
import { openReplica, type Place, type Replica } from '../testing/open-replica.ts';
import { serveHttps, type TestServer } from '../testing/serve-https.ts';

const apiServices: Place = ['apiservices', 'apiregistration.k8s.io/v1'];
const path = '/apis/x.test/v1';
const resolveService: ResolveService = ({ port }) => ({ ok: true, host: '127.0.0.1', port });

let folder: string;
let storage: Storage;
let replica: Replica;
let server: TestServer;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'registrations-'));
  storage = await openEmbedded({ path: folder });
  server = await serveHttps();
  replica = await openReplica({ storage, resolveService, isStarted: false });
});
afterEach(async () => {
  await replica.close();
  await server.close();
  await storage.close();
  await rm(folder, { recursive: true });
});

async function register(): Promise<void> {
  const service = { namespace: 'default', name: 'far', port: server.port };
  const caBundle = Buffer.from(server.authority).toString('base64');
  await replica.create(apiServices, {
    metadata: { name: 'v1.x.test' },
    spec: { group: 'x.test', version: 'v1', groupPriorityMinimum: 1000, versionPriority: 15, service, caBundle },
  });
}

const document = {
  kind: 'APIResourceList',
  groupVersion: 'x.test/v1',
  resources: [
    { name: 'things', singularName: 'thing', namespaced: true, kind: 'Thing', verbs: ['get'], shortNames: ['th'] },
    { name: 'things/status', singularName: '', namespaced: true, kind: 'Thing', verbs: ['get', 'patch'] },
    { name: 'things/scale', group: 'autoscaling', version: 'v1', kind: 'Scale', verbs: ['get'], namespaced: true },
    { name: 'nobody/status', kind: 'Nobody', verbs: ['get'] },
    { name: 7, verbs: 'get' },
    null,
  ],
};

const read = async () => (await replica.aggregation.registrations.remoteVersions()).get('x.test/v1');
const readCurrent = () => eventually(read, (version) => version?.freshness === 'Current');

it('registrations are there once those of the server have been made, and change with APIServices alone', async () => {
  const { registrations } = replica.aggregation;
  expect(registrations.versions()).toBeUndefined();
  await replica.aggregation.start();
  const before = registrations.versions();
  const apps = { group: 'apps', version: 'v1', groupPriority: 17800, versionPriority: 15 };
  expect(before).toContainEqual({ ...apps, isRemote: false, isAutomanaged: true });
  expect(registrations.versions()).toBe(before);
  await register();
  const remote = { group: 'x.test', version: 'v1', groupPriority: 1000, versionPriority: 15 };
  const after = await eventually(
    () => registrations.versions(),
    (versions) => versions !== before,
  );
  expect(after).toContainEqual({ ...remote, isRemote: true, isAutomanaged: false });
});

it('the resources of a remote version are those that its server says it has, as far as they can be read', async () => {
  server.answers.set(path, { body: document });
  await replica.aggregation.start();
  await register();
  await addService();
  const version = await readCurrent();
  const kind = { group: 'x.test', version: 'v1', kind: 'Thing' };
  expect(version).toEqual({
    freshness: 'Current',
    resources: [
      {
        resource: 'things',
        responseKind: kind,
        scope: 'Namespaced',
        singularResource: 'thing',
        verbs: ['get'],
        shortNames: ['th'],
        subresources: [
          { subresource: 'status', responseKind: kind, verbs: ['get', 'patch'] },
          {
            subresource: 'scale',
            responseKind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
            verbs: ['get'],
          },
        ],
      },
    ],
  });
  expect(await read()).toBe(version);
});

it('the resources of a server that does not answer any more stay, and are marked as stale', async () => {
  server.answers.set(path, { body: document });
  await replica.aggregation.start();
  await register();
  await addService();
  const current = await readCurrent();
  await replica.delete(['services', 'v1', 'default'], 'far');
  const stale = await eventually(read, (version) => version?.freshness === 'Stale');
  expect(stale?.resources).toEqual(current?.resources);
  await replica.delete(apiServices, 'v1.x.test');
  await eventually(read, (version) => version === undefined);
});

async function addService(): Promise<void> {
  await replica.create(['namespaces', 'v1'], { metadata: { name: 'default' } });
  const spec = { type: 'ExternalName', externalName: '127.0.0.1' };
  await replica.create(['services', 'v1', 'default'], { metadata: { name: 'far' }, spec });
}
