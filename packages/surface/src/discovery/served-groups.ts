/** The groups, versions and resources that are served, in the order in which they were declared: the most preferred first. */
import type { Resource } from '@keelson/schema';

export interface ServedVersion {
  readonly version: string;
  /** In the order of their names. */
  readonly resources: readonly Resource[];
}

export interface ServedGroup {
  readonly name: string;
  readonly versions: readonly ServedVersion[];
}

export function servedGroups(resources: Iterable<Resource>): readonly ServedGroup[] {
  const groups = new Map<string, Map<string, Resource[]>>();
  for (const resource of resources) {
    const versions = entryOf(groups, resource.group, () => new Map<string, Resource[]>());
    entryOf(versions, resource.version, (): Resource[] => []).push(resource);
  }
  return [...groups].map(([name, versions]) => ({
    name,
    versions: [...versions].map(([version, found]) => ({ version, resources: found.sort(byPlural) })),
  }));
}

function entryOf<T>(map: Map<string, T>, key: string, make: () => T): T {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

function byPlural(a: Resource, b: Resource): number {
  return a.plural < b.plural ? -1 : 1;
}
