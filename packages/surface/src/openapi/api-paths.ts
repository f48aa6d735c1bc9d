/** All paths of the API, by the document of OpenAPI v3 that they belong to: `api/v1`, `apis/batch`, `apis/batch/v1`. */
import type { Resource } from '@keelson/schema';

import { servedGroups } from '../discovery/served-groups.ts';
import { groupsPath, indexPath, versionPath } from './discovery-paths.ts';
import type { PathItem } from './operation.ts';
import { resourcePaths } from './resource-paths.ts';

export type ApiPaths = ReadonlyMap<string, readonly PathItem[]>;

export interface ApiPathsOptions {
  readonly resources: readonly Resource[];
  /** Of pages beside the API. */
  readonly pages: readonly PathItem[];
  readonly domain: string;
}

export function apiPaths({ resources, pages, domain }: ApiPathsOptions): ApiPaths {
  const documents = new Map<string, readonly PathItem[]>();
  const add = (items: readonly PathItem[]): void => {
    const [first] = items;
    if (first !== undefined) documents.set(first.path.replace(/^\/|\/$/g, ''), items);
  };
  for (const group of servedGroups(resources)) {
    add([indexPath(group, domain)]);
    for (const { version, resources: served } of group.versions) {
      add([versionPath(group.name, version, domain), ...served.flatMap((each) => resourcePaths(each, domain))]);
    }
  }
  add([groupsPath()]);
  for (const page of pages) add([page]);
  return new Map([...documents].sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function sortedItems(items: readonly PathItem[]): PathItem[] {
  return [...items].sort((a, b) => (a.path < b.path ? -1 : 1));
}
