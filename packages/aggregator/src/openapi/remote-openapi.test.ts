/** The documents of remote servers, from a real server. */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createCallouts, type Callouts } from '@keelson/callouts';
import { silentLogger as logger } from '@keelson/telemetry';

import type { RegisteredRemote } from '../remote/remote-apis.ts';
import { eventually } from '../testing/eventually.ts';
import { serveHttps, type TestServer } from '../testing/serve-https.ts';
import { createRemoteOpenapi } from './remote-openapi.ts';

let server: TestServer;
let callouts: Callouts;
let ending: AbortController;
let all: RegisteredRemote[];
let tell: () => void;
/** Of its metrics. */
let noted: unknown[];
beforeEach(async () => {
  server = await serveHttps();
  callouts = createCallouts({ resolveService: ({ port }) => ({ ok: true, host: '127.0.0.1', port }) });
  ending = new AbortController();
  all = [];
  noted = [];
});
afterEach(async () => {
  ending.abort();
  callouts.close();
  await server.close();
});

function open() {
  const onChange = (listener: () => void) => {
    tell = listener;
    return () => undefined;
  };
  const remotes = { all: () => all, onChange };
  const metrics = {
    note: (...said: readonly unknown[]) => void noted.push(said),
    noteMerged: (...said: readonly unknown[]) => void noted.push(said),
  };
  return createRemoteOpenapi({ callouts, remotes, signal: ending.signal, metrics, logger });
}

function remote(name: string, more: Partial<RegisteredRemote> = {}): RegisteredRemote {
  const [version = '', ...group] = name.split('.');
  const service = { namespace: 'default', name: 'far', port: server.port };
  const address = { kind: 'service', service } as const;
  const target = { name, address, authorities: server.authority, serverName: 'far.default.svc' };
  return { name, group: group.join('.'), version, groupPriority: 1, service, target, isAvailable: true, ...more };
}

it('the document of a server is asked for once for all its versions, and stays the same until it changes', async () => {
  server.answers.set('/openapi/v2', { body: { paths: {} }, headers: { ETag: '"1"' } });
  const openapi = open();
  all = [remote('v1.x.test'), remote('v2.x.test'), remote('v1.y.test')];
  tell();
  const documents = await eventually(
    () => openapi.v2(),
    (found) => found.length === 1,
  );
  expect(documents).toMatchObject([{ prefixes: ['/apis/x.test/', '/apis/y.test/'] }]);
  tell();
  expect(openapi.v2()).toBe(documents);
  expect(server.asked.filter(({ url }) => url === '/openapi/v2')).toHaveLength(1);
  expect(server.asked[0]?.headers).toMatchObject({ accept: 'application/json', 'x-remote-user': 'system:aggregator' });
  documents[0]?.noteMerged?.(2);
  all = [];
  tell();
  expect(openapi.v2()).toEqual([]);
  // It is counted by the first of its APIServices.
  expect(noted).toEqual([
    ['v1.x.test', 'add'],
    ['add', 2],
    ['v1.x.test', 'delete'],
  ]);
});

it('the last document stays while its server is unavailable, and its tag is shown when it is back', async () => {
  server.answers.set('/openapi/v2', { body: { paths: {} }, headers: { ETag: '"1"' } });
  const openapi = open();
  all = [remote('v1.x.test')];
  tell();
  const documents = await eventually(
    () => openapi.v2(),
    (found) => found.length === 1,
  );
  server.answers.set('/openapi/v2', { status: 304 });
  all = [remote('v1.x.test', { isAvailable: false })];
  tell();
  expect(openapi.v2()).toBe(documents);
  all = [remote('v1.x.test')];
  tell();
  openapi.v2();
  const last = await eventually(
    () => server.asked.filter(({ url }) => url === '/openapi/v2').at(-1),
    (asked) => asked?.headers['if-none-match'] !== undefined,
  );
  expect(last?.headers['if-none-match']).toBe('"1"');
  expect(openapi.v2()).toBe(documents);
});

it('documents of OpenAPI v3 are those of the index that are registered, and are read when they are asked for', async () => {
  const address = '/openapi/v3/apis/x.test/v1?hash=ABC';
  const entry = (serverRelativeURL: unknown) => ({ serverRelativeURL });
  const paths = {
    'apis/x.test/v1': entry(address),
    'apis/x.test/v2': entry('https://elsewhere.test/openapi/v3/'),
    'apis/other.test/v1': entry('/openapi/v3/apis/other.test/v1'),
    api: 7,
  };
  server.answers.set('/openapi/v3', { body: { paths } });
  server.answers.set(address, { body: { openapi: '3.0.0' } });
  const openapi = open();
  all = [remote('v1.x.test'), remote('v2.x.test')];
  tell();
  const documents = await eventually(
    () => openapi.v3(),
    (found) => found.length === 1,
  );
  expect(documents).toMatchObject([{ name: 'apis/x.test/v1', hash: 'ABC' }]);
  expect((await documents[0]?.read())?.toString()).toBe('{"openapi":"3.0.0"}');
  server.answers.delete(address);
  expect(await documents[0]?.read()).toBeUndefined();
});
