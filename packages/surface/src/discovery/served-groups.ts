/**
 * The groups, versions and resources that are served, the most preferred first: what is built in as it was declared, and
 * then, in the order of their names and of the stability of their versions, the groups of custom resources.
 */
import { compareVersions } from '@keelson/meta';
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
  const all = [...groups].map(([name, versions]) => ({
    name,
    versions: [...versions].map(([version, found]) => ({ version, resources: found.sort(byPlural) })),
  }));
  const builtIn = all.filter((group) => group.versions.some(isBuiltIn));
  const custom = all.filter((group) => !group.versions.some(isBuiltIn)).sort((a, b) => (a.name < b.name ? -1 : 1));
  return [...builtIn, ...custom].map(({ name, versions }) => ({ name, versions: sorted(versions) }));
}

function isBuiltIn({ resources }: ServedVersion): boolean {
  return resources.some(({ custom }) => custom === undefined);
}

function sorted(versions: readonly ServedVersion[]): readonly ServedVersion[] {
  const custom = versions.filter((version) => !isBuiltIn(version));
  if (custom.length === 0) return versions;
  return [...versions.filter(isBuiltIn), ...custom.sort((a, b) => compareVersions(a.version, b.version))];
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
