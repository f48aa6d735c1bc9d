/** Roles of v1alpha1: the fields of later versions under other protobuf numbers. */
import { kind, list, message, shown, type TypeOf } from '@keelson/schema';
import type { Field } from '@keelson/schema';

import { ClusterRole as ServedClusterRole } from '../../../rbac/v1/cluster-role.ts';
import { PolicyRule as ServedRule } from '../../../rbac/v1/policy-rule.ts';
import { Role as ServedRole } from '../../../rbac/v1/role.ts';

const { verbs, apiGroups, resources, resourceNames, nonResourceURLs } = ServedRule.fields;

/** Number 2 once held attributes that no release understood. */
export const PolicyRule = message(
  'io.k8s.api.rbac.v1alpha1.PolicyRule',
  {
    verbs,
    apiGroups: renumbered(3, apiGroups),
    resources: renumbered(4, resources),
    resourceNames: renumbered(5, resourceNames),
    nonResourceURLs: renumbered(6, nonResourceURLs),
  },
  { about: 'Verbs allowed on resources or on URLs.' },
);
export type PolicyRule = TypeOf<typeof PolicyRule>;

function renumbered<F extends Field>(number: number, of: F): F {
  return { ...of, number };
}

const rules = shown(2, list(PolicyRule), { about: 'What the role allows.' });

export const Role = kind(
  'io.k8s.api.rbac.v1alpha1.Role',
  { ...ServedRole.fields, rules },
  { about: 'Permissions within one namespace.' },
);
export type Role = TypeOf<typeof Role>;

export const ClusterRole = kind(
  'io.k8s.api.rbac.v1alpha1.ClusterRole',
  { ...ServedClusterRole.fields, rules },
  { about: 'Permissions in the whole cluster.' },
);
export type ClusterRole = TypeOf<typeof ClusterRole>;
