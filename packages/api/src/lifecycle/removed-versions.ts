/** The versions of built-in kinds that stopped being served, or will: the calendar, as those who migrate read it. */
import type { GroupVersionKind, Release } from '@keelson/schema';

import { kindIn, lifecycleOf } from './lifecycle-of.ts';
import { versionRows, type VersionRow } from './version-rows.ts';

export interface RemovedVersion extends GroupVersionKind {
  /** The release that deprecated it, where that is on record. */
  readonly deprecated?: Release;
  /** The release that no longer serves it. */
  readonly removed: Release;
  /** The version to migrate to, and the release that first served it. */
  readonly replacement?: GroupVersionKind & { readonly since: Release };
}

/** One entry for each kind of each version that a release served, latest removal first. */
export const removedVersions: readonly RemovedVersion[] = versionRows.flatMap((row) =>
  row.kinds.flatMap((kind) => removedVersion(row, kind)),
);

function removedVersion({ version, introduced, deprecated, removed, to }: VersionRow, kind: string): RemovedVersion[] {
  if (introduced === undefined || removed === undefined) return [];
  const gone = { ...kindIn(version, kind), ...(deprecated && { deprecated }), removed };
  const replacement = to === undefined ? undefined : kindIn(to, kind);
  const since = replacement === undefined ? undefined : lifecycleOf(replacement)?.introduced;
  return [
    replacement === undefined || since === undefined ? gone : { ...gone, replacement: { ...replacement, since } },
  ];
}
