/**
 * Checks that the rules a user holds cover the rules they want to grant. A grant is
 * broken down into its smallest parts, each of which a single held rule must cover.
 */
import type { PolicyRule } from '../authorization/rbac/access-objects.ts';
import { prefixOf } from '../authorization/rbac/compile-rules.ts';

/** Maximum parts of one rule to examine; the largest rules in practice have some thousand. */
const maxParts = 20_000;

/** The uncovered parts; empty if all is covered. A rule of more than `maxParts` counts as one part. */
export function findUncovered(held: readonly PolicyRule[], wanted: readonly PolicyRule[]): PolicyRule[] {
  return [...examineParts(held, wanted)].filter((part) => part !== undefined);
}

/**
 * As `findUncovered`, a part at a time: `undefined` for a part that is covered. The total cost is the product of wanted
 * and held rules, so callers on the serving thread must pause between parts.
 */
export function* examineParts(
  held: readonly PolicyRule[],
  wanted: readonly PolicyRule[],
): Generator<PolicyRule | undefined, void> {
  for (const rule of wanted) {
    if (held.some((own) => covers(own, rule))) {
      yield undefined;
      continue;
    }
    const parts = countParts(rule) > maxParts ? [rule] : breakDown(rule);
    for (const part of parts) yield held.some((own) => covers(own, part)) ? undefined : part;
  }
}

function countParts({ verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] }: PolicyRule) {
  const onResources = apiGroups.length * resources.length * Math.max(1, resourceNames.length);
  return verbs.length * (onResources + nonResourceURLs.length);
}

/** One verb on one resource of one group, of one name if the rule has names; or one verb on one URL. */
export function breakDown(rule: PolicyRule): PolicyRule[] {
  const { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule;
  const onResources = apiGroups.flatMap((group) =>
    resources.flatMap((resource) =>
      verbs.flatMap((verb) => {
        const part = { verbs: [verb], apiGroups: [group], resources: [resource] };
        return resourceNames.length === 0 ? [part] : resourceNames.map((name) => ({ ...part, resourceNames: [name] }));
      }),
    ),
  );
  const onUrls = nonResourceURLs.flatMap((url) => verbs.map((verb) => ({ verbs: [verb], nonResourceURLs: [url] })));
  return [...onResources, ...onUrls];
}

/** Right for parts of any size: whatever a request can match in the part, it matches in what is held. */
function covers(held: PolicyRule, part: PolicyRule): boolean {
  return (
    hasAll(held.verbs, part.verbs) &&
    hasAll(held.apiGroups, part.apiGroups) &&
    hasResources(held.resources, part.resources) &&
    hasNames(held.resourceNames, part.resourceNames) &&
    (part.nonResourceURLs ?? []).every((url) => (held.nonResourceURLs ?? []).some((own) => hasUrl(own, url)))
  );
}

function hasAll(held: readonly string[] = [], wanted: readonly string[] = []): boolean {
  return held.includes('*') || wanted.every((each) => held.includes(each));
}

function hasResources(held: readonly string[] = [], wanted: readonly string[] = []): boolean {
  if (hasAll(held, wanted)) return true;
  return wanted.every((resource) => {
    const slash = resource.indexOf('/');
    return held.includes(resource) || (slash >= 0 && held.includes(`*${resource.slice(slash)}`));
  });
}

/** A rule for some names does not cover a grant for all names. */
function hasNames(held: readonly string[] = [], wanted: readonly string[] = []): boolean {
  return held.length === 0 || (wanted.length > 0 && wanted.every((name) => held.includes(name)));
}

function hasUrl(held: string, wanted: string): boolean {
  const prefix = prefixOf(held);
  return held === wanted || (prefix !== undefined && wanted.startsWith(prefix));
}
