/** One use of a deprecated version, and its end. */
import { removedVersions } from '@keelson/api';
import { defaultDomain, groupVersion, isLater, type GroupVersionKind, type Release } from '@keelson/schema';

export interface DeprecatedUse {
  readonly apiVersion: string;
  readonly kind: string;
  /** The place of use: how often it was requested, or the object that has it. */
  readonly use: string;
  /** The release without it. */
  readonly removed: Release;
  /** Empty where nothing replaces it. */
  readonly instead: string;
}

const ends = new Map(
  removedVersions.map(({ replacement, removed, ...of }) => {
    const instead = replacement === undefined ? '' : groupVersion(inGroups(replacement));
    return [keyOf(inGroups(of)), { removed, instead }] as const;
  }),
);

/** Undefined for a version that stays; `until`: that stays in this release. */
export function findEnd(of: GroupVersionKind, until: Release | undefined) {
  const end = ends.get(keyOf(of));
  return end === undefined || (until !== undefined && isLater(end.removed, until)) ? undefined : end;
}

function inGroups<T extends { readonly group: string }>(of: T): T {
  return { ...of, group: of.group.replace('{domain}', defaultDomain) };
}

function keyOf({ group, version, kind }: GroupVersionKind): string {
  return `${group}/${version} ${kind}`;
}

export function printFindings(findings: readonly DeprecatedUse[]): string {
  const rows = findings.map(({ apiVersion, kind, removed, instead, use }) => [
    apiVersion,
    kind,
    removed,
    instead === '' ? 'nothing' : instead,
    use,
  ]);
  const all = [['VERSION', 'KIND', 'REMOVED IN', 'USE INSTEAD', 'IN USE'], ...rows];
  const widths = [0, 1, 2, 3].map((at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  return all.map((row) => `${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('   ')}\n`).join('');
}
