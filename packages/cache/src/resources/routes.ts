/**
 * Finds the resource that a key belongs to, by the folder the key is in. Costs one
 * or two look-ups for the layouts in use, however many resources there are.
 */
import type { CachedResource } from './resource.ts';

export interface ResourceRoutes {
  /** Throws if the folder is not a folder below the prefix, or overlaps another one. */
  addOrThrow(resource: CachedResource): void;
  delete(resource: CachedResource): void;
  find(key: string): CachedResource | undefined;
  all(): Iterable<CachedResource>;
}

export function createRoutes(prefix: string): ResourceRoutes {
  const byFolder = new Map<string, CachedResource>();
  let deepest = 1;

  return {
    addOrThrow: (resource) => {
      const { folder } = resource;
      if (!folder.startsWith(prefix) || folder === prefix || !folder.endsWith('/')) {
        throw new Error(`${folder} is no folder below ${prefix}`);
      }
      for (const other of byFolder.keys()) {
        if (other.startsWith(folder) || folder.startsWith(other)) throw new Error(`${folder} overlaps ${other}`);
      }
      byFolder.set(folder, resource);
      deepest = Math.max(deepest, folder.slice(prefix.length).split('/').length - 1);
    },
    delete: (resource) => void byFolder.delete(resource.folder),
    find: (key) => {
      let slash = prefix.length - 1;
      for (let depth = 0; depth < deepest; depth += 1) {
        slash = key.indexOf('/', slash + 1);
        if (slash === -1) return undefined;
        const found = byFolder.get(key.slice(0, slash + 1));
        if (found !== undefined) return found;
      }
      return undefined;
    },
    all: () => byFolder.values(),
  };
}
