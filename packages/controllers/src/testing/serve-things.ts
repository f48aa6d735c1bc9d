/** An API server of one namespaced kind, `things` of `g.test/v1`, for tests of what is behind the aggregator. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { createCallouts } from '@keelson/callouts';

import type { AggregatedApi, AggregatedApis } from '../remote-api/aggregated-servers.ts';

export interface Thing {
  readonly metadata: Readonly<Record<string, unknown>> & { readonly name: string; readonly namespace: string };
}

/** `hangs`: requests get no answer. `away`: 503, as from the aggregator. */
export type ThingsState = 'well' | 'hangs' | 'away';

export interface ThingsServer {
  readonly apis: AggregatedApis;
  readonly callouts: ReturnType<typeof createCallouts>;
  readonly headersOfUser: (user: { readonly name: string }) => Readonly<Record<string, string>>;
  /** `METHOD URL USER`. */
  readonly asked: readonly string[];
  put(name: string, metadata?: object): Thing;
  /** Without a request. */
  remove(name: string): void;
  names(): readonly string[];
  /** Watches end. */
  become(state: ThingsState): void;
  /** As the availability controller says. */
  sayAvailable(isAvailable: boolean): void;
  close(): Promise<void>;
}

export const thingKind = { apiVersion: 'g.test/v1', kind: 'Thing' };
const root = '/apis/g.test/v1';
const verbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];

export async function serveThings(): Promise<ThingsServer> {
  const asked: string[] = [];
  const store = createStore();
  const tellers = new Set<() => void>();
  let [state, isAvailable]: [ThingsState, boolean] = ['well', true];
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    asked.push(`${method} ${url} ${String(headers['x-remote-user'])}`);
    request.resume();
    if (state === 'hangs') return;
    if (state === 'away') {
      response.writeHead(503, { 'content-type': 'text/plain' }).end('service unavailable\n');
    } else if (url.includes('watch=true')) {
      store.watch(response);
    } else {
      const { code, body } = answerFrom(store, method, url.split('?')[0] ?? '');
      response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const target = { name: 'v1.g.test', address: { kind: 'url' as const, origin } };
  const callouts = createCallouts({ resolveService: () => ({ ok: false, message: 'there are none' }) });
  return {
    apis: {
      all: (): readonly AggregatedApi[] => [{ group: 'g.test', version: 'v1', target, isAvailable }],
      onChange: (changed) => {
        tellers.add(changed);
        return () => void tellers.delete(changed);
      },
    },
    callouts,
    headersOfUser: ({ name }) => ({ 'x-remote-user': name }),
    asked,
    put: (name, metadata = {}) =>
      store.put({ metadata: { name, namespace: 'default', uid: `uid-of-${name}`, ...metadata } }),
    remove: store.remove,
    names: () => store.all().map(({ metadata }) => metadata.name),
    become: (next) => {
      state = next;
      store.endWatches();
    },
    sayAvailable: (next) => {
      isAvailable = next;
      for (const changed of tellers) changed();
    },
    close: async () => {
      callouts.close();
      server.closeAllConnections();
      server.close();
      await delay(0);
    },
  };
}

type Store = ReturnType<typeof createStore>;

function createStore() {
  const [things, watches] = [new Map<string, Thing>(), new Set<ServerResponse>()];
  let revision = 1;
  const tell = (type: string, object: Thing): void => {
    for (const watch of watches) watch.write(`${JSON.stringify({ type, object })}\n`);
  };
  return {
    // No number, as the contract of resource versions allows.
    version: () => `r${String(revision)}`,
    all: () => [...things.values()],
    get: (name: string) => things.get(name),
    put: (thing: Thing): Thing => {
      const type = things.has(thing.metadata.name) ? 'MODIFIED' : 'ADDED';
      revision += 1;
      const kept = { ...thingKind, metadata: { ...thing.metadata, resourceVersion: `r${String(revision)}` } };
      things.set(kept.metadata.name, kept);
      tell(type, kept);
      return kept;
    },
    remove: (name: string): void => {
      const thing = things.get(name);
      things.delete(name);
      if (thing !== undefined) tell('DELETED', thing);
    },
    watch: (response: ServerResponse): void => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.flushHeaders();
      watches.add(response);
      response.on('close', () => watches.delete(response));
    },
    endWatches: (): void => {
      for (const watch of watches) watch.destroy();
    },
  };
}

function answerFrom(store: Store, method: string, path: string): { readonly code: number; readonly body: unknown } {
  const [name = '', ...rest] = path
    .slice(root.length + 1)
    .split('/')
    .reverse();
  if (path === root) {
    const resource = { name: 'things', kind: 'Thing', namespaced: true, verbs };
    return { code: 200, body: { kind: 'APIResourceList', resources: [resource] } };
  }
  if (name === 'things') {
    const [within] = rest;
    const inside = store.all().filter(({ metadata }) => within === undefined || metadata.namespace === within);
    if (method === 'DELETE') for (const { metadata } of inside) store.remove(metadata.name);
    return { code: 200, body: { kind: 'ThingList', metadata: { resourceVersion: store.version() }, items: inside } };
  }
  const thing = store.get(name);
  if (thing === undefined) {
    return { code: 404, body: { kind: 'Status', reason: 'NotFound', code: 404, details: { name } } };
  }
  if (method === 'DELETE') store.remove(name);
  return { code: 200, body: thing };
}
