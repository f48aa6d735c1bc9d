/** So many roles, bindings and callers as a large installation has, made up. */
import { createAccessIndex } from '@keelson/auth';
import type { AccessIndex, Binding } from '@keelson/auth';
import type { RequestAttributes, UserInfo } from '@keelson/meta';

export const sizes = { roles: 1_000, bindings: 5_000, callers: 10_000 } as const;

const apiGroup = 'rbac.authorization.k8s.io';
const resources = ['pods', 'configmaps', 'secrets', 'services', 'endpoints', 'events', 'jobs', 'deployments'];

export function nameOfCaller(number: number): string {
  return `user-${number}`;
}

/** Everyone is in three groups, as callers usually are. */
export function callers(): UserInfo[] {
  return Array.from({ length: sizes.callers }, (_, at) => ({
    name: nameOfCaller(at),
    groups: [`team-${at % 200}`, `floor-${at % 20}`, 'system:authenticated'],
  }));
}

export function roleOf(number: number) {
  const name = `role-${number}`;
  const rules = [0, 1, 2].map((at) => ({
    verbs: ['get', 'list', 'watch'],
    apiGroups: [''],
    resources: [resources[(number + at) % resources.length] ?? ''],
  }));
  return { kind: 'ClusterRole', namespace: '', name, rules };
}

/** Half are for users and half for teams; one of ten is for the whole cluster. */
export function bindingOf(number: number): Binding {
  const namespace = number % 10 === 0 ? '' : `namespace-${number % 100}`;
  const isTeam = number % 2 === 0;
  return {
    kind: namespace === '' ? 'ClusterRoleBinding' : 'RoleBinding',
    namespace,
    name: `binding-${number}`,
    roleRef: { apiGroup, kind: 'ClusterRole', name: `role-${number % sizes.roles}` },
    subjects: [
      { kind: isTeam ? 'Group' : 'User', name: isTeam ? `team-${number % 200}` : nameOfCaller(number), namespace: '' },
    ],
  };
}

export function fillIndex(): AccessIndex {
  const index = createAccessIndex();
  for (let number = 0; number < sizes.roles; number += 1) index.putRole(roleOf(number));
  for (let number = 0; number < sizes.bindings; number += 1) index.putBinding(bindingOf(number));
  return index;
}

/** Some of what is asked is allowed, most is not. */
export function requestOf(number: number): RequestAttributes {
  const names = { subresource: '', namespace: `namespace-${number % 100}`, name: `object-${number}` };
  const resource = resources[number % resources.length] ?? '';
  return { kind: 'resource', verb: number % 3 === 0 ? 'list' : 'get', group: '', version: 'v1', resource, ...names };
}
