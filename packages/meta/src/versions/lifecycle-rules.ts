/** Consequences of an API version's lifecycle: in which releases it is served, and its deprecation warning. */
import { groupVersion, isLater, type GroupVersionKind, type Lifecycle, type Release } from '@keelson/schema';

/** In `release` and all later ones, as far as `since` is known. */
function hasCome(since: Release | undefined, release: Release): boolean {
  return since !== undefined && !isLater(since, release);
}

/** True where the calendar has the release between introduction and removal; without a row, for all releases. */
export function isServed(lifecycle: Lifecycle | undefined, release: Release): boolean {
  if (lifecycle === undefined) return true;
  const { introduced, removed } = lifecycle;
  return (introduced === undefined || hasCome(introduced, release)) && !hasCome(removed, release);
}

export function isDeprecated(lifecycle: Lifecycle | undefined, release: Release): boolean {
  return lifecycle !== undefined && hasCome(lifecycle.deprecated, release);
}

/** The first release that answers requests for deprecated versions with a warning. */
const warningsSince: Release = '1.19';

/** The deprecation warning; undefined before the deprecation, and at releases that gave none. */
export function deprecationWarning(
  of: GroupVersionKind,
  lifecycle: Lifecycle | undefined,
  release: Release,
): string | undefined {
  if (lifecycle?.deprecated === undefined || !isDeprecated(lifecycle, release)) return undefined;
  if (!hasCome(warningsSince, release)) return undefined;
  const { deprecated, removed, replacement, warningOmitsReplacement } = lifecycle;
  const end = removed === undefined ? '' : `, unavailable in v${removed}+`;
  const isNamed = replacement !== undefined && warningOmitsReplacement !== true;
  const instead = isNamed ? `; use ${groupVersion(replacement)} ${replacement.kind}` : '';
  return `${groupVersion(of)} ${of.kind} is deprecated in v${deprecated}+${end}${instead}`;
}
