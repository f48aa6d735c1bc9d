/** The shelves of admission plugins: what the window holds, decoded once per version of an object. */
import type { Shelf, Shelves } from '@keelson/admission';
import type { ObjectVersion } from '@keelson/cache';
import type { Engine, Store } from '@keelson/registry';
import { decodeJson, parseJson } from '@keelson/schema';

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

function createShelf<T>(store: () => Store): Shelf<T> {
  const decoded = new WeakMap<ObjectVersion, T>();
  const decode = (object: ObjectVersion): T => {
    let known = decoded.get(object);
    if (known === undefined) decoded.set(object, (known = decodeOrThrow<T>(store(), object)));
    return known;
  };
  return {
    find: async (name, namespace) => {
      const { window } = store();
      const known = window.peek({ namespace, name });
      if (known !== undefined) return decode(known);
      const got = await window.get({ namespace, name });
      return got.ok && got.object !== undefined ? decode(got.object) : undefined;
    },
    all: async (namespace) => {
      const listed = await store().window.list({ namespace }, { kind: 'any' });
      return listed.ok ? listed.objects.map(decode) : [];
    },
  };
}

function decodeOrThrow<T>({ message }: Store, { key, value }: ObjectVersion): T {
  const parsed = parseJson(value.toString('utf8'));
  const object = parsed.ok ? decodeJson(message, parsed.value) : parsed;
  if (!object.ok) throw new Error(`${key} cannot be read: ${object.message}`);
  return object.object as T;
}
