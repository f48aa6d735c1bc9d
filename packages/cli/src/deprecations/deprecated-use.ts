/** One use of a deprecated version, and the end of that version. */
import { removedVersions } from '@keelson/api';
import { groupVersion, isLater, type GroupVersionKind, type Release } from '@keelson/schema';

export interface DeprecatedUse {
  /** `request`: of a client. `object`: nothing will serve it any more. The others: written into an object. */
  readonly found: 'request' | 'object' | 'managedFields' | 'lastApplied';
  readonly apiVersion: string;
  readonly kind: string;
  /** The release without it; empty where none is known. */
  readonly removedIn: Release | '';
  /** Empty where nothing replaces it. */
  readonly useInstead: string;
  /** The place of use in words: who requested it and how often, or the object that has it. */
  readonly use: string;
  /** Of a client that the server reports. */
  readonly client?: ReportedClient;
}

export interface ReportedClient {
  readonly user: string;
  readonly userAgent: string;
  readonly sources: readonly string[];
  readonly verb: string;
  readonly count: number | bigint;
  readonly lastSeen: string;
}

export interface VersionEnd {
  readonly removedIn: Release;
  readonly useInstead: string;
}

/** The versions that matter: those that are gone in the release `until`, or in any where there is none. */
export interface FindingScope {
  readonly until: Release | undefined;
  /** The release of the server, if it is known. Without `until`, versions that it has not deprecated are left out. */
  readonly release: Release | undefined;
  /** The domain of the groups of the server. */
  readonly domain: string;
}

const ends = new Map(
  removedVersions.map(({ replacement, removed, deprecated, ...of }) => {
    const useInstead = replacement === undefined ? '' : groupVersion(replacement);
    return [keyOf(of), { removedIn: removed, useInstead, deprecated }] as const;
  }),
);

/** Undefined for a version that stays. */
export function findEnd(of: GroupVersionKind, { until, release, domain }: FindingScope): VersionEnd | undefined {
  const isIn = (part: string): boolean => of.group.endsWith(`.${part}`);
  const group = isIn(domain) ? `${of.group.slice(0, -domain.length)}{domain}` : of.group;
  const end = ends.get(keyOf({ ...of, group }));
  if (end === undefined || !isGone(end.removedIn, until)) return undefined;
  const { removedIn, useInstead, deprecated } = end;
  const isYetToCome = release !== undefined && deprecated !== undefined && isLater(deprecated, release);
  if (until === undefined && isYetToCome) return undefined;
  return { removedIn, useInstead: useInstead.replace('{domain}', domain) };
}

/** A version with no known end is gone in no release. */
export function isGone(removedIn: Release | '', until: Release | undefined): boolean {
  if (until === undefined) return true;
  return removedIn !== '' && !isLater(removedIn, until);
}

function keyOf({ group, version, kind }: GroupVersionKind): string {
  return `${group}/${version} ${kind}`;
}

export function printFindings(findings: readonly DeprecatedUse[]): string {
  const rows = findings.map(({ apiVersion, kind, removedIn, useInstead, use }) => [
    apiVersion,
    kind,
    removedIn === '' ? 'not known' : removedIn,
    useInstead === '' ? 'nothing' : useInstead,
    use,
  ]);
  const all = [['VERSION', 'KIND', 'REMOVED IN', 'USE INSTEAD', 'IN USE'], ...rows];
  const widths = [0, 1, 2, 3].map((at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  return all.map((row) => `${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('   ')}\n`).join('');
}
