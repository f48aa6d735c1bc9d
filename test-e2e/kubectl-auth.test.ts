/** kubectl, old and new: whoami, can-i, tokens, and impersonation. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from '@jest/globals';

import { bearer, make, nameOf } from './support/callers.ts';
import { useHomes } from './support/homes.ts';
import { findKubectls, openSession } from './support/kubectl.ts';
import type { RunOptions } from './support/kubectl.ts';
import type { Home, Started } from './support/serve.ts';

const newHome = useHomes();
let home: Home;
let server: Started;
beforeAll(async () => {
  home = await newHome();
  server = await home.start();
});

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

/** One without tabs, spaces and brackets, for what is printed in columns. */
const words = (text: string) => text.split(/[\s[\]]+/).filter((word) => word !== '');

/** For what a version does not know. */
const ignore = (): void => undefined;

const group = 'rbac.authorization.k8s.io';
const bob = { kind: 'User', apiGroup: group, name: 'bob' };

describe.each(findKubectls().map((kubectl) => ({ ...kubectl, kubectl })))(
  'kubectl $version',
  ({ kubectl, version }) => {
    /** Returns the output. Fails on an unexpected exit code. */
    async function run(line: string, options: RunOptions = {}): Promise<string> {
      const { out, err } = await openSession(kubectl, home.kubeconfig, home.folder).run(line.split(' '), options);
      return `${out}${err}`;
    }
    const failing = (line: string) => run(line, { code: 1 });
    const name = `of-${version.replace(/\D/g, '-')}`;
    const isOld = version === '1.20';

    it('asks what one may, and what others may', async () => {
      expect(await run('auth can-i create pods')).toBe('yes\n');
      expect(await run('auth can-i * *')).toBe('yes\n');
      expect(await failing('auth can-i get secrets --as bob')).toBe('no\n');
      expect(await failing('auth can-i get /metrics --as bob')).toBe('no\n');
      expect(await run('auth can-i get /version --as bob')).toBe('yes\n');
      expect(await run('auth can-i get pods/log -n kube-system --as bob --as-group system:masters')).toBe('yes\n');
      const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'], resourceNames: ['web'] }];
      await make(server, `/apis/${group}/v1/clusterroles`, { metadata: { name }, rules });
      const binding = { metadata: { name }, roleRef: { apiGroup: group, kind: 'ClusterRole', name } };
      const subjects = [{ ...bob, name }];
      await make(server, `/apis/${group}/v1/namespaces/default/rolebindings`, { ...binding, subjects });
      expect(await run(`auth can-i get pods/web --as ${name}`)).toBe('yes\n');
      expect(await failing(`auth can-i get pods/web -n kube-system --as ${name}`)).toBe('no\n');
      const listed = await run(`auth can-i --list --as ${name}`);
      expect(listed.split('\n').map(words)).toContainEqual(['pods', 'web', 'get', 'list']);
      expect(listed.split('\n').map(words)).toContainEqual(['/version', 'get']);
      const own = await run('auth can-i --list');
      expect(own.split('\n').map(words)).toContainEqual(['*.*', '*']);
    });

    it('acts as somebody else', async () => {
      expect(await failing('get secrets --as bob')).toContain(
        'Error from server (Forbidden): secrets is forbidden: User "bob" cannot list resource "secrets" in API group "" in the namespace "default"',
      );
      await run('get secrets -n kube-system --as bob --as-group system:masters');
      expect(await failing('get pods --as system:serviceaccount:default:default')).toContain('(Forbidden)');
      expect(await failing('get pods --as-group system:masters')).toContain('without impersonating a user');
    });

    (isOld ? ignore : it)('says who one is', async () => {
      const [, ...rows] = (await run('auth whoami')).trim().split('\n').map(words);
      expect(rows).toEqual([
        ['Username', 'kubernetes-admin'],
        ['Groups', 'system:masters', 'system:authenticated'],
      ]);
      const as = JSON.parse(await run('auth whoami -o json --as jane --as-uid 7 --as-group a --as-group b')) as unknown;
      expect(as).toMatchObject({
        kind: 'SelfSubjectReview',
        status: { userInfo: { username: 'jane', uid: '7', groups: ['a', 'b', 'system:authenticated'] } },
      });
    });

    (isOld ? ignore : it)('makes tokens for accounts', async () => {
      await run(`create serviceaccount ${name}`);
      const token = (await run(`create token ${name} --duration=20m`)).trim();
      expect(await nameOf(server, bearer(token))).toBe(`system:serviceaccount:default:${name}`);
      const { exp, iat } = claimsOf(token) as { exp: number; iat: number };
      expect(exp - iat).toBe(1200);
      const forOthers = (await run(`create token ${name} --audience a --audience b`)).trim();
      expect(claimsOf(forOthers)['aud']).toEqual(['a', 'b']);
      expect(await nameOf(server, bearer(forOthers))).toBe('401');
      await run(`create secret generic ${name}`);
      const bound = (await run(`create token ${name} --bound-object-kind Secret --bound-object-name ${name}`)).trim();
      expect(claimsOf(bound)['kubernetes.io']).toMatchObject({ secret: { name } });
      expect(await nameOf(server, bearer(bound))).toBe(`system:serviceaccount:default:${name}`);
      await run(`delete secret ${name}`);
      expect(await nameOf(server, bearer(bound))).toBe('401');
      expect(await failing('create token nobody')).toContain('serviceaccounts "nobody" not found');
      expect(await failing(`create token ${name} --duration=1m`)).toContain('less than 10 minutes');
    });

    it('reconciles roles and bindings', async () => {
      const files = ['first', 'second'].map((each) => join(home.folder, `${name}-${each}.json`));
      const [first, second] = files;
      const role = `${name}-role`;
      const manifest = (verb: string, user: string) => ({
        apiVersion: 'v1',
        kind: 'List',
        items: [
          {
            apiVersion: `${group}/v1`,
            kind: 'ClusterRole',
            metadata: { name: role },
            rules: [{ apiGroups: [''], resources: ['pods'], verbs: [verb] }],
          },
          {
            apiVersion: `${group}/v1`,
            kind: 'ClusterRoleBinding',
            metadata: { name: role },
            roleRef: { apiGroup: group, kind: 'ClusterRole', name: role },
            subjects: [{ ...bob, name: user }],
          },
        ],
      });
      await writeFile(first ?? '', JSON.stringify(manifest('get', 'bob')));
      await writeFile(second ?? '', JSON.stringify(manifest('list', 'carol')));
      const verbs = () => run(`get clusterrole ${role} -o jsonpath={.rules[*].verbs[*]}`);
      const subjects = () => run(`get clusterrolebinding ${role} -o jsonpath={.subjects[*].name}`);

      expect(await run(`auth reconcile -f ${String(first)} --dry-run=client`)).toContain(
        'reconciliation required create',
      );
      expect(await failing(`get clusterrole ${role}`)).toContain('NotFound');
      expect(await run(`auth reconcile -f ${String(first)}`)).toContain('missing rules added');
      expect(await run(`auth reconcile -f ${String(first)}`)).not.toContain('required');
      expect(await run(`auth reconcile -f ${String(second)} --dry-run=client`)).toContain('missing subjects added');
      expect([await verbs(), await subjects()]).toEqual(['get', 'bob']);
      await run(`auth reconcile -f ${String(second)}`);
      expect([await verbs(), await subjects()]).toEqual(['get list', 'bob carol']);
      expect(await run(`auth can-i list pods --as carol`)).toBe('yes\n');
      const less = `auth reconcile -f ${String(second)} --remove-extra-permissions --remove-extra-subjects`;
      expect(await run(less)).toContain('extra rules removed');
      expect([await verbs(), await subjects()]).toEqual(['list', 'carol']);
    });
  },
);
