import { describe, expect, it } from '@jest/globals';
import type { RequestAttributes, ResourceRequestAttributes } from '@keelson/meta';
import fc from 'fast-check';

import { naivelyAllows } from '../testing/naive-authorizer.ts';
import type { World } from '../testing/naive-authorizer.ts';
import { createAccessIndex } from './access-index.ts';
import { readBinding, readRole } from './access-objects.ts';
import type { Binding, PolicyRule, Role, Subject } from './access-objects.ts';
import { createRbacAuthorizer } from './rbac-authorizer.ts';

const apiGroup = 'rbac.authorization.k8s.io';
const alice = { name: 'alice', groups: ['devs', 'system:authenticated'] };

function ask(attributes: Partial<ResourceRequestAttributes>): ResourceRequestAttributes {
  const nothing = { group: '', version: 'v1', resource: '', subresource: '', namespace: '', name: '' };
  return { kind: 'resource', verb: 'get', ...nothing, ...attributes };
}

const path = (url: string, verb = 'get'): RequestAttributes => ({ kind: 'path', verb, path: url });

function clusterRole(name: string, ...rules: PolicyRule[]): Role {
  return { kind: 'ClusterRole', namespace: '', name, rules };
}

function bind(to: Subject, role: Pick<Role, 'kind' | 'name'>, namespace = ''): Binding {
  const kind = namespace === '' ? 'ClusterRoleBinding' : 'RoleBinding';
  return { kind, namespace, name: 'b', roleRef: { apiGroup, kind: role.kind, name: role.name }, subjects: [to] };
}

const user = (name: string): Subject => ({ kind: 'User', name, namespace: '' });
const group = (name: string): Subject => ({ kind: 'Group', name, namespace: '' });

function open({ roles, bindings }: World) {
  const index = createAccessIndex();
  for (const role of roles) index.putRole(role);
  for (const binding of bindings) index.putBinding(binding);
  const authorizer = createRbacAuthorizer(index);
  return {
    index,
    authorizer,
    allows: (attributes: RequestAttributes, who = alice) => authorizer.authorize(who, attributes).verdict === 'allow',
  };
}

const reader = clusterRole('reader', { verbs: ['get'], apiGroups: [''], resources: ['pods'] });

