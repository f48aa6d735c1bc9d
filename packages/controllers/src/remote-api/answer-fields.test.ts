import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, describe, expect, it } from '@jest/globals';
import { createApiScheme, findControlledKinds } from '@keelson/api';
import { createCallouts } from '@keelson/callouts';

import { isNamespaceEnding } from '../client/controller-client.ts';
import { listAll } from './list-all.ts';
import { requestRemote, type RemoteServer } from './remote-api.ts';
import { watchFrom, type WatchedEvent } from './watch-from.ts';

const { configMaps: resource } = findControlledKinds(createApiScheme());
const closings: (() => void)[] = [];
afterEach(() => {
  for (const close of closings.splice(0).reverse()) close();
});

/** Gives this answer to all requests. */
async function serve(text: string, status = 200): Promise<RemoteServer> {
  const server = createServer((_, response) => void response.writeHead(status).end(text));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const callouts = createCallouts({ resolveService: () => ({ ok: false, message: 'there are none' }) });
  closings.push(
    () => server.close(),
    () => callouts.close(),
  );
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return { callouts, target: { name: 'tested', address: { kind: 'url', origin } }, userAgent: 'tested' };
}

const item = { metadata: { namespace: 'n', name: 'a', resourceVersion: '5' } };
const listOf = (items: unknown) => ({ kind: 'ConfigMapList', metadata: { resourceVersion: '7' }, items });

describe('a list of another server', () => {
  it('gives its items their type', async () => {
    const listed = await listAll(await serve(JSON.stringify(listOf([item]))), resource);
    const value = { kind: 'ConfigMap', apiVersion: 'v1', ...item };
    expect(listed).toEqual({ kind: 'listed', items: [{ namespace: 'n', name: 'a', value }], resourceVersion: '7' });
  });

  it('may have null for its items', async () => {
    const listed = await listAll(await serve(JSON.stringify(listOf(null))), resource);
    expect(listed).toEqual({ kind: 'listed', items: [], resourceVersion: '7' });
  });

  it.each([
    ['null', null],
    ['a text', 'items'],
    ['an object of another kind', { kind: 'Page', items: [] }],
    ['a list with an item that is no object', listOf([null])],
    ['a list with an item without a name', listOf([{ metadata: { name: 5 } }])],
  ])('has failed where the answer is %s: an empty one would have all objects gone', async (_, answer) => {
    expect(await listAll(await serve(JSON.stringify(answer)), resource)).toMatchObject({ kind: 'failed' });
  });
});

describe('a watch of another server', () => {
  const watch = async (...lines: readonly unknown[]) => {
    const server = await serve(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const events: WatchedEvent[] = [];
    const { signal } = new AbortController();
    const ended = await watchFrom({ server, resource, from: '1', signal }, (event) => void events.push(event));
    return { ended, names: events.map(({ type, names }) => `${type} ${names.namespace}/${names.name}`) };
  };

  it('tells of objects, and of bookmarks by its resource version alone', async () => {
    const bookmark = { type: 'BOOKMARK', object: { metadata: { resourceVersion: '9' } } };
    const { ended, names } = await watch({ type: 'ADDED', object: item }, bookmark);
    expect(names).toEqual(['ADDED n/a']);
    expect(ended).toEqual({ resourceVersion: '9', isGone: false, hasAdvanced: true });
  });

  it.each([
    ['null', null],
    ['of an unknown type', { type: 'MOVED', object: item }],
    ['about null', { type: 'ADDED', object: null }],
    ['about an object without a name', { type: 'ADDED', object: { metadata: { resourceVersion: '6' } } }],
    ['about an object whose version is no text', { type: 'ADDED', object: { metadata: { resourceVersion: 6 } } }],
  ])('ends with an event that is %s, and the next one begins with a list', async (_, event) => {
    const { ended, names } = await watch({ type: 'ADDED', object: item }, event);
    expect(names).toEqual(['ADDED n/a']);
    expect(ended.isGone).toBe(true);
  });
});

describe('a refusal of another server', () => {
  const ask = async (answer: unknown, code: number) => {
    const asked = await requestRemote(await serve(JSON.stringify(answer), code), { method: 'GET', path: '/' });
    if (asked.ok) throw new Error('the request was not refused');
    return asked;
  };

  it('keeps what controllers act on', async () => {
    const causes = [{ reason: 'NamespaceTerminating', message: 'going', field: 'metadata.namespace' }];
    const details = { name: 'a', kind: 'configmaps', causes };
    const refusal = await ask({ kind: 'Status', reason: 'Forbidden', message: 'no', details, code: 403 }, 403);
    expect(refusal.status).toMatchObject({ status: 'Failure', reason: 'Forbidden', message: 'no', details, code: 403 });
    expect(isNamespaceEnding(refusal)).toBe(true);
  });

  it('is read whatever its fields are, with the code of the answer', async () => {
    const details = { name: 5, causes: [null, { reason: {} }, 'x'], retryAfterSeconds: 'soon' };
    const { status } = await ask({ kind: 'Status', reason: 'toString', message: {}, details, code: 'x' }, 409);
    expect(status).toMatchObject({ status: 'Failure', code: 409, details: { causes: [{}, {}, {}] } });
    expect(status).not.toHaveProperty('reason');
    expect(status.details).not.toHaveProperty('name');
  });

  it('is told of by its code where it is no Status', async () => {
    expect((await ask(null, 500)).status).toMatchObject({ code: 500, message: 'the server answered 500' });
  });
});
