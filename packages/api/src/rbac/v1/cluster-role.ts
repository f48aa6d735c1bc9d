/** ClusterRole: a cluster-wide set of permissions that bindings refer to as a unit. */
import { field, kind, list, message, optional, shown, type TypeOf } from '@keelson/schema';

import { LabelSelector } from '../../meta/v1/label-selector.ts';
import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';
import { PolicyRule } from './policy-rule.ts';

export const AggregationRule = message(
  'io.k8s.api.rbac.v1.AggregationRule',
  {
    clusterRoleSelectors: field(1, list(LabelSelector), {
      about: 'Label selectors; rules of a ClusterRole matching any of them are added.',
    }),
  },
  { about: 'How to find the ClusterRoles whose rules are combined into this one.' },
);
export type AggregationRule = TypeOf<typeof AggregationRule>;

export const ClusterRole = kind(
  'io.k8s.api.rbac.v1.ClusterRole',
  {
    metadata,
    rules: shown(2, list(PolicyRule), { about: 'The permissions this role grants.' }),
    aggregationRule: optional(3, AggregationRule, {
      about: 'If set, a controller fills `rules` and overwrites direct edits to them.',
    }),
  },
  { about: 'A cluster-wide set of permissions that bindings refer to as a unit.' },
);
export type ClusterRole = TypeOf<typeof ClusterRole>;

export const ClusterRoleList = listOf(ClusterRole);
export type ClusterRoleList = TypeOf<typeof ClusterRoleList>;