describe('roles and bindings', () => {
  it('allow nothing to whom no binding names', () => {
    const { authorizer } = open({ roles: [reader], bindings: [bind(user('bob'), reader)] });
    expect(authorizer.authorize(alice, ask({ resource: 'pods' }))).toEqual({ verdict: 'noOpinion' });
  });

  it('allow in the namespace of the binding only, whatever the role says', () => {
    const { allows } = open({ roles: [reader], bindings: [bind(user('alice'), reader, 'a')] });
    expect(allows(ask({ resource: 'pods', namespace: 'a' }))).toBe(true);
    expect(allows(ask({ resource: 'pods', namespace: 'b' }))).toBe(false);
    expect(allows(ask({ resource: 'pods' }))).toBe(false);
  });

  it('allow paths to those who hold a role everywhere', () => {
    const role = clusterRole('r', { verbs: ['get'], nonResourceURLs: ['/metrics', '/debug/*'] });
    const { allows } = open({ roles: [role], bindings: [bind(group('devs'), role)] });
    expect(['/metrics', '/debug/', '/debug/pprof/x'].map((url) => allows(path(url)))).toEqual([true, true, true]);
    expect(['/', '/debug', '/metrics/', '/metric'].map((url) => allows(path(url)))).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(allows(path('/metrics', 'post'))).toBe(false);
    expect(open({ roles: [role], bindings: [bind(group('devs'), role, 'a')] }).allows(path('/metrics'))).toBe(false);
  });

  it('tell subresources and resources apart', () => {
    const role = clusterRole('r', { verbs: ['get'], apiGroups: ['batch'], resources: ['jobs/status', '*/scale'] });
    const { allows } = open({ roles: [role], bindings: [bind(user('alice'), role)] });
    const batch = { group: 'batch', resource: 'jobs' };
    expect(allows(ask({ ...batch, subresource: 'status' }))).toBe(true);
    expect(allows(ask({ ...batch, resource: 'any', subresource: 'scale' }))).toBe(true);
    expect(allows(ask(batch))).toBe(false);
    expect(allows(ask({ ...batch, subresource: 'log' }))).toBe(false);
    expect(allows(ask({ ...batch, resource: 'jobs/status' }))).toBe(true);
  });

  it('limit names where they name some, also for what has no name', () => {
    const role = clusterRole('r', { verbs: ['*'], apiGroups: [''], resources: ['pods'], resourceNames: ['x'] });
    const { allows } = open({ roles: [role], bindings: [bind(user('alice'), role)] });
    expect(allows(ask({ resource: 'pods', name: 'x' }))).toBe(true);
    expect(allows(ask({ resource: 'pods', name: 'y' }))).toBe(false);
    expect(allows(ask({ resource: 'pods', verb: 'list' }))).toBe(false);
  });

  it('name service accounts, by default those of the namespace of the binding', () => {
    const account = (namespace: string): Subject => ({ kind: 'ServiceAccount', name: 'sa', namespace });
    const sa = { name: 'system:serviceaccount:a:sa', groups: [] };
    const pods = ask({ resource: 'pods', namespace: 'a' });
    expect(open({ roles: [reader], bindings: [bind(account(''), reader, 'a')] }).allows(pods, sa)).toBe(true);
    expect(open({ roles: [reader], bindings: [bind(account('a'), reader)] }).allows(pods, sa)).toBe(true);
    expect(open({ roles: [reader], bindings: [bind(account('b'), reader, 'a')] }).allows(pods, sa)).toBe(false);
    expect(open({ roles: [reader], bindings: [bind(account(''), reader)] }).allows(pods, sa)).toBe(false);
  });

  it('say which binding allowed it', () => {
    const inA = open({ roles: [reader], bindings: [bind(group('devs'), reader, 'a')] });
    expect(inA.authorizer.authorize(alice, ask({ resource: 'pods', namespace: 'a' }))).toEqual({
      verdict: 'allow',
      reason: 'RBAC: allowed by RoleBinding "b/a" of ClusterRole "reader" to Group "devs"',
    });
  });

  it('say which roles are granted and not there', () => {
    const gone = clusterRole('gone');
    const local: Role = { kind: 'Role', namespace: 'a', name: 'gone', rules: [] };
    const { authorizer } = open({
      roles: [],
      bindings: [bind(user('alice'), gone), bind(group('devs'), local, 'a')],
    });
    expect(authorizer.authorize(alice, ask({ resource: 'pods' })).reason).toBe(
      'RBAC: clusterrole.rbac.authorization.k8s.io "gone" not found',
    );
    expect(authorizer.authorize(alice, ask({ resource: 'pods', namespace: 'a' })).reason).toBe(
      'RBAC: [clusterrole.rbac.authorization.k8s.io "gone" not found, role.rbac.authorization.k8s.io "gone" not found]',
    );
  });

  it('count as soon as they change', () => {
    const binding = bind(user('alice'), reader);
    const { index, allows } = open({ roles: [], bindings: [] });
    const pods = ask({ resource: 'pods' });
    expect(allows(pods)).toBe(false);
    index.putBinding(binding);
    expect(allows(pods)).toBe(false);
    index.putRole(reader);
    expect(allows(pods)).toBe(true);
    index.putRole({ ...reader, rules: [] });
    expect(allows(pods)).toBe(false);
    index.putRole(reader);
    index.putBinding({ ...binding, subjects: [user('bob')] });
    expect(allows(pods)).toBe(false);
    index.putBinding(binding);
    expect(allows(pods)).toBe(true);
    index.remove(binding);
    expect(allows(pods)).toBe(false);
  });

  it('tell callers apart whose names and groups read alike in a row', () => {
    const { allows } = open({ roles: [reader], bindings: [bind(group('c'), reader)] });
    const pods = ask({ resource: 'pods' });
    expect(allows(pods, { name: 'a\nb', groups: ['c'] })).toBe(true);
    expect(allows(pods, { name: 'a', groups: ['b\nc'] })).toBe(false);
    expect(allows(pods, { name: 'a', groups: ['bc'] })).toBe(false);
  });

  it('take no more memory than they may, whatever is asked', () => {
    const role = clusterRole('r', { verbs: ['get'], apiGroups: [''], resources: ['pods'], resourceNames: ['x'] });
    const { allows } = open({ roles: [role], bindings: [bind(user('alice'), role)] });
    for (let at = 0; at < 250_000; at += 1) {
      if (allows(ask({ resource: 'pods', name: `n${at}`, namespace: `ns${at % 1_000}` }))) throw new Error('allowed');
    }
    expect(allows(ask({ resource: 'pods', name: 'x', namespace: 'ns1' }))).toBe(true);
  });

  it('list what somebody holds', () => {
    const more = clusterRole('more', { verbs: ['list'], apiGroups: [''], resources: ['secrets'] });
    const { authorizer } = open({
      roles: [reader, more],
      bindings: [bind(user('alice'), reader), bind(group('devs'), more, 'a')],
    });
    expect(authorizer.rulesFor(alice, 'b')).toEqual({ rules: reader.rules, isIncomplete: false, errors: [] });
    expect(authorizer.rulesFor(alice, 'a').rules).toEqual([...reader.rules, ...more.rules]);
  });
});

