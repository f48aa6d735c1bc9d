/**
 * The rules of aggregated cluster roles: those of the roles that their selectors match. It reads roles and writes none.
 */
import { fieldsOrNone, readRole, type PolicyRule } from '@keelson/auth';
import type { CachedObject } from '@keelson/informers';
import { matchesLabels, selectorFromLabelSelector, type LabelSelectorObject } from '@keelson/meta';

/** The account that fills rules in, and the manager of their fields. */
export const aggregationAccount = 'clusterrole-aggregation-controller';

export interface AggregableRole {
  readonly name: string;
  readonly uid: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly selectors: readonly LabelSelectorObject[];
  readonly rules: readonly PolicyRule[];
  /** The rules came from other roles when they were last written. */
  readonly isFilledIn: boolean;
}

/**
 * The rules it should have, in the order of the roles they come from; `undefined` if it
 * has them. Rules that a user wrote stay until there is a first one to collect.
 */
export function aggregateRoles(
  { name, selectors, rules, isFilledIn }: AggregableRole,
  roles: Iterable<AggregableRole>,
): readonly PolicyRule[] | undefined {
  if (selectors.length === 0) return undefined;
  const others = [...roles].filter((role) => role.name !== name).sort((a, b) => (a.name < b.name ? -1 : 1));
  const collected = new Map<string, PolicyRule>();
  for (const object of selectors) {
    const selected = selectorFromLabelSelector(object);
    if (!selected.ok) continue;
    for (const role of others) {
      if (!matchesLabels(selected.selector, role.labels)) continue;
      for (const rule of role.rules)
        if (!collected.has(JSON.stringify(rule))) collected.set(JSON.stringify(rule), rule);
    }
  }
  const wanted = [...collected.values()];
  if (wanted.length === 0 && !isFilledIn) return undefined;
  return JSON.stringify(wanted) === JSON.stringify(rules) ? undefined : wanted;
}

const known = new WeakMap<CachedObject<object>, AggregableRole>();

/** Once for each version: all roles are examined whenever one of them changes. */
export function aggregableOf(object: CachedObject<object>): AggregableRole {
  let role = known.get(object);
  if (role === undefined) known.set(object, (role = readAggregable(object)));
  return role;
}

interface ClusterRole {
  readonly metadata?: { readonly managedFields?: readonly { readonly manager?: string }[] };
  readonly aggregationRule?: { readonly clusterRoleSelectors?: readonly LabelSelectorObject[] };
}

function readAggregable(object: CachedObject<object>): AggregableRole {
  const { name, head } = object;
  const role = fieldsOrNone(object) as ClusterRole;
  return {
    name,
    uid: head.uid,
    labels: head.labels,
    selectors: role.aggregationRule?.clusterRoleSelectors ?? [],
    rules: readRole({ kind: '', namespace: '', name }, role).rules,
    isFilledIn: role.metadata?.managedFields?.some((entry) => entry.manager === aggregationAccount) === true,
  };
}
