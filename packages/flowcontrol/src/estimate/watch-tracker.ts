/** Counts watches by what they are about, to tell how many will hear of a change. */
import type { ObjectRef } from '@keelson/meta';

/** Watches of a resource: of all its objects, and by namespace and name of those that are about less. */
class WatchesOf {
  count = 0;
  readonly byNamespace = new Map<string, Watched>();
  readonly byName = new Map<string, number>();
}

/** In one namespace. */
class Watched {
  count = 0;
  readonly byName = new Map<string, number>();
}

type Counted = Pick<ObjectRef, 'group' | 'resource' | 'namespace' | 'name'>;

export class WatchTracker {
  /** By resource, then by group. */
  readonly #resources = new Map<string, Map<string, WatchesOf>>();

  /** Returns the function that ends the watch, to be called once. */
  add(watched: Counted): () => void {
    this.#change(watched, 1);
    return () => this.#change(watched, -1);
  }

  /** The number of watchers that hear of a change of this object, or of a new one in its namespace. */
  countFor({ group, resource, namespace, name }: Counted): number {
    const of = this.#resources.get(resource)?.get(group);
    if (of === undefined) return 0;
    const within = namespace === '' ? undefined : of.byNamespace.get(namespace);
    const named = name === '' ? 0 : (of.byName.get(name) ?? 0) + (within?.byName.get(name) ?? 0);
    return of.count + (within?.count ?? 0) + named;
  }

  #change({ group, resource, namespace, name }: Counted, by: 1 | -1): void {
    const of = made(made(this.#resources, resource, newGroups), group, newWatches);
    const within = namespace === '' ? of : made(of.byNamespace, namespace, newWatched);
    if (name === '') within.count += by;
    else changeCount(within.byName, name, by);
    if (within instanceof Watched && within.count === 0 && within.byName.size === 0) of.byNamespace.delete(namespace);
  }
}

const newGroups = () => new Map<string, WatchesOf>();
const newWatches = () => new WatchesOf();
const newWatched = () => new Watched();

function made<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

function changeCount(counts: Map<string, number>, name: string, by: number): void {
  const count = (counts.get(name) ?? 0) + by;
  if (count === 0) counts.delete(name);
  else counts.set(name, count);
}
