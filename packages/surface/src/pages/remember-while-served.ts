/** Caches a value derived from the served resources until they change. Each call compares the list. */
import type { Resource } from '@keelson/schema';

export type ServedResources = () => readonly Resource[];

export function rememberWhileServed<T>(served: ServedResources, make: (resources: readonly Resource[]) => T): () => T {
  let known: { readonly resources: readonly Resource[]; readonly made: T } | undefined;
  return () => {
    const resources = served();
    if (known === undefined || !isSame(known.resources, resources)) known = { resources, made: make(resources) };
    return known.made;
  };
}

/** Declarations do not change; they come and go. */
function isSame(a: readonly Resource[], b: readonly Resource[]): boolean {
  return a.length === b.length && a.every((each, index) => each === b[index]);
}
