/**
 * A kind that is removed and declared again under the same name, with another schema, as custom resources are: no
 * answer is made of bytes that the old declarations left behind. The same requests are sent to a server that has had
 * the new declarations from the start.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, describe, expect, it } from '@jest/globals';
import { listOf, metadata } from '@keelson/api';
import { createWatchCache } from '@keelson/cache';
import { createRegistry } from '@keelson/registry';
import {
  allVerbs,
  createScheme,
  field,
  int32,
  kind,
  resource,
  string,
  type Fields,
  type Resource,
  type Scheme,
} from '@keelson/schema';
import { openEmbedded, type Storage } from '@keelson/storage';

import { closeChains, serveChain } from '../chain/testing/serve-chain.ts';

const group = 'flow.example.org';
const storage = { kind: 'stored', group, version: 'v1', prefix: 'valves' } as const;
const names = { group, kind: 'Valve', plural: 'valves', singular: 'valve', storage } as const;
const served = { ...names, scope: 'Namespaced', verbs: allVerbs } as const;

interface Valve {
  readonly metadata: unknown;
  readonly state?: string;
  readonly turns?: number;
}

/** The fields of the stored version, and those of the version that is converted from it. */
interface Schema {
  readonly stored: Fields;
  readonly converted: Fields;
  readonly column: string;
  readonly fromHub: (hub: Valve) => object;
}

function declare({ stored, converted, column, fromHub }: Schema): {
  readonly v1: Resource;
  readonly v1beta1: Resource;
} {
  const messages = {
    v1: kind('test.v1.Valve', { metadata, ...stored }),
    v1beta1: kind('test.v1beta1.Valve', { metadata, ...converted }),
  };
  const columns = [
    { name: column, type: 'string', about: 'For tests.', cell: (valve: Valve) => `${column} ${valve.state ?? ''}` },
  ] as const;
  return {
    v1: resource({ ...served, version: 'v1', message: messages.v1, list: listOf(messages.v1), columns }),
    v1beta1: resource({
      ...served,
      version: 'v1beta1',
      message: messages.v1beta1,
      list: listOf(messages.v1beta1),
      columns,
      conversion: { toHub: (valve) => valve, fromHub },
    }),
  };
}

const before = declare({
  stored: { state: field(2, string), turns: field(3, int32) },
  converted: { position: field(2, string) },
  column: 'Before',
  fromHub: ({ metadata: of, state = '' }) => ({ metadata: of, position: `before ${state}` }),
});

/** Another number, a field less, another conversion and another column. */
const after = declare({
  stored: { state: field(9, string) },
  converted: { place: field(5, string) },
  column: 'After',
  fromHub: ({ metadata: of, state = '', turns = 0 }) => ({ metadata: of, place: `after ${state} ${turns}` }),
});

const table = 'application/json;as=Table;v=v1;g=meta.k8s.io';
const protobuf = 'application/vnd.kubernetes.protobuf';
const accepted = ['application/json', 'application/yaml', protobuf, table, `${table},${protobuf}`];

const open: (() => Promise<void>)[] = [];

afterEach(async () => {
  await closeChains();
  for (const close of open.splice(0).reverse()) await close();
});

async function openStore(): Promise<Storage> {
  const path = await mkdtemp(join(tmpdir(), 'keelson-redeclared-'));
  const opened = await openEmbedded({ path });
  open.push(async () => {
    await opened.close();
    await rm(path, { recursive: true, force: true });
  });
  return opened;
}

async function serve(store: Storage, resources: readonly Resource[]) {
  const scheme = createScheme({ resources });
  const cache = createWatchCache({ storage: store });
  const registry = createRegistry({ scheme, storage: store, cache, checksNamespaces: false });
  cache.start();
  await cache.whenReady();
  open.push(async () => {
    cache.close();
    await Promise.resolve();
  });
  const { port } = await serveChain({ scheme, registry, derive: cache.derive });
  const ask = (path: string, asked: Asked = {}): Promise<string> => askOnce(port, `/apis/${group}/${path}`, asked);
  return { scheme, registry, ask };
}

type Served = Awaited<ReturnType<typeof serve>>;

interface Asked {
  readonly accept?: string;
  readonly body?: string;
  /** Leaves after the first event. */
  readonly isWatch?: boolean;
}

/** On a connection of its own, so that none is left open. */
function askOnce(port: number, path: string, { accept, body, isWatch = false }: Asked): Promise<string> {
  const headers = { authorization: 'Bearer admin', 'content-type': 'application/json', ...(accept && { accept }) };
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const asked = request({ port, path, method, headers, agent: false }, (response) => {
      let text = String(response.statusCode);
      response.on('data', (chunk: Buffer) => {
        text += ` ${chunk.toString('latin1')}`;
        if (isWatch) response.destroy();
      });
      response.on('close', () => resolve(text));
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

/** Twice each, so that bytes that were kept are sent too. */
async function answersOf(server: Served): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const version of ['v1', 'v1beta1']) {
    for (const accept of accepted) {
      for (const path of ['namespaces/a/valves/x', 'valves', 'valves?pretty=true', 'valves']) {
        answers[`${accept} ${version}/${path}`] = await server.ask(`${version}/${path}`, { accept });
      }
      const watch = `${version}/valves?watch=true&resourceVersion=0`;
      answers[`${accept} ${watch}`] = await server.ask(watch, { accept, isWatch: true });
    }
  }
  const isFine = (text: string): boolean => text.startsWith('200 ') || text.includes('NotAcceptable');
  expect(Object.values(answers).filter((text) => !isFine(text))).toEqual([]);
  return answers;
}

async function serveBefore(store: Storage): Promise<Served> {
  const server = await serve(store, [before.v1, before.v1beta1]);
  const valve = { kind: 'Valve', apiVersion: `${group}/v1`, metadata: { name: 'x' }, state: 'open', turns: 3 };
  expect(await server.ask('v1/namespaces/a/valves', { body: JSON.stringify(valve) })).toMatch(/^201 /);
  return server;
}

function removeVersion(scheme: Scheme, version: string): Resource {
  const found = scheme.resource(group, version, 'valves');
  if (found === undefined) throw new Error(`no valves in ${version}`);
  scheme.remove(found);
  return found;
}

describe('a kind that is declared again with another schema', () => {
  it('is served as if it had never had the old one', async () => {
    const store = await openStore();
    const server = await serveBefore(store);
    const old = await answersOf(server);
    for (const version of ['v1', 'v1beta1']) server.registry.removeStore(removeVersion(server.scheme, version));
    for (const version of [after.v1, after.v1beta1]) server.scheme.add(version);
    const fresh = await answersOf(await serve(store, [after.v1, after.v1beta1]));
    expect(await answersOf(server)).toEqual(fresh);
    expect(fresh).not.toEqual(old);
  });

  it('is served so, too, where its store was not let go of', async () => {
    const store = await openStore();
    const server = await serveBefore(store);
    await answersOf(server);
    for (const version of ['v1', 'v1beta1']) removeVersion(server.scheme, version);
    for (const version of [after.v1, after.v1beta1]) server.scheme.add(version);
    expect(await answersOf(server)).toEqual(await answersOf(await serve(store, [after.v1, after.v1beta1])));
  });

  it('is served so in a version that is not stored, whose objects are still the same', async () => {
    const store = await openStore();
    const server = await serveBefore(store);
    await answersOf(server);
    removeVersion(server.scheme, 'v1beta1');
    server.scheme.add(after.v1beta1);
    expect(await answersOf(server)).toEqual(await answersOf(await serve(store, [before.v1, after.v1beta1])));
  });
});
