import { describe, expect, it } from '@jest/globals';
import type { RequestAttributes } from '@keelson/meta';

import { createAccessIndex } from '../authorization/rbac/access-index.ts';
import type { Binding, PolicyRule, Subject } from '../authorization/rbac/access-objects.ts';
import { explainDenial } from './explain-denial.ts';

const apiGroup = 'rbac.authorization.k8s.io';
const alice = { name: 'alice', groups: ['devs'] };
const get = { verbs: ['get'], apiGroups: [''], resources: ['configmaps'] };

const secrets = {
  kind: 'resource' as const,
  verb: 'get',
  group: '',
  version: 'v1',
  resource: 'secrets',
  subresource: '',
  namespace: 'prod',
  name: '',
};

function user(name: string): Subject {
  return { kind: 'User', name, namespace: '' };
}

interface Given {
  readonly namespace?: string;
  readonly to?: Subject;
  readonly rules: readonly PolicyRule[];
}

function open(...given: readonly Given[]) {
  const index = createAccessIndex();
  for (const [at, { namespace = '', to = user('alice'), rules }] of given.entries()) {
    const name = `r${at + 1}`;
    const kind = namespace === '' ? 'ClusterRole' : 'Role';
    const binding: Binding = {
      kind: `${kind}Binding`,
      namespace,
      name: `b${at + 1}`,
      roleRef: { apiGroup, kind, name },
      subjects: [to],
    };
    index.putRole({ kind, namespace, name, rules });
    index.putBinding(binding);
  }
  return (attributes: RequestAttributes = secrets) => explainDenial(index, alice, attributes);
}

describe('the explanation of a denial', () => {
  it('says that no binding names the subject, and what would allow it', () => {
    const { text, isNamed } = open({ rules: [get], to: user('bob') })();
    expect(text).toBe(
      [
        'No binding of the cluster or of the namespace "prod" names the user "alice" or any of the groups "devs".',
        'The smallest rule that would allow it: {apiGroups: [""], resources: ["secrets"], verbs: ["get"]}, in a role that a binding in the namespace "prod" gives to the subject.',
      ].join('\n'),
    );
    expect(isNamed).toBe(false);
  });

  it('lists the bindings that do, and takes the rule that comes closest', () => {
    const { text, isNamed } = open(
      { namespace: 'prod', rules: [{ verbs: ['list'], apiGroups: ['apps'], resources: ['*'] }, get] },
      {
        to: { kind: 'Group', name: 'devs', namespace: '' },
        rules: [{ ...get, resources: ['secrets'], verbs: ['list'] }],
      },
    )();
    expect(text.split('\n').slice(0, 2)).toEqual([
      'Bindings that name the subject: RoleBinding "b1/prod" (Role "r1" to User "alice"); ClusterRoleBinding "b2" (ClusterRole "r2" to Group "devs").',
      'The closest is rule 1 of ClusterRole "r2", through ClusterRoleBinding "b2": {apiGroups: [""], resources: ["secrets"], verbs: ["list"]}; what is missing is the verb "get".',
    ]);
    expect(isNamed).toBe(true);
  });

  it.each<[Partial<typeof secrets>, Given, string]>([
    [{}, { rules: [get] }, 'the resource "secrets"'],
    [{ subresource: 'x' }, { rules: [{ ...get, resources: ['secrets'] }] }, 'the resource "secrets/x"'],
    [{ group: 'apps' }, { rules: [{ ...get, resources: ['secrets'] }] }, 'the API group "apps"'],
    [{ name: 'a' }, { rules: [{ ...get, resources: ['*'], resourceNames: ['b'] }] }, 'the name "a"'],
    [{}, { rules: [{ ...get, resources: ['*'], resourceNames: ['b'] }] }, 'that the rule is for all names'],
    [
      {},
      { namespace: 'dev', rules: [{ ...get, resources: ['secrets'] }] },
      'the namespace "prod", for it counts in "dev" only',
    ],
    [
      { namespace: '' },
      { namespace: 'dev', rules: [{ ...get, resources: ['secrets'] }] },
      'the whole cluster, for it counts in "dev" only',
    ],
    [
      { verb: 'list', group: 'apps' },
      { rules: [{ ...get, resources: ['secrets'] }] },
      'the verb "list" and the API group "apps"',
    ],
  ])('for %j says what is missing', (asked, given, missing) => {
    expect(open(given)({ ...secrets, ...asked }).text).toContain(`what is missing is ${missing}.`);
  });

  it('knows when only the name is missing', () => {
    const named = { rules: [{ ...get, resources: ['secrets'], resourceNames: ['b'] }] };
    expect(open(named)({ ...secrets, name: 'a' }).lacksNameOnly).toBe(true);
    expect(open({ rules: [get] })().lacksNameOnly).toBe(false);
  });

  it('explains paths too', () => {
    const { text } = open({ rules: [{ verbs: ['get'], nonResourceURLs: ['/healthz', '/api/*'] }] })({
      kind: 'path',
      verb: 'get',
      path: '/metrics',
    });
    expect(text).toContain('what is missing is the path "/metrics".');
    expect(text).toContain('{nonResourceURLs: ["/metrics"], verbs: ["get"]}, in a role that a binding of the whole');
  });

  it('leaves out other namespaces where they are not to be looked at', () => {
    const index = createAccessIndex();
    const roleRef = { apiGroup, kind: 'Role', name: 'r' };
    index.putRole({ kind: 'Role', namespace: 'dev', name: 'r', rules: [{ ...get, resources: ['secrets'] }] });
    index.putBinding({ kind: 'RoleBinding', namespace: 'dev', name: 'b', roleRef, subjects: [user('alice')] });
    expect(explainDenial(index, alice, secrets).text).toContain('it counts in "dev" only');
    expect(explainDenial(index, alice, secrets, 'here').text).not.toContain('"dev"');
  });

  it('names a role that is bound and not there', () => {
    const index = createAccessIndex();
    index.putBinding({
      kind: 'ClusterRoleBinding',
      namespace: '',
      name: 'b',
      roleRef: { apiGroup, kind: 'ClusterRole', name: 'gone' },
      subjects: [user('alice')],
    });
    expect(explainDenial(index, alice, secrets).text).toContain(
      'ClusterRoleBinding "b" (ClusterRole "gone" to User "alice", but clusterrole.rbac.authorization.k8s.io "gone" not found)',
    );
  });

  it('stays short, however many bindings there are', () => {
    const { text } = open(...Array.from({ length: 25 }, () => ({ rules: [get] })))();
    expect(text).toContain('; and 15 more.');
    expect(text.length).toBeLessThan(2_000);
  });

  it('names the object in the smallest rule, if one was asked about', () => {
    expect(open()({ ...secrets, name: 'x' }).text).toContain(
      '{apiGroups: [""], resources: ["secrets"], resourceNames: ["x"], verbs: ["get"]}',
    );
  });
});
