/**
 * The live watchers of one resource, by namespace and name, so that an event meets
 * only those it may concern.
 */
import type { CacheWatcher } from './watcher.ts';

export interface WatcherIndex {
  add(watcher: CacheWatcher): void;
  delete(watcher: CacheWatcher): void;
  /** Everyone whose namespace and name are these, or any. The visit may delete watchers. */
  visit(namespace: string, name: string, visit: (watcher: CacheWatcher) => void): void;
  size(): number;
}

interface Group {
  readonly anyName: Set<CacheWatcher>;
  readonly byName: Map<string, Set<CacheWatcher>>;
}

export function createWatcherIndex(): WatcherIndex {
  const anyNamespace = createGroup();
  const byNamespace = new Map<string, Group>();
  let size = 0;

  const groupOf = ({ namespace }: CacheWatcher): Group => {
    if (namespace === undefined) return anyNamespace;
    let group = byNamespace.get(namespace);
    if (group === undefined) byNamespace.set(namespace, (group = createGroup()));
    return group;
  };

  return {
    add: (watcher) => {
      setOf(groupOf(watcher), watcher).add(watcher);
      size += 1;
    },
    delete: (watcher) => {
      const group = groupOf(watcher);
      const set = setOf(group, watcher);
      if (set.delete(watcher)) size -= 1;
      if (watcher.name !== undefined && set.size === 0) group.byName.delete(watcher.name);
      if (watcher.namespace !== undefined && group.anyName.size + group.byName.size === 0) {
        byNamespace.delete(watcher.namespace);
      }
    },
    visit: (namespace, name, visit) => {
      visitGroup(anyNamespace, name, visit);
      visitGroup(byNamespace.get(namespace), name, visit);
    },
    size: () => size,
  };
}

function createGroup(): Group {
  return { anyName: new Set(), byName: new Map() };
}

function setOf({ anyName, byName }: Group, { name }: CacheWatcher): Set<CacheWatcher> {
  if (name === undefined) return anyName;
  let set = byName.get(name);
  if (set === undefined) byName.set(name, (set = new Set()));
  return set;
}

function visitGroup(group: Group | undefined, name: string, visit: (watcher: CacheWatcher) => void): void {
  if (group === undefined) return;
  group.anyName.forEach(visit);
  group.byName.get(name)?.forEach(visit);
}