describe('objects that are not as declared', () => {
  it('grant nothing and break nothing', () => {
    const id = { kind: 'ClusterRole', namespace: '', name: 'x' };
    expect(readRole(id, { rules: [null, 5, { verbs: ['get', 3], resources: 'pods' }] }).rules).toEqual([
      { verbs: [] },
      { verbs: [] },
      { verbs: ['get'] },
    ]);
    expect(readRole(id, null).rules).toEqual([]);
    expect(readBinding(id, { subjects: [{}], roleRef: null })).toMatchObject({
      roleRef: { kind: '', name: '' },
      subjects: [{ kind: '', name: '' }],
    });
  });
});

/** Few words, so that random rules and random requests often meet. */
const words = {
  verb: fc.constantFrom('get', 'list', 'create', '*'),
  group: fc.constantFrom('', 'batch', 'apps', '*'),
  resource: fc.constantFrom('pods', 'jobs', 'pods/log', 'jobs/status', '*/status', '*', '*/log'),
  name: fc.constantFrom('x', 'y'),
  namespace: fc.constantFrom('a', 'b'),
  url: fc.constantFrom('/metrics', '/debug/*', '/', '*', '/debug', '/api/*'),
  user: fc.constantFrom('alice', 'bob', 'system:serviceaccount:a:sa'),
  groupOfUsers: fc.constantFrom('devs', 'qa'),
};
const some = <T>(item: fc.Arbitrary<T>) => fc.array(item, { minLength: 1, maxLength: 2 });

const ruleOf = fc.oneof(
  fc.record(
    {
      verbs: some(words.verb),
      apiGroups: some(words.group),
      resources: some(words.resource),
      resourceNames: some(words.name),
    },
    { requiredKeys: ['verbs', 'apiGroups', 'resources'] },
  ),
  fc.record({ verbs: some(words.verb), nonResourceURLs: some(words.url) }),
);
const names = fc.constantFrom('one', 'two', 'three');
const rolesOf = fc.array(
  fc
    .tuple(fc.constantFrom('', 'a', 'b'), names, fc.array(ruleOf, { maxLength: 3 }))
    .map(([namespace, name, rules]) => ({
      kind: namespace === '' ? 'ClusterRole' : 'Role',
      namespace,
      name,
      rules,
    })),
  { maxLength: 6 },
);
const subjectOf: fc.Arbitrary<Subject> = fc.oneof(
  words.user.map((name) => ({ kind: 'User', name, namespace: '' })),
  words.groupOfUsers.map((name) => ({ kind: 'Group', name, namespace: '' })),
  fc.constantFrom('', 'a', 'b').map((namespace) => ({ kind: 'ServiceAccount', name: 'sa', namespace })),
);
const bindingsOf = fc.array(
  fc
    .tuple(fc.constantFrom('', 'a', 'b'), names, names, fc.boolean(), fc.array(subjectOf, { maxLength: 3 }))
    .map(([namespace, name, role, isLocal, subjects]) => ({
      kind: namespace === '' ? 'ClusterRoleBinding' : 'RoleBinding',
      namespace,
      name,
      roleRef: { apiGroup, kind: isLocal && namespace !== '' ? 'Role' : 'ClusterRole', name: role },
      subjects,
    })),
  { maxLength: 8 },
);
const requestOf: fc.Arbitrary<RequestAttributes> = fc.oneof(
  fc
    .record({
      verb: words.verb,
      group: words.group,
      resource: fc.constantFrom('pods', 'jobs', '*'),
      subresource: fc.constantFrom('', 'status', 'log'),
      namespace: fc.constantFrom('', 'a', 'b', 'c'),
      name: fc.constantFrom('', 'x', 'y', 'z'),
    })
    .map((fields) => ask(fields)),
  fc
    .tuple(words.verb, fc.constantFrom('/metrics', '/debug/x', '/debug', '/', '/api/v1'))
    .map(([verb, url]) => path(url, verb)),
);
const userOf = fc.record({ name: words.user, groups: fc.uniqueArray(words.groupOfUsers) });

