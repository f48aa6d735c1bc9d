/**
 * Keeps the RBAC index in step with the watch cache: a decision knows all roles and bindings
 * that the watch cache holds.
 */
import { readBinding, readRole, type AccessIndex, type ObjectId } from '@keelson/auth';
import type { NamespacedName } from '@keelson/cache';
import type { Engine, Store } from '@keelson/registry';
import type { Purpose, Resource } from '@keelson/schema';

import { parseStored } from './parse-stored.ts';

export interface AccessResource extends Resource {
  readonly purpose: Extract<Purpose, { readonly kind: 'role' | 'roleBinding' }>;
}

type AccessStore = Store & { readonly stored: AccessResource };

/** True for resources whose objects grant permissions. */
export function grantsAccess(resource: Resource): resource is AccessResource {
  return resource.purpose?.kind === 'role' || resource.purpose?.kind === 'roleBinding';
}

/** Where roles and bindings are, as their declarations say. */
export function accessStores(registry: Pick<Engine, 'stores'>): readonly AccessStore[] {
  return registry.stores().filter((store): store is AccessStore => grantsAccess(store.stored));
}

/** Returns what ends it. */
export function followAccess(registry: Pick<Engine, 'stores'>, index: AccessIndex): () => void {
  const ends = accessStores(registry).map((store) => followStore(store, index));
  return () => {
    for (const end of ends) end();
  };
}

function followStore({ stored, cache }: AccessStore, index: AccessIndex): () => void {
  const known = new Map<string, ObjectId>();
  const put = (name: NamespacedName, value: Uint8Array): void => {
    const id = { kind: stored.kind, ...name };
    const object = parseStored(value);
    if (stored.purpose.kind === 'role') index.putRole(readRole(id, object));
    else index.putBinding(readBinding(id, object));
    known.set(keyOf(name), id);
  };
  const remove = (key: string): void => {
    const id = known.get(key);
    if (id !== undefined) index.remove(id);
    known.delete(key);
  };
  return cache.addEventHandler({
    onState: (objects) => {
      const there = new Set(objects.map(([name]) => keyOf(name)));
      for (const key of [...known.keys()]) if (!there.has(key)) remove(key);
      for (const [name, { value }] of objects) put(name, value);
    },
    onChange: (name, object) => {
      if (object === undefined) remove(keyOf(name));
      else put(name, object.value);
    },
  });
}

function keyOf({ namespace, name }: NamespacedName): string {
  return `${namespace}/${name}`;
}
