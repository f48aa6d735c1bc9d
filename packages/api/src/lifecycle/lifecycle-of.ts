/** Gives the resources of a version their lifecycles, out of the calendar. */
import type { GroupVersionKind, Lifecycle, Resource } from '@keelson/schema';

import type { ApiVersion } from '../api-version.ts';
import { versionRows, type VersionRow } from './version-rows.ts';

const lifecycles: ReadonlyMap<string, Lifecycle> = new Map(
  versionRows.flatMap((row) => row.kinds.map((kind) => [`${row.version} ${kind}`, lifecycleOfRow(row, kind)] as const)),
);

/** Undefined for a kind that is no part of any release, and is served at all of them. */
export function lifecycleOf({ group, version, kind }: GroupVersionKind): Lifecycle | undefined {
  return lifecycles.get(`${group === '' ? version : `${group}/${version}`} ${kind}`);
}

/** A version that no release is known to have served has no verbs. */
export function withLifecycles(versions: readonly ApiVersion[]): readonly ApiVersion[] {
  return versions.map((version) => ({ ...version, resources: version.resources.map(withLifecycle) }));
}

function withLifecycle(resource: Resource): Resource {
  const lifecycle = lifecycleOf(resource);
  if (lifecycle === undefined) return resource;
  const isServable = lifecycle.introduced !== undefined;
  return Object.freeze({ ...resource, lifecycle, ...(!isServable && { verbs: [], subresources: {} }) });
}

function lifecycleOfRow({ introduced, deprecated, removed, to, ...row }: VersionRow, kind: string): Lifecycle {
  return {
    ...(introduced !== undefined && { introduced }),
    ...(deprecated !== undefined && { deprecated }),
    ...(removed !== undefined && { removed }),
    ...(to !== undefined && { replacement: kindIn(to, kind) }),
    ...(row.warningOmitsReplacement === true && { warningOmitsReplacement: true }),
  };
}

export function kindIn(apiVersion: string, kind: string): GroupVersionKind {
  const [first = '', second] = apiVersion.split('/');
  return second === undefined ? { group: '', version: first, kind } : { group: first, version: second, kind };
}
