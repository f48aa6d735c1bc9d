import { describe, expect, it } from '@jest/globals';

import { causesOf, create, update } from '../../testing/admit.ts';
import { clusterRoles } from './cluster-role.resource.ts';
import { roles } from './role.resource.ts';

const readPods = { verbs: ['get'], apiGroups: [''], resources: ['pods'] };
const readHealth = { verbs: ['get'], nonResourceURLs: ['/healthz'] };

function makeRole(...rules: object[]) {
  return create(roles, { metadata: { name: 'a' }, rules });
}

function makeClusterRole(fields: object) {
  return create(clusterRoles, { metadata: { name: 'a' }, ...fields });
}

describe.each([
  ['Role', roles],
  ['ClusterRole', clusterRoles],
])('%s', (_, resource) => {
  const make = (rule: object) => create(resource, { metadata: { name: 'a' }, rules: [rule] });

  it('has a path segment for a name', () => {
    expect(create(resource, { metadata: { name: 'system:node-Reader' } }).issues).toEqual([]);
    expect(causesOf(create(resource, { metadata: { name: 'a/b%' } }))).toEqual([
      `metadata.name: Invalid value: "a/b%": may not contain '/'`,
      `metadata.name: Invalid value: "a/b%": may not contain '%'`,
    ]);
    expect(causesOf(create(resource, { metadata: { name: '..' } }))).toEqual([
      `metadata.name: Invalid value: "..": may not be '..'`,
    ]);
  });

  it('needs verbs, groups and resources', () => {
    expect(make(readPods).issues).toEqual([]);
    expect(causesOf(make({}))).toEqual([
      'rules[0].verbs: Required value: verbs must contain at least one value',
      'rules[0].apiGroups: Required value: resource rules must supply at least one api group',
      'rules[0].resources: Required value: resource rules must supply at least one resource',
    ]);
    expect(causesOf(make({ ...readPods, verbs: [] }))).toEqual([
      'rules[0].verbs: Required value: verbs must contain at least one value',
    ]);
  });

  it('says what is wrong twice on update', () => {
    const old = create(resource, { metadata: { name: 'a' } }).object;
    const changed = update(resource, old, { metadata: { name: 'a' }, rules: [{ ...readPods, resources: [] }] });
    const cause = 'rules[0].resources: Required value: resource rules must supply at least one resource';
    expect(causesOf(changed)).toEqual([cause, cause]);
    expect(update(resource, old, { metadata: { name: 'a' }, rules: [readPods] }).issues).toEqual([]);
  });
});

describe('Role', () => {
  it('has no non-resource URLs', () => {
    expect(makeRole(readHealth).message).toBe(
      'Role.rbac.authorization.k8s.io "a" is invalid: rules[0].nonResourceURLs: Invalid value: []string{"/healthz"}: namespaced rules cannot apply to non-resource URLs',
    );
    expect(causesOf(makeRole({ ...readHealth, apiGroups: [''] }))).toEqual([
      'rules[0].nonResourceURLs: Invalid value: []string{"/healthz"}: namespaced rules cannot apply to non-resource URLs',
      'rules[0].nonResourceURLs: Invalid value: []string{"/healthz"}: rules cannot apply to both regular resources and non-resource URLs',
    ]);
  });
});

describe('ClusterRole', () => {
  it('has rules for resources or for URLs, never one for both', () => {
    expect(makeClusterRole({ rules: [readHealth, readPods] }).issues).toEqual([]);
    for (const extra of [{ apiGroups: [''] }, { resources: ['x'] }, { resourceNames: ['x'] }]) {
      expect(causesOf(makeClusterRole({ rules: [{ ...readHealth, ...extra }] }))).toEqual([
        'rules[0].nonResourceURLs: Invalid value: []string{"/healthz"}: rules cannot apply to both regular resources and non-resource URLs',
      ]);
    }
  });

  it('aggregates by at least one selector', () => {
    const selectors = [{ matchLabels: { a: 'b' } }, {}];
    expect(makeClusterRole({ aggregationRule: { clusterRoleSelectors: selectors } }).issues).toEqual([]);
    const cause =
      'aggregationRule.clusterRoleSelectors: Required value: at least one clusterRoleSelector required if aggregationRule is non-nil';
    expect(causesOf(makeClusterRole({ aggregationRule: {} }))).toEqual([cause]);
    expect(causesOf(makeClusterRole({ aggregationRule: { clusterRoleSelectors: [] } }))).toEqual([cause]);
  });

  it('says of a bad selector what is wrong with it, and that it is none', () => {
    const bad = { matchExpressions: [{ key: 'a', operator: 'Near' }] };
    expect(makeClusterRole({ aggregationRule: { clusterRoleSelectors: [bad] } }).message).toBe(
      'ClusterRole.rbac.authorization.k8s.io "a" is invalid: [aggregationRule.clusterRoleSelectors[0].matchExpressions[0].operator: Invalid value: "Near": not a valid selector operator, aggregationRule.clusterRoleSelectors[0]: Invalid value: "null": invalid label selector.]',
    );
    const empty = { matchExpressions: [{ key: 'a', operator: 'In' }] };
    expect(causesOf(makeClusterRole({ aggregationRule: { clusterRoleSelectors: [empty] } }))).toEqual([
      "aggregationRule.clusterRoleSelectors[0].matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
      'aggregationRule.clusterRoleSelectors[0]: Invalid value: "null": invalid label selector.',
    ]);
  });
});
