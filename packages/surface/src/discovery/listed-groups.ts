/**
 * The groups that discovery lists, the most preferred first: what is registered, in the order of its priorities, with
 * custom resources that are served before their registration has been made.
 */
import { customPriority } from '@keelson/api';
import { compareVersions } from '@keelson/meta';

import type { RegisteredVersion } from './registrations.ts';
import type { ServedGroup, ServedVersion } from './served-groups.ts';

export interface ListedVersion extends ServedVersion {
  readonly isRemote: boolean;
}

export interface ListedGroup extends ServedGroup {
  readonly versions: readonly ListedVersion[];
}

interface Entry {
  readonly group: string;
  readonly version: ListedVersion;
  readonly groupPriority: number;
  readonly versionPriority: number;
}

/** `ownGroup`, that of the registrations themselves, comes first and is never registered. Without the core group. */
export function listedGroups(
  served: readonly ServedGroup[],
  registered: readonly RegisteredVersion[] | undefined,
  ownGroup: string | undefined,
): readonly ListedGroup[] {
  if (registered === undefined) return served.filter(({ name }) => name !== '').map(listAsServed);
  const known = new Map(served.map((group) => [group.name, group]));
  const entries = [...registeredEntries(registered, known), ...unregisteredEntries(registered, served)];
  const own = served.filter(({ name }) => name === ownGroup).map(listAsServed);
  return [...own, ...groupsOf(entries).filter(({ name }) => name !== '' && name !== ownGroup)];
}

export function listAsServed({ name, versions }: ServedGroup): ListedGroup {
  return { name, versions: versions.map((version) => ({ ...version, isRemote: false })) };
}

function registeredEntries(
  registered: readonly RegisteredVersion[],
  served: ReadonlyMap<string, ServedGroup>,
): Entry[] {
  return registered.flatMap(({ group, version, isRemote, isAutomanaged, ...priorities }) => {
    const found = isRemote ? undefined : served.get(group)?.versions.find((each) => each.version === version);
    if (found === undefined && isAutomanaged && !isRemote) return [];
    return [{ group, version: { version, resources: found?.resources ?? [], isRemote }, ...priorities }];
  });
}

/** Built-in group versions without a registration are served, but not listed: an operator has deleted it. */
function unregisteredEntries(registered: readonly RegisteredVersion[], served: readonly ServedGroup[]): Entry[] {
  const known = new Set(registered.map(({ group, version }) => `${group}/${version}`));
  const { groupPriorityMinimum: groupPriority, versionPriority } = customPriority;
  return served.flatMap(({ name, versions }) =>
    versions
      .filter(({ version, resources }) => isCustom(resources) && !known.has(`${name}/${version}`))
      .map((version) => ({ group: name, version: { ...version, isRemote: false }, groupPriority, versionPriority })),
  );
}

function isCustom(resources: ServedVersion['resources']): boolean {
  return resources.every(({ custom }) => custom !== undefined);
}

/** A group has the highest priority of its versions. Equal ones are in the order of the names of their registrations. */
function groupsOf(entries: readonly Entry[]): ListedGroup[] {
  const groups = new Map<string, Entry[]>();
  for (const entry of [...entries].sort(byGroup)) {
    const versions = groups.get(entry.group);
    if (versions === undefined) groups.set(entry.group, [entry]);
    else versions.push(entry);
  }
  return [...groups].map(([name, found]) => ({ name, versions: found.sort(byVersion).map(({ version }) => version) }));
}

function byGroup(a: Entry, b: Entry): number {
  return b.groupPriority - a.groupPriority || (nameOf(a) < nameOf(b) ? -1 : 1);
}

function nameOf({ group, version: { version } }: Entry): string {
  return `${version}.${group}`;
}

function byVersion(a: Entry, b: Entry): number {
  return b.versionPriority - a.versionPriority || compareVersions(a.version.version, b.version.version);
}
