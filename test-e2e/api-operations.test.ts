/**
 * The life of an object of every kind, as conformance tests go through it: made, listed, patched, replaced, its status
 * written, deleted alone and in a collection, while a watch is told of each step.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createApiScheme } from '@keelson/api';

import { eventually } from './support/eventually.ts';
import { collectionOf, objectOf, type ApiResource } from './support/minimal-objects.ts';
import { makeHome } from './support/serve.ts';
import type { Home, Started } from './support/serve.ts';
import { watchWhole } from './support/watch-whole.ts';

interface StoredObject {
  readonly metadata: {
    readonly name: string;
    readonly resourceVersion: string;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly status?: unknown;
}

interface WatchEvent {
  readonly type: string;
  readonly object: StoredObject;
}

const namespace = 'operations';
const whole = ['create', 'get', 'list', 'watch', 'patch', 'update', 'delete', 'deletecollection'] as const;
const resources = createApiScheme()
  .resources()
  .filter(({ storage, verbs }) => storage.kind === 'stored' && whole.every((verb) => verbs.includes(verb)));

let home: Home;
let server: Started;
beforeAll(async () => {
  home = await makeHome();
  server = await home.start('--controllers=-*', '--disable-admission-plugins=ServiceAccount');
  await server.ask('/api/v1/namespaces', { method: 'POST', body: { metadata: { name: namespace } } });
});
afterAll(() => home.remove());

async function ask<T>(method: string, path: string, body?: object, type = 'application/json'): Promise<T> {
  const headers = { 'Content-Type': type };
  const answer = await server.ask(path, { method, headers, ...(body !== undefined && { body }) });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${String(answer.status)} ${answer.body}`);
  return JSON.parse(answer.body) as T;
}

interface List {
  readonly metadata: { readonly resourceVersion: string };
  readonly items: readonly StoredObject[] | null;
}

const patched = (annotation: string) => ({ metadata: { annotations: { [annotation]: 'true' } } });
const merge = 'application/merge-patch+json';

/** Removes the finalizers that hold an object, as their controllers would. */
async function release(path: string): Promise<void> {
  const body = { metadata: { finalizers: null } };
  const { status } = await server.ask(path, { method: 'PATCH', headers: { 'Content-Type': merge }, body });
  // An object may be gone already: definitions are released by the server.
  expect([200, 404]).toContain(status);
  await eventually(async () => expect((await server.ask(path)).status).toBe(404));
}

async function changeStatus(path: string): Promise<void> {
  const { metadata } = await ask<StoredObject>('GET', `${path}/status`);
  const patch = { ...patched('of-status'), status: {} };
  const changed = await ask<StoredObject>('PATCH', `${path}/status`, patch, merge);
  expect(changed.metadata.name).toBe(metadata.name);
  await ask<StoredObject>('PUT', `${path}/status`, await ask<StoredObject>('GET', path));
}

/** Walks three objects through their life, and returns the name of the first one. */
async function live(resource: ApiResource, label: string): Promise<string> {
  const collection = collectionOf(resource, namespace);
  const selector = `labelSelector=story%3D${label}`;
  const names: string[] = [];
  for (const name of ['one', 'two', 'three']) {
    const object = objectOf(resource, `${resource.version}-${name}`, namespace);
    const metadata = { ...object.metadata, labels: { story: label } };
    names.push((await ask<StoredObject>('POST', collection, { ...object, metadata })).metadata.name);
  }
  const [first = ''] = names;
  const path = `${collection}/${first}`;
  const found = await ask<List>('GET', `${collection}?${selector}`);
  expect(found.items?.map(({ metadata }) => metadata.name).sort()).toEqual([...names].sort());
  const merged = await ask<StoredObject>('PATCH', path, patched('patched'), merge);
  expect(merged.metadata.annotations).toMatchObject({ patched: 'true' });
  const current = await ask<StoredObject>('GET', path);
  const annotations = { ...current.metadata.annotations, updated: 'true' };
  // Kinds that controllers write meanwhile are replaced whatever their version is.
  const { resourceVersion: _, ...metadata } = current.metadata;
  const isFree = resource.allowsUnconditionalUpdate === true;
  const changed = { ...current, metadata: { ...(isFree ? metadata : current.metadata), annotations } };
  expect((await ask<StoredObject>('PUT', path, changed)).metadata.annotations).toMatchObject({ updated: 'true' });
  if (resource.subresources['status']?.verbs.includes('patch') === true) await changeStatus(path);
  await ask('DELETE', path);
  await release(path);
  await ask('DELETE', `${collection}?${selector}`);
  for (const name of names.slice(1)) await release(`${collection}/${name}`);
  const left = await ask<List>('GET', `${collection}?${selector}`);
  expect(left.items ?? []).toEqual([]);
  return first;
}

async function liveWatched(resource: ApiResource): Promise<void> {
  const collection = collectionOf(resource, namespace);
  const label = `${resource.plural}-${resource.version}`;
  const { metadata } = await ask<List>('GET', `${collection}?limit=1`);
  const first = await live(resource, label);
  const query = `watch=1&resourceVersion=${metadata.resourceVersion}&labelSelector=story%3D${label}`;
  const watch = async (timeoutSeconds: number): Promise<WatchEvent[]> => {
    const { body } = await server.ask(`${collection}?${query}&timeoutSeconds=${String(timeoutSeconds)}`);
    const lines = body.split('\n').filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line) as WatchEvent);
  };
  const deleted = (all: readonly WatchEvent[]) => all.filter(({ type }) => type === 'DELETED');
  const events = await watchWhole(watch, (all) => deleted(all).length === 3);
  const own = events.filter(({ object }) => object.metadata.name === first).map(({ type }) => type);
  const changes = own.slice(1, -1);
  expect([own[0], new Set(changes), own.at(-1)]).toEqual(['ADDED', new Set(['MODIFIED']), 'DELETED']);
  expect(changes.length).toBeGreaterThan(1);
  expect(deleted(events)).toHaveLength(3);
  const revisions = events.map(({ object }) => Number(object.metadata.resourceVersion));
  expect(revisions).toEqual(revisions.toSorted((one, other) => one - other));
}

describe('every kind', () => {
  it('goes through its life, in all its versions', async () => {
    const waiting = resources.values();
    const odd: string[] = [];
    const work = async (): Promise<void> => {
      for (const resource of waiting) {
        await liveWatched(resource).catch((error: unknown) => {
          odd.push(`${collectionOf(resource, namespace)}: ${String(error)}`);
        });
      }
    };
    await Promise.all(Array.from({ length: 12 }, work));
    expect(odd).toEqual([]);
  }, 600_000);
});
