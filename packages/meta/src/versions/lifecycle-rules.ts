/** Consequences of an API version's lifecycle: in which releases it is served, and its deprecation warning. */
import { groupVersion, isLater, type GroupVersionKind, type Lifecycle, type Release } from '@keelson/schema';

/** In `release` and all later ones, as far as `since` is known. */
function hasCome(since: Release | undefined, release: Release): boolean {
  return since !== undefined && !isLater(since, release);
}

export function isServed(lifecycle: Lifecycle | undefined, release: Release): boolean {
  if (lifecycle === undefined) return true;
  const { introduced, removed } = lifecycle;
  return (introduced === undefined || hasCome(introduced, release)) && !hasCome(removed, release);
}

export function isDeprecated(lifecycle: Lifecycle | undefined, release: Release): boolean {
  return lifecycle !== undefined && hasCome(lifecycle.deprecated, release);
}

/** The deprecation warning; undefined before the deprecation. */
export function deprecationWarning(
  of: GroupVersionKind,
  lifecycle: Lifecycle | undefined,
  release: Release,
): string | undefined {
  if (lifecycle?.deprecated === undefined || !isDeprecated(lifecycle, release)) return undefined;
  const { deprecated, removed, replacement } = lifecycle;
  const end = removed === undefined ? '' : `, unavailable in v${removed}+`;
  const instead = replacement === undefined ? '' : `; use ${groupVersion(replacement)} ${replacement.kind}`;
  return `${groupVersion(of)} ${of.kind} is deprecated in v${deprecated}+${end}${instead}`;
}
