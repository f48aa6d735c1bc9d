/**
 * A store for measuring what is built on top of one: it holds numbered objects of
 * 1 KB that are made when asked for, and tells of changes when it is told to, so that
 * its own cost stays out of the measurement.
 */
import { deferGiven, type Entry, type Storage, type StorageEvent, type Watcher } from '@keelson/storage';

export interface ScriptedStore {
  readonly storage: Storage;
  /** Changes the object of this number and delivers the event at once. */
  change(number: number): void;
  /** Changes so many objects from this number on, and delivers all in one batch. */
  changeMany(first: number, count: number): void;
}

export const folder = '/registry/configmaps/';
/** So many objects are in one namespace. */
export const namespaceSize = 10_000;

export function keyOf(number: number): string {
  const namespace = `ns-${String(Math.floor(number / namespaceSize)).padStart(4, '0')}`;
  return `${folder}${namespace}/object-${String(number).padStart(8, '0')}`;
}

export function createScriptedStore(objects: number): ScriptedStore {
  const startRevision = objects + 1;
  let revision = startRevision;
  let watcher: Watcher | undefined;

  const eventOf = (number: number): StorageEvent => {
    revision += 1;
    const key = keyOf(number);
    return {
      key,
      revision,
      value: valueOf(number, revision),
      previous: { key, revision: 1, value: valueOf(number, 1) },
    };
  };

  const range: Storage['range'] = async (_prefix, { limit = objects, after } = {}) => {
    const first = after === undefined ? 0 : Number(after.slice(-8)) + 1;
    const count = Math.max(0, Math.min(limit, objects - first));
    const entries = Array.from({ length: count }, (_, index): Entry => entryOf(first + index));
    return Promise.resolve({ entries, revision: startRevision, more: first + count < objects });
  };

  const storage: Storage = {
    prefix: '/registry/',
    get: async (key) => Promise.resolve({ entry: entryOf(Number(key.slice(-8))), revision }),
    range,
    deferred: deferGiven(range),
    create: refuse,
    update: refuse,
    delete: refuse,
    watch: (_prefix, _after, given) => {
      watcher = given;
      return { close: () => (watcher = undefined) };
    },
    // A turn of the event loop stands for the way to the store and back.
    currentRevision: async () => new Promise((resolve) => setImmediate(resolve, revision)),
    revisionAtHand: () => undefined,
    compact: async () => Promise.resolve(),
    status: refuse,
    elections: { campaign: refuse, leader: refuse },
    close: async () => Promise.resolve(),
  };

  return {
    storage,
    change: (number) => void watcher?.onEvents([eventOf(number)]),
    changeMany: (first, count) =>
      void watcher?.onEvents(Array.from({ length: count }, (_, index) => eventOf((first + index) % objects))),
  };
}

async function refuse(): Promise<never> {
  return Promise.reject(new Error('this store is for reading'));
}

function entryOf(number: number): Entry {
  return { key: keyOf(number), value: valueOf(number, 1), revision: number + 1 };
}

const filler = 'x'.repeat(760);

/** 1,000 bytes, about. */
function valueOf(number: number, round: number): Buffer {
  const [namespace = '', name = ''] = keyOf(number).slice(folder.length).split('/');
  return Buffer.from(
    `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"${name}","namespace":"${namespace}","uid":"0b5a6f5e-5f0a-4f5e-9d0a-${String(number).padStart(12, '0')}",` +
      `"creationTimestamp":"2024-01-01T00:00:00Z","labels":{"half":"${number % 2}"}},"data":{"round":"${round}","filler":"${filler}"}}`,
  );
}
