import { describe, expect, it } from '@jest/globals';
import { tableOf, type Resource } from '@keelson/schema';

import { causesOf, create, update } from '../../testing/admit.ts';
import { defaultBindingGroups } from './binding.defaults.ts';
import { clusterRoleBindings } from './cluster-role-binding.resource.ts';
import { roleBindings } from './role-binding.resource.ts';

const apiGroup = 'rbac.authorization.k8s.io';
const roleRef = { apiGroup, kind: 'ClusterRole', name: 'view' };

function make(resource: Resource, fields: object) {
  return create(resource, { metadata: { name: 'a' }, roleRef, ...fields });
}

describe.each([
  ['RoleBinding', roleBindings],
  ['ClusterRoleBinding', clusterRoleBindings],
])('%s', (kind, resource) => {
  const causes = (...subjects: object[]) => causesOf(make(resource, { subjects }));

  it('may be made for a role that is not there yet, and for nobody', () => {
    expect(make(resource, {}).issues).toEqual([]);
    expect(make(resource, { roleRef: { ...roleRef, name: 'system:any Name' } }).issues).toEqual([]);
  });

  it('fills in its own group for the role, users and groups', () => {
    const { object, issues } = make(resource, {
      roleRef: { kind: 'ClusterRole', name: 'view' },
      subjects: [
        { kind: 'User', name: 'u' },
        { kind: 'Group', name: 'g' },
        { kind: 'ServiceAccount', name: 's', namespace: 'n' },
      ],
    });
    expect(issues).toEqual([]);
    expect(object).toMatchObject({ roleRef, subjects: [{ apiGroup }, { apiGroup }, { kind: 'ServiceAccount' }] });
    expect(object).not.toHaveProperty('subjects.2.apiGroup');
  });

  it('grants roles of its own group only', () => {
    expect(make(resource, { roleRef: { ...roleRef, apiGroup: 'other' } }).message).toBe(
      `${kind}.rbac.authorization.k8s.io "a" is invalid: roleRef.apiGroup: Unsupported value: "other": supported values: "rbac.authorization.k8s.io"`,
    );
  });

  it('names its role', () => {
    expect(causesOf(make(resource, { roleRef: { ...roleRef, name: '' } }))).toEqual(['roleRef.name: Required value']);
    expect(causesOf(make(resource, { roleRef: { ...roleRef, name: 'a/b' } }))).toEqual([
      `roleRef.name: Invalid value: "a/b": may not contain '/'`,
    ]);
  });

  it('is for users, groups and service accounts', () => {
    const kinds = 'supported values: "ServiceAccount", "User", "Group"';
    expect(causes({ kind: 'Robot', name: 'r' })).toEqual([`subjects[0].kind: Unsupported value: "Robot": ${kinds}`]);
    expect(causes({})).toEqual([
      'subjects[0].name: Required value',
      `subjects[0].kind: Unsupported value: "": ${kinds}`,
    ]);
  });

  it('is for users and groups of its own group, and for service accounts of none', () => {
    expect(causes({ kind: 'User', name: 'u', apiGroup: 'other' })).toEqual([
      `subjects[0].apiGroup: Unsupported value: "other": supported values: "${apiGroup}"`,
    ]);
    expect(causes({ kind: 'ServiceAccount', name: 's', namespace: 'n', apiGroup })).toEqual([
      `subjects[0].apiGroup: Unsupported value: "${apiGroup}": supported values: ""`,
    ]);
  });

  it('names its subjects', () => {
    expect(causes({ kind: 'User', name: '', apiGroup })).toEqual(['subjects[0].name: Required value']);
    expect(causes({ kind: 'ServiceAccount', name: 'Bad_Name', namespace: 'n' })).toEqual([
      `subjects[0].name: Invalid value: "Bad_Name": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ]);
  });

  it('keeps its role, while its subjects may change', () => {
    const old = make(resource, {}).object;
    const moved = { metadata: { name: 'a' }, roleRef: { ...roleRef, name: 'edit' } };
    expect(causesOf(update(resource, old, moved))).toEqual([
      `roleRef: Invalid value: rbac.RoleRef{APIGroup:"${apiGroup}", Kind:"ClusterRole", Name:"edit"}: cannot change roleRef`,
    ]);
    const shared = { metadata: { name: 'a' }, roleRef, subjects: [{ kind: 'User', name: 'u' }] };
    expect(update(resource, old, shared).issues).toEqual([]);
  });

  it('is printed with its role, and in the wide form with its subjects', () => {
    const subjects = [
      { kind: 'User', name: 'alice' },
      { kind: 'User', name: 'bob' },
      { kind: 'Group', name: 'devs' },
      { kind: 'ServiceAccount', name: 'sa', namespace: 'x' },
    ];
    const now = new Date('2022-01-02T03:04:05Z');
    const { cells } = tableOf(resource).print(make(resource, { subjects }).object, { now });
    expect(cells).toEqual(['a', 'ClusterRole/view', '0s', 'alice, bob', 'devs', 'x/sa']);
  });
});

describe('RoleBinding', () => {
  it('grants roles of either kind', () => {
    expect(make(roleBindings, { roleRef: { ...roleRef, kind: 'Role' } }).issues).toEqual([]);
    expect(causesOf(make(roleBindings, { roleRef: { ...roleRef, kind: 'Other' } }))).toEqual([
      'roleRef.kind: Unsupported value: "Other": supported values: "Role", "ClusterRole"',
    ]);
  });

  it('takes a service account without a namespace as one of its own', () => {
    expect(make(roleBindings, { subjects: [{ kind: 'ServiceAccount', name: 'sa' }] }).issues).toEqual([]);
  });
});

describe('ClusterRoleBinding', () => {
  it('grants ClusterRoles only', () => {
    expect(causesOf(make(clusterRoleBindings, { roleRef: { ...roleRef, kind: 'Role' } }))).toEqual([
      'roleRef.kind: Unsupported value: "Role": supported values: "ClusterRole"',
    ]);
  });

  it('says which namespace a service account is in', () => {
    expect(causesOf(make(clusterRoleBindings, { subjects: [{ kind: 'ServiceAccount', name: 'sa' }] }))).toEqual([
      'subjects[0].namespace: Required value',
    ]);
  });
});

describe('The group of a binding', () => {
  it('is of the domain that its apiVersion says', () => {
    const binding = { apiVersion: 'rbac.authorization.example.com/v1', roleRef: { apiGroup: '' } };
    defaultBindingGroups(binding);
    expect(binding.roleRef.apiGroup).toBe('rbac.authorization.example.com');
  });
});