/** The last object of a name is the one that is there. */
function distinct<T extends { kind: string; namespace: string; name: string }>(objects: readonly T[]): T[] {
  return [...new Map(objects.map((each) => [`${each.kind}/${each.namespace}/${each.name}`, each])).values()];
}

describe('the index', () => {
  it('allows exactly what reading every rule allows', () => {
    fc.assert(
      fc.property(
        rolesOf,
        bindingsOf,
        fc.array(fc.tuple(userOf, requestOf), { minLength: 1 }),
        (roles, bindings, asked) => {
          const world = { roles: distinct(roles), bindings: distinct(bindings) };
          const { allows } = open({ roles, bindings });
          for (const [who, attributes] of asked)
            expect(allows(attributes, who)).toBe(naivelyAllows(world, who, attributes));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('does so however it came about, with questions between the changes', () => {
    const change = fc.oneof(
      fc.record({ put: rolesOf, bind: bindingsOf }),
      fc.record({ remove: fc.tuple(fc.constantFrom('', 'a', 'b'), names, fc.boolean()) }),
    );
    const step = fc.tuple(change, userOf, requestOf);
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const { index, allows } = open({ roles: [], bindings: [] });
        let world: World = { roles: [], bindings: [] };
        for (const [changed, who, attributes] of steps) {
          if ('put' in changed) {
            for (const role of changed.put) index.putRole(role);
            for (const binding of changed.bind) index.putBinding(binding);
            world = {
              roles: distinct([...world.roles, ...changed.put]),
              bindings: distinct([...world.bindings, ...changed.bind]),
            };
          } else {
            const [namespace, name, isRole] = changed.remove;
            const kind = `${namespace === '' ? 'Cluster' : ''}Role${isRole ? '' : 'Binding'}`;
            index.remove({ kind, namespace, name });
            const stays = (each: { kind: string; namespace: string; name: string }) =>
              each.kind !== kind || each.namespace !== namespace || each.name !== name;
            world = { roles: world.roles.filter(stays), bindings: world.bindings.filter(stays) };
          }
          expect(allows(attributes, who)).toBe(naivelyAllows(world, who, attributes));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('does so for who holds many roles, also when asked again', () => {
    const roles = Array.from({ length: 40 }, (_, at) =>
      clusterRole(`r${at}`, { verbs: ['get'], apiGroups: [''], resources: [`things${at}`], resourceNames: ['x'] }),
    );
    const bindings = roles.map((role) => ({ ...bind(user('alice'), role), name: role.name }));
    const { allows } = open({ roles, bindings });
    for (let round = 0; round < 2; round += 1) {
      for (let at = 0; at < 41; at += 1) {
        expect(allows(ask({ resource: `things${at}`, name: 'x' }))).toBe(at < 40);
        expect(allows(ask({ resource: `things${at}`, name: 'y' }))).toBe(false);
      }
    }
  });
});
