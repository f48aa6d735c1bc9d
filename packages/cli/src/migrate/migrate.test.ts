/** `keelson migrate` against a server of this test's own, which says what a test wants to see answered. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { run } from '../run.ts';
import { fakeTerminal } from '../testing/fake-terminal.ts';
import { createApiClient } from './api-client.ts';

const group = 'example.com';
const definitionPath = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.${group}`;
const listPath = `/apis/${group}/v2/widgets`;

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly type: string | undefined;
  readonly body: string;
}

interface Answer {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

let folder = '';
let server: Server;
let asked: Asked[] = [];
/** Answers other than the usual ones, by method and path. */
let answers: Record<string, (asked: Asked) => Answer | undefined> = {};
let definition = definitionOf('v2', ['v1', 'v2']);
let names: string[] = [];

function definitionOf(storageVersion: string, storedVersions: readonly string[]) {
  const versions = ['v1', 'v2'].map((name) => ({ name, served: true, storage: name === storageVersion }));
  return { metadata: { uid: 'u', resourceVersion: '7' }, spec: { versions }, status: { storedVersions } };
}

const widget = (name: string) => ({ metadata: { name, namespace: 'n', uid: `uid-${name}`, resourceVersion: '5' } });

function usualAnswer({ method, path, query, body }: Asked): Answer {
  if (path === definitionPath) return { body: definition };
  if (path === `${definitionPath}/status`) {
    const { storedVersions } = (JSON.parse(body) as { status: { storedVersions: string[] } }).status;
    definition = { ...definition, status: { storedVersions } };
    return { body: definition };
  }
  if (path === `/apis/${group}`) return { body: { versions: [{ version: 'v1' }, { version: 'v2' }] } };
  if (path === `/apis/${group}/v2`) {
    return { body: { resources: [{ name: 'widgets', namespaced: true, verbs: ['get', 'list', 'patch'] }] } };
  }
  if (path === listPath) {
    const [first, limit] = [Number(query.get('continue') ?? 0), Number(query.get('limit'))];
    const rest = names.length - first - limit;
    const more = rest > 0 ? { continue: String(first + limit), remainingItemCount: rest } : {};
    return { body: { metadata: more, items: names.slice(first, first + limit).map(widget) } };
  }
  return method === 'PATCH' ? { body: {} } : { status: 404, body: { message: `there is no ${path}` } };
}

