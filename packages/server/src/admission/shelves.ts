/**
 * The listers of admission plugins: the content of the watch cache, decoded once per version of an
 * object. An unreadable object does not count as absent where a request names it or is limited
 * by it: such requests are refused, with its key.
 */
import type { Shelf, Shelves } from '@keelson/admission';
import type { ListDone, ObjectVersion, ReadFailure, UnreadableObject } from '@keelson/cache';
import { unreadableError } from '@keelson/informers';
import type { Engine, Store } from '@keelson/registry';
import { decodeJson, parseJson } from '@keelson/schema';
import { giveWay } from '@keelson/telemetry';

export interface LateShelves extends Shelves {
  /** Plugins are made before the engine that runs them; they look nothing up until then. */
  attach(registry: Pick<Engine, 'stores'>): void;
}

export function createShelves(): LateShelves {
  let stores: readonly Store[] = [];
  const storeOf = (group: string, plural: string): Store => {
    const found = stores.find(({ stored }) => stored.plural === plural && stored.group.split('.', 1)[0] === group);
    if (found === undefined) throw new Error(`there is no shelf of ${plural}`);
    return found;
  };
  return {
    attach: (registry) => {
      stores = registry.stores();
    },
    shelf: <T>(group: string, plural: string) => {
      let store: Store | undefined;
      return createShelf<T>(() => (store ??= storeOf(group, plural)));
    },
  };
}

type Decoded<T> = { readonly object: T } | { readonly unreadable: UnreadableObject };

/** The first time after a start, or after many changes, all of them are decoded: others have their turn meanwhile. */
async function eachInTurn<V>(versions: readonly V[], visit: (version: V) => void): Promise<void> {
  for (const version of versions) {
    visit(version);
    const paused = giveWay();
    if (paused !== undefined) await paused;
  }
}

function createShelf<T>(store: () => Store): Shelf<T> {
  const decoded = new WeakMap<ObjectVersion, Decoded<T>>();
  const decode = (version: ObjectVersion): Decoded<T> => {
    let known = decoded.get(version);
    if (known === undefined) decoded.set(version, (known = decodeObject<T>(store(), version)));
    return known;
  };
  const decodeOrThrow = (version: ObjectVersion): T => {
    const known = decode(version);
    if ('unreadable' in known) throw unreadableError(known.unreadable);
    return known.object;
  };
  const list = async (namespace: string | undefined): Promise<ListDone> => {
    const listed = await store().cache.list({ namespace, collectsUnreadable: true }, { kind: 'any' });
    if (!listed.ok) throw failureOf(listed);
    return listed;
  };
  return {
    find: async (name, namespace) => {
      const { cache } = store();
      const known = cache.peek({ namespace, name });
      if (known !== undefined) return decodeOrThrow(known);
      const got = await cache.get({ namespace, name });
      if (!got.ok) throw failureOf(got);
      return got.object && decodeOrThrow(got.object);
    },
    all: async (namespace) => {
      const { objects } = await list(namespace);
      const readable: T[] = [];
      await eachInTurn(objects, (version) => {
        const known = decode(version);
        if (!('unreadable' in known)) readable.push(known.object);
      });
      return readable;
    },
    allOrThrow: async (namespace) => {
      const { objects, unreadable } = await list(namespace);
      const [first] = unreadable;
      if (first !== undefined) throw unreadableError(first);
      const readable: T[] = [];
      await eachInTurn(objects, (version) => void readable.push(decodeOrThrow(version)));
      return readable;
    },
  };
}

function failureOf(failure: ReadFailure): Error {
  return failure.reason === 'unreadable' ? unreadableError(failure) : new Error(`a read came to ${failure.reason}`);
}

function decodeObject<T>({ message }: Store, { key, revision, value }: ObjectVersion): Decoded<T> {
  const parsed = parseJson(value.toString('utf8'), { maxDepth: Infinity });
  const decoded = parsed.ok ? decodeJson(message, parsed.value) : parsed;
  if (!decoded.ok) return { unreadable: { key, revision, fault: decoded.message } };
  return { object: decoded.object as T };
}
