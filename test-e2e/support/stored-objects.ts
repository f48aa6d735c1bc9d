/** Objects of a server as the stories of tests need them: made, changed, listed and awaited, by their paths. */
import { expect } from '@jest/globals';

import { eventually } from './eventually.ts';
import type { Started } from './serve.ts';

export interface StoredObject {
  readonly kind: string;
  readonly apiVersion: string;
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly deletionTimestamp?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly finalizers?: readonly string[];
    readonly ownerReferences?: readonly { readonly uid: string; readonly kind: string }[];
  };
  readonly spec: Readonly<Record<string, unknown>>;
  readonly status: Readonly<Record<string, unknown>>;
}

export interface StoredObjects {
  /** Rejects where the server refuses it, as all others do. Beneath a namespace it is made in that namespace. */
  create(collection: string, object: object): Promise<StoredObject>;
  find(path: string): Promise<StoredObject | undefined>;
  list(collection: string): Promise<readonly StoredObject[]>;
  merge(path: string, patch: object): Promise<StoredObject>;
  /** By default with no options, so that the default of the kind counts. */
  remove(path: string, options?: object): Promise<void>;
  /** Waits until an object, or a part of it, is as it should be. */
  shows(path: string, expected: object): Promise<void>;
  isGone(path: string): Promise<void>;
  /** Waits until a collection has so many objects. */
  counts(collection: string, count: number): Promise<readonly StoredObject[]>;
  /** Another method or another body; returns the status and the body. */
  ask(method: string, path: string, body?: object): Promise<{ readonly status: number; readonly body: string }>;
}

export const patienceMs = 90_000;

export function openStoredObjects({ ask }: Pick<Started, 'ask'>): StoredObjects {
  const send = async (method: string, path: string, body?: object, type = 'application/json'): Promise<string> => {
    const answer = await ask(path, { method, body, headers: { 'Content-Type': type } });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${String(answer.status)} ${answer.body}`);
    return answer.body;
  };
  const find = async (path: string): Promise<StoredObject | undefined> => {
    const { status, body } = await ask(path);
    if (status === 404) return undefined;
    if (status !== 200) throw new Error(`GET ${path}: ${String(status)} ${body}`);
    return JSON.parse(body) as StoredObject;
  };
  const list = async (collection: string): Promise<readonly StoredObject[]> =>
    (JSON.parse(await send('GET', collection)) as { readonly items: readonly StoredObject[] }).items;
  return {
    find,
    list,
    create: async (collection, object) => JSON.parse(await send('POST', collection, object)) as StoredObject,
    merge: async (path, patch) =>
      JSON.parse(await send('PATCH', path, patch, 'application/merge-patch+json')) as StoredObject,
    remove: async (path, options) => {
      await send('DELETE', path, options);
    },
    shows: (path, expected) => eventually(async () => expect(await find(path)).toMatchObject(expected), patienceMs),
    isGone: (path) => eventually(async () => expect(await find(path)).toBeUndefined(), patienceMs),
    counts: async (collection, count) => {
      await eventually(async () => {
        const names = (await list(collection)).map(({ metadata }) => metadata.name);
        expect(names).toHaveLength(count);
      }, patienceMs);
      return list(collection);
    },
    ask: (method, path, body) => ask(path, { method, ...(body !== undefined && { body }) }),
  };
}