async function read(request: IncomingMessage): Promise<Asked> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const url = new URL(request.url ?? '', 'http://here');
  const { method = '', headers } = request;
  return { method, path: url.pathname, query: url.searchParams, type: headers['content-type'], body };
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keelson-migrate-'));
  [asked, answers, names] = [[], {}, ['a', 'b', 'c', 'd', 'e']];
  definition = definitionOf('v2', ['v1', 'v2']);
  server = createServer((request, response) => {
    void read(request).then((one) => {
      asked.push(one);
      const { status = 200, body, headers = {} } = answers[`${one.method} ${one.path}`]?.(one) ?? usualAnswer(one);
      response.writeHead(status, headers).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cluster = { server: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  writeFileSync(
    join(folder, 'config'),
    JSON.stringify({
      'current-context': 'a',
      contexts: [{ name: 'a', context: { cluster: 'b' } }],
      clusters: [{ name: 'b', cluster }],
    }),
  );
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

const stateFile = () => join(folder, 'state.json');

async function migrate(...more: readonly string[]) {
  const terminal = fakeTerminal();
  const place = ['--kubeconfig', join(folder, 'config'), '--state', stateFile()];
  const code = await run(['migrate', `widgets.${group}`, ...place, ...more], terminal);
  return { code, out: terminal.out(), errors: terminal.errors() };
}

const patched = () => asked.filter(({ method }) => method === 'PATCH').map(({ path }) => path.split('/').at(-1));
const patchOf = (name: string) => `PATCH /apis/${group}/v2/namespaces/n/widgets/${name}`;
const once = (answer: Answer) => {
  let isFirst = true;
  return () => {
    const wasFirst = isFirst;
    isFirst = false;
    return wasFirst ? answer : undefined;
  };
};

describe('keelson migrate', () => {
  it('writes each object with nothing but its own version, and trims the versions of the definition', async () => {
    expect(await migrate('--chunk-size', '2', '--parallel', '1')).toEqual({
      code: 0,
      out: 'widgets.example.com: 5 objects are migrated\n',
      errors:
        'widgets.example.com: 2 of 5\nwidgets.example.com: 4 of 5\nwidgets.example.com: nothing is stored as v1 any more\n',
    });
    expect(patched()).toEqual(['a', 'b', 'c', 'd', 'e', 'status']);
    const [first] = asked.filter(({ method }) => method === 'PATCH');
    expect(first).toMatchObject({ type: 'application/merge-patch+json' });
    expect(JSON.parse(first?.body ?? '')).toEqual({ metadata: { uid: 'uid-a', resourceVersion: '5' } });
    expect(definition.status.storedVersions).toEqual(['v2']);
    expect(existsSync(stateFile())).toBe(false);
  });

  it('takes what others changed or deleted meanwhile for done', async () => {
    answers = { [patchOf('b')]: () => ({ status: 409, body: {} }), [patchOf('c')]: () => ({ status: 404, body: {} }) };
    expect(await migrate()).toMatchObject({ code: 0 });
    expect(definition.status.storedVersions).toEqual(['v2']);
  });

  it('goes on where it was interrupted', async () => {
    answers = {
      [`GET ${listPath}`]: ({ query }) => (query.get('continue') === '4' ? { status: 500, body: {} } : undefined),
    };
    expect(await migrate('--chunk-size', '2')).toMatchObject({ code: 1 });
    expect(JSON.parse(readFileSync(stateFile(), 'utf8'))).toMatchObject({ continue: '4', done: 4 });
    answers = {};
    asked = [];
    expect(await migrate('--chunk-size', '2')).toMatchObject({
      code: 0,
      out: 'widgets.example.com: 5 objects are migrated\n',
      errors: expect.stringContaining('goes on after 4 objects'),
    });
    expect(patched()).toEqual(['e', 'status']);
  });

  it('begins anew for another storage version, and where it is told to', async () => {
    const note = {
      server: '',
      path: listPath,
      definition: 'u',
      storageVersion: 'v1',
      continue: '4',
      done: 4,
      failed: 0,
    };
    writeFileSync(stateFile(), JSON.stringify(note));
    await migrate();
    expect(patched()).toContain('a');
    const { port } = server.address() as AddressInfo;
    writeFileSync(stateFile(), JSON.stringify({ ...note, server: `http://127.0.0.1:${port}`, storageVersion: 'v2' }));
    asked = [];
    await migrate('--restart');
    expect(patched()).toContain('a');
    writeFileSync(stateFile(), 'nonsense');
    expect(await migrate()).toMatchObject({ code: 1, errors: expect.stringContaining('is no note of a migration') });
  });

  it('goes on with the token that an expired one is answered with', async () => {
    const gone = { status: 410, body: { metadata: { continue: '3' } } };
    answers = { [`GET ${listPath}`]: ({ query }) => (query.get('continue') === '2' ? gone : undefined) };
    expect(await migrate('--chunk-size', '2')).toMatchObject({ code: 0 });
    expect(patched()).toEqual(['a', 'b', 'd', 'e', 'status']);
  });

  it('names what it could not write, and then leaves the versions of the definition', async () => {
    answers = { [patchOf('c')]: () => ({ status: 500, body: { message: 'conversion webhook failed' } }) };
    expect(await migrate()).toEqual({
      code: 1,
      out: '',
      errors:
        'keelson migrate: widgets.example.com n/c: conversion webhook failed\n' +
        'keelson migrate: widgets.example.com: 1 of 5 objects are not migrated; run it again\n',
    });
    expect(patched()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('trims a definition that was changed meanwhile, unless its storage version was', async () => {
    answers = { [`PATCH ${definitionPath}/status`]: once({ status: 409, body: {} }) };
    expect(await migrate()).toMatchObject({ code: 0 });
    expect(definition.status.storedVersions).toEqual(['v2']);
    definition = definitionOf('v2', ['v1', 'v2']);
    answers = {
      [patchOf('e')]: () => {
        definition = definitionOf('v1', ['v1', 'v2']);
        return undefined;
      },
    };
    expect(await migrate()).toMatchObject({
      code: 1,
      errors: expect.stringContaining('the storage version has become v1 meanwhile: migrate again'),
    });
    expect(definition.status.storedVersions).toEqual(['v1', 'v2']);
  });

  it('leaves the versions of the definition where it is told to', async () => {
    expect(await migrate('--keep-versions')).toMatchObject({ code: 0 });
    expect(patched()).not.toContain('status');
  });

  it('tells what the server does not have', async () => {
    answers = { [`GET /apis/${group}`]: () => ({ status: 404, body: {} }) };
    expect(await migrate()).toMatchObject({
      code: 1,
      errors: 'keelson migrate: the server has no group example.com\n',
    });
    answers = { [`GET /apis/${group}/v2`]: () => ({ body: { resources: [] } }) };
    expect(await migrate()).toMatchObject({ code: 1 });
  });

  it.each([
    [[], 'name the resource'],
    [['a', 'b'], '"b" is too much'],
    [['widgets/x'], '"widgets/x" is no resource'],
    [['a', '--parallel', '0'], '--parallel takes a number from 1 to 64'],
    [['a', '--chunk-size', 'x'], '--chunk-size takes a number from 1 to 10000'],
    [['a', '--nonsense'], 'nonsense'],
  ])('does not understand %j', async (args, message) => {
    const terminal = fakeTerminal();
    expect(await run(['migrate', ...args], terminal)).toBe(2);
    expect(terminal.errors()).toContain(message);
  });
});

describe('a request of a migration', () => {
  it('is repeated while the server asks for patience', async () => {
    answers = { 'GET /x': once({ status: 429, headers: { 'Retry-After': '3' }, body: {} }) };
    const pauses: number[] = [];
    const connection = { server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, isUnverified: false };
    const client = createApiClient(connection, (ms) => Promise.resolve(pauses.push(ms)));
    expect(await client.ask('/x')).toMatchObject({ status: 404 });
    answers = { 'GET /x': () => ({ status: 503, body: { message: 'no' } }) };
    expect(await client.ask('/x')).toEqual({ status: 503, body: { message: 'no' } });
    expect(pauses).toEqual([3_000, 500, 1_000, 2_000, 4_000, 8_000]);
  });
});
