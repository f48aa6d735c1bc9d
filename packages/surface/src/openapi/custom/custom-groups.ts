/** The groups of custom resources among those that are served, with what OpenAPI says of each beside its resources. */
import type { Resource } from '@keelson/schema';

import { servedGroups } from '../../discovery/served-groups.ts';
import { indexPath, versionPath } from '../discovery-paths.ts';
import type { PathItem } from '../operation.ts';

/** One document of OpenAPI v3: a group, or a version of one with its resources. */
export interface CustomSection {
  /** As in the index: `apis/example.com`, `apis/example.com/v1`. */
  readonly name: string;
  /** Of discovery. */
  readonly item: PathItem;
  readonly resources: readonly Resource[];
}

export function customSections(resources: readonly Resource[], domain: string): readonly CustomSection[] {
  return servedGroups(resources).flatMap((group) => [
    { name: `apis/${group.name}`, item: indexPath(group, domain), resources: [] },
    ...group.versions.map(({ version, resources: served }) => ({
      name: `apis/${group.name}/${version}`,
      item: versionPath(group.name, version, domain),
      resources: served,
    })),
  ]);
}
