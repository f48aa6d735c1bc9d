import { describe, expect, it } from '@jest/globals';
import { defaultAccess } from '@keelson/api';
import type { ApiObject } from '@keelson/registry';

import { reconcileBinding, reconcileRole } from './reconcile.ts';

const { roles, bindings, autoupdateAnnotation } = defaultAccess('k8s.io');

function role(name: string) {
  const found = roles.find(({ metadata }) => metadata.name === name);
  if (found === undefined) throw new Error(`no role ${name}`);
  return found;
}

function binding(name: string) {
  const found = bindings.find(({ metadata }) => metadata.name === name);
  if (found === undefined) throw new Error(`no binding ${name}`);
  return found;
}

/** As it is stored. */
function stored(object: object, changes: object = {}): ApiObject {
  return { ...(structuredClone(object) as ApiObject), ...changes };
}

const discovery = role('system:discovery');
const basicUser = binding('system:basic-user');

describe('a default role that is there already', () => {
  const reconcile = (found: ApiObject) => reconcileRole(found, discovery, autoupdateAnnotation);

  it('stays if nothing is missing, also with more than that', () => {
    const more = { verbs: ['get'], nonResourceURLs: ['/mine'] };
    expect(reconcile(stored(discovery))).toEqual({ kind: 'keep' });
    expect(reconcile(stored(discovery, { rules: [...(discovery.rules ?? []), more] }))).toEqual({ kind: 'keep' });
    expect(reconcile(stored(discovery, { rules: [{ verbs: ['*'], nonResourceURLs: ['*'] }] }))).toEqual({
      kind: 'keep',
    });
  });

  it('gets the rules that are missing, and no more', () => {
    const mine = { verbs: ['get'], nonResourceURLs: ['/mine', '/api', '/api/*', '/apis', '/apis/*', '/healthz'] };
    const reconciled = reconcile(stored(discovery, { rules: [mine] }));
    const rest = ['/livez', '/openapi', '/openapi/*', '/readyz', '/version', '/version/'];
    expect(reconciled).toMatchObject({
      kind: 'update',
      object: { rules: [mine, ...rest.map((url) => ({ verbs: ['get'], nonResourceURLs: [url] }))] },
    });
    expect(reconcile(stored(discovery, { rules: null }))).toMatchObject({ kind: 'update' });
  });

  it('gets labels and annotations that are missing, and keeps those that were changed', () => {
    const metadata = { name: 'system:discovery', labels: { mine: 'a', 'kubernetes.io/bootstrapping': 'other' } };
    expect(reconcile(stored(discovery, { metadata }))).toMatchObject({
      kind: 'update',
      object: {
        metadata: {
          labels: { mine: 'a', 'kubernetes.io/bootstrapping': 'other' },
          annotations: { [autoupdateAnnotation]: 'true' },
        },
      },
    });
  });

  it('is left alone if it says so', () => {
    const metadata = { ...discovery.metadata, annotations: { [autoupdateAnnotation]: 'false' } };
    expect(reconcile(stored(discovery, { metadata, rules: [] }))).toEqual({ kind: 'keep' });
  });

  it('that collects others keeps what it has collected, and what it collects', () => {
    const admin = role('admin');
    const rules = [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }];
    const own = { matchLabels: { mine: 'true' } };
    const reconcileAdmin = (changes: object) => reconcileRole(stored(admin, changes), admin, autoupdateAnnotation);
    expect(reconcileAdmin({ rules })).toEqual({ kind: 'keep' });
    expect(reconcileAdmin({ rules, aggregationRule: { clusterRoleSelectors: [own] } })).toMatchObject({
      kind: 'update',
      object: {
        rules,
        aggregationRule: { clusterRoleSelectors: [own, admin.aggregationRule?.clusterRoleSelectors?.[0]] },
      },
    });
  });
});

describe('a default binding that is there already', () => {
  const reconcile = (found: ApiObject) => reconcileBinding(found, basicUser, autoupdateAnnotation);
  const bob = { kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'bob' };

  it('stays if nobody is missing, also with more people', () => {
    expect(reconcile(stored(basicUser))).toEqual({ kind: 'keep' });
    expect(reconcile(stored(basicUser, { subjects: [bob, ...basicUser.subjects] }))).toEqual({ kind: 'keep' });
  });

  it('gets who is missing, and keeps the others', () => {
    expect(reconcile(stored(basicUser, { subjects: [bob] }))).toMatchObject({
      kind: 'update',
      object: { subjects: [bob, ...basicUser.subjects] },
    });
  });

  it('to another role is made anew, for those it has', () => {
    const metadata = { ...basicUser.metadata, uid: 'u', resourceVersion: '5' };
    const other = stored(basicUser, { metadata, roleRef: { ...basicUser.roleRef, name: 'view' }, subjects: [bob] });
    expect(reconcile(other)).toEqual({
      kind: 'replace',
      object: {
        ...basicUser,
        metadata: { ...basicUser.metadata, namespace: undefined },
        subjects: [bob, ...basicUser.subjects],
      },
    });
  });

  it('is left alone if it says so', () => {
    const metadata = { ...basicUser.metadata, annotations: { [autoupdateAnnotation]: 'false' } };
    expect(reconcile(stored(basicUser, { metadata, subjects: [] }))).toEqual({ kind: 'keep' });
  });
});
