/** Role: a set of permissions within one namespace. */
import { kind, list, shown, type TypeOf } from '@keelson/schema';

import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';
import { PolicyRule } from './policy-rule.ts';

export const Role = kind(
  'io.k8s.api.rbac.v1.Role',
  {
    metadata,
    rules: shown(2, list(PolicyRule), { about: 'The permissions this role grants.' }),
  },
  { about: 'A set of permissions within one namespace.' },
);
export type Role = TypeOf<typeof Role>;

export const RoleList = listOf(Role);
export type RoleList = TypeOf<typeof RoleList>;
