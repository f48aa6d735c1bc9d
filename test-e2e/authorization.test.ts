/** RBAC over HTTPS and through kubectl: roles, reviews, explanations, and no way around them. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

import { startEtcd } from '@keelson/storage/etcd-cluster';
import type { EtcdCluster } from '@keelson/storage/etcd-cluster';

import { findKubectls, openSession } from './support/kubectl.ts';
import { makeHome, token } from './support/serve.ts';
import type { Answer, Home, Question, Started } from './support/serve.ts';

const rbac = '/apis/rbac.authorization.k8s.io/v1';
const reviews = '/apis/authorization.k8s.io/v1';
const inDefault = `${rbac}/namespaces/default`;

/** Tokens are the names of their users. */
const users = [
  'alice,alice,2,devs',
  'bob,bob,3',
  'admins,admins,4',
  'editors,editors,5',
  'viewers,viewers,6',
  'named,named,7',
  'none,none,8',
];

async function writeTokens(home: Home): Promise<string> {
  const path = join(home.folder, 'users.csv');
  await writeFile(path, [`${token},admin,1,"system:masters"`, ...users, ''].join('\n'));
  return `--token-auth-file=${path}`;
}

/** As this user. */
function as(user: string, question: Question = {}): Question {
  return { ...question, headers: { ...question.headers, Authorization: `Bearer ${user}` } };
}

const roleRef = (name: string, kind = 'ClusterRole') => ({ apiGroup: 'rbac.authorization.k8s.io', kind, name });
const subject = (name: string) => ({ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name });

function bind(user: string, role: string, kind = 'ClusterRole') {
  return { metadata: { name: `${user}-${role}` }, roleRef: roleRef(role, kind), subjects: [subject(user)] };
}

async function make(server: Started, path: string, body: unknown): Promise<void> {
  expect(await server.ask(path, { method: 'POST', body })).toMatchObject({ status: 201 });
}

interface Review {
  readonly status: { readonly allowed: boolean; readonly reason?: string };
}

async function review(server: Started, spec: object, query = ''): Promise<Review['status']> {
  const answer = await server.ask(`${reviews}/subjectaccessreviews${query}`, { method: 'POST', body: { spec } });
  expect(answer.status).toBe(201);
  return (JSON.parse(answer.body) as Review).status;
}

const messageOf = ({ body }: Answer): string => (JSON.parse(body) as { readonly message: string }).message;

function keelson(home: Home, ...args: string[]): Promise<string> {
  const program = join(import.meta.dirname, '..', 'bin', 'keelson');
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, ...args, '--kubeconfig', home.kubeconfig], (error, out, err) => {
      if (error === null) resolve(out);
      else reject(new Error(`${out}${err}`));
    });
  });
}

describe('a server as it starts', () => {
  let home: Home;
  beforeEach(async () => {
    home = await makeHome();
  });
  afterEach(() => home.remove());

  it('has the default roles, lets everyone find their way, and tells of it in its health', async () => {
    const server = await home.start(await writeTokens(home));
    const roles = await server.ask(`${rbac}/clusterroles?labelSelector=kubernetes.io/bootstrapping=rbac-defaults`);
    expect((JSON.parse(roles.body) as { items: unknown[] }).items).toHaveLength(63);
    expect((await server.ask('/readyz?verbose')).body).toContain('[+]poststarthook/rbac/bootstrap-roles ok');
    for (const path of ['/api', '/apis', '/version', '/healthz']) {
      expect(await server.ask(path, as('none'))).toMatchObject({ status: 200 });
    }
    expect(await server.ask('/metrics', as('none'))).toMatchObject({ status: 403 });
    expect(await server.ask('/api', { headers: { Authorization: '' } })).toMatchObject({ status: 403 });
    expect(await server.ask('/version', { headers: { Authorization: '' } })).toMatchObject({ status: 200 });
  });

  it('mends default roles, keeps what was added, and leaves alone what says so', async () => {
    const flag = await writeTokens(home);
    const first = await home.start(flag);
    const mine = { verbs: ['get'], nonResourceURLs: ['/mine'] };
    const patch = (path: string, body: unknown) =>
      first.ask(path, { method: 'PATCH', body, headers: { 'Content-Type': 'application/merge-patch+json' } });
    await patch(`${rbac}/clusterroles/system:discovery`, { rules: [mine] });
    await patch(`${rbac}/clusterrolebindings/system:public-info-viewer`, {
      metadata: { annotations: { 'rbac.authorization.kubernetes.io/autoupdate': 'false' } },
      subjects: [],
    });
    await first.ask(`${rbac}/clusterroles/view`, { method: 'DELETE' });
    expect(await first.ask('/api', as('none'))).toMatchObject({ status: 403 });
    first.process.kill('SIGTERM');
    await first.ended;
    const second = await home.start(flag);
    expect(await second.ask('/api', as('none'))).toMatchObject({ status: 200 });
    expect(await second.ask('/mine', as('none'))).toMatchObject({ status: 404 });
    expect(await second.ask('/version', { headers: { Authorization: '' } })).toMatchObject({ status: 403 });
    expect(await second.ask(`${rbac}/clusterroles/view`)).toMatchObject({ status: 200 });
  });

  it('goes by the modes it is told, in their order', async () => {
    const flag = await writeTokens(home);
    const open = await home.start(flag, '--authorization-mode=AlwaysDeny,AlwaysAllow');
    expect(await open.ask('/api/v1/secrets', as('none'))).toMatchObject({ status: 200 });
    open.process.kill('SIGTERM');
    await open.ended;
    const closed = await home.start(flag, '--authorization-mode=AlwaysDeny');
    expect(messageOf(await closed.ask('/api/v1/secrets', as('none')))).toContain('at the cluster scope: Everything is');
    expect(await closed.ask('/api/v1/secrets')).toMatchObject({ status: 200 });
  });
});

describe('a webhook that decides', () => {
  let home: Home;
  let webhook: Server;
  let port = 0;
  const asked: string[] = [];
  beforeAll(async () => {
    home = await makeHome();
    webhook = createServer((incoming, response) => {
      let body = '';
      incoming.on('data', (chunk: Buffer) => (body += chunk.toString()));
      incoming.on('end', () => {
        const { spec } = JSON.parse(body) as { spec: { user: string; resourceAttributes?: { resource: string } } };
        const { resource = '' } = spec.resourceAttributes ?? {};
        asked.push(`${spec.user} ${resource}`);
        const status = { allowed: resource === 'secrets', denied: resource === 'pods', reason: 'so said the webhook' };
        response.writeHead(resource === 'nodes' ? 400 : 200).end(JSON.stringify({ status }));
      });
    });
    await new Promise<void>((resolve) => webhook.listen(0, '127.0.0.1', resolve));
    ({ port } = webhook.address() as AddressInfo);
  });
  afterAll(async () => {
    webhook.close();
    await home.remove();
  });

  it('is asked in its turn, is believed for a while, and lets nobody in when it fails', async () => {
    const config = join(home.folder, 'webhook.json');
    const kubeconfig = {
      'current-context': 'a',
      contexts: [{ name: 'a', context: { cluster: 'b', user: 'c' } }],
      clusters: [{ name: 'b', cluster: { server: `http://127.0.0.1:${String(port)}/authorize` } }],
      users: [{ name: 'c', user: {} }],
    };
    await writeFile(config, JSON.stringify(kubeconfig));
    const flags = ['--authorization-mode=Webhook,RBAC', `--authorization-webhook-config-file=${config}`];
    const server = await home.start(await writeTokens(home), ...flags);
    for (let round = 0; round < 3; round += 1) {
      expect(await server.ask('/api/v1/secrets', as('none'))).toMatchObject({ status: 200 });
    }
    expect(asked).toEqual(['none secrets']);
    expect(messageOf(await server.ask('/api/v1/pods', as('none')))).toMatch(/cluster scope: so said the webhook$/);
    expect(messageOf(await server.ask('/api/v1/configmaps', as('none')))).toMatch(/scope: so said the webhook$/);
    expect(await server.ask('/api', as('none'))).toMatchObject({ status: 200 });
    expect(await server.ask('/api/v1/nodes', as('none'))).toMatchObject({ status: 500 });
    expect(await server.ask('/api/v1/nodes')).toMatchObject({ status: 200 });
    const rules = { method: 'POST', body: { spec: { namespace: 'default' } } };
    const own = await server.ask(`${reviews}/selfsubjectrulesreviews`, as('none', rules));
    expect(JSON.parse(own.body)).toMatchObject({ status: { incomplete: true } });
  });
});

describe('roles', () => {
  let home: Home;
  let server: Started;
  beforeAll(async () => {
    home = await makeHome();
    server = await home.start(await writeTokens(home));
  });
  afterAll(() => home.remove());

  /** The seven kinds that are specified to the last field, where they are served. */
  const kinds = [
    { group: 'rbac.authorization.k8s.io', path: rbac, resource: 'clusterroles', isNamespaced: false },
    { group: 'batch', path: '/apis/batch/v1', resource: 'jobs', isNamespaced: true },
    {
      group: 'flowcontrol.apiserver.k8s.io',
      path: '/apis/flowcontrol.apiserver.k8s.io/v1beta2',
      resource: 'flowschemas',
      isNamespaced: false,
    },
    { group: '', path: '/api/v1', resource: 'configmaps', isNamespaced: true },
    { group: 'storage.k8s.io', path: '/apis/storage.k8s.io/v1', resource: 'csinodes', isNamespaced: false },
    { group: 'storage.k8s.io', path: '/apis/storage.k8s.io/v1', resource: 'storageclasses', isNamespaced: false },
    { group: 'node.k8s.io', path: '/apis/node.k8s.io/v1', resource: 'runtimeclasses', isNamespaced: false },
  ] as const;

  const reading = ['get', 'list', 'watch'];
  const writing = ['create', 'update', 'patch', 'delete', 'deletecollection'];
  const verbs = [...reading, ...writing];
  const ofOneObject = ['get', 'update', 'patch', 'delete'];

  interface Case {
    readonly kind: (typeof kinds)[number];
    readonly verb: string;
    readonly subresource: string;
    readonly name: string;
  }

  /** Every verb on every kind, on two names, and on every subresource that there is. */
  async function cases(): Promise<Case[]> {
    const all: Case[] = [];
    for (const kind of kinds) {
      const listed = JSON.parse((await server.ask(kind.path)).body) as { resources: { name: string }[] };
      const parts = listed.resources.flatMap(({ name }) =>
        name.startsWith(`${kind.resource}/`) ? [name.slice(kind.resource.length + 1)] : [],
      );
      for (const name of ['a', 'b']) {
        for (const verb of verbs) all.push({ kind, verb, subresource: '', name });
        for (const subresource of parts)
          for (const verb of ['get', 'update', 'patch']) all.push({ kind, verb, subresource, name });
      }
    }
    return all;
  }

  /** The intent of the roles, stated without RBAC's rules. */
  function isAllowed(user: string, { kind, verb, subresource, name }: Case): boolean {
    const isRead = reading.includes(verb);
    switch (user) {
      case 'admins':
      case 'editors':
        return kind.isNamespaced && (isRead || subresource === '');
      case 'viewers':
        return kind.isNamespaced && isRead;
      case 'named':
        // A rule with resource names covers neither creation nor lists, whose requests have no name.
        return subresource === '' && ofOneObject.includes(verb) && name === 'a';
      default:
        return false;
    }
  }

  function requestOf({ kind, verb, subresource, name }: Case): [string, Question] {
    const collection = `${kind.path}${kind.isNamespaced ? '/namespaces/default' : ''}/${kind.resource}`;
    const one = `${collection}/${name}${subresource === '' ? '' : `/${subresource}`}`;
    // Nothing is changed: what comes behind the authorization is refused, or not there.
    const patch = { method: 'PATCH', body: {}, headers: { 'Content-Type': 'application/merge-patch+json' } };
    const requests: Readonly<Record<string, [string, Question]>> = {
      get: [one, {}],
      list: [collection, {}],
      watch: [`${collection}?watch=1&resourceVersion=none`, {}],
      create: [`${collection}?dryRun=All`, { method: 'POST', body: { metadata: { name: 'Not a name' } } }],
      update: [`${one}?dryRun=All`, { method: 'PUT', body: { metadata: { name } } }],
      patch: [`${one}?dryRun=All`, patch],
      delete: [`${one}?dryRun=All`, { method: 'DELETE' }],
      deletecollection: [`${collection}?dryRun=All&labelSelector=none=here`, { method: 'DELETE' }],
    };
    return requests[verb] ?? ['', {}];
  }

  it('allow exactly what they say: every verb, seven kinds, their subresources, five users', async () => {
    for (const [user, role] of [
      ['admins', 'admin'],
      ['editors', 'edit'],
      ['viewers', 'view'],
    ] as const) {
      await make(server, `${inDefault}/rolebindings`, bind(user, role));
    }
    const rules = kinds.map(({ group, resource }) => ({
      apiGroups: [group],
      resources: [resource],
      verbs: ['*'],
      resourceNames: ['a'],
    }));
    await make(server, `${rbac}/clusterroles`, { metadata: { name: 'only-a' }, rules });
    await make(server, `${rbac}/clusterrolebindings`, bind('named', 'only-a'));
    const wrong: string[] = [];
    let asked = 0;
    for (const each of await cases()) {
      const [path, question] = requestOf(each);
      for (const user of ['admins', 'editors', 'viewers', 'named', 'none']) {
        asked += 1;
        const { status, body } = await server.ask(path, as(user, question));
        const isRefused = status === 403 && body.includes(`User \\"${user}\\" cannot ${each.verb}`);
        if (isRefused === isAllowed(user, each)) {
          wrong.push(`${user} ${each.verb} ${each.kind.resource}/${each.name}/${each.subresource}: ${String(status)}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(asked).toBeGreaterThan(500);
  });

  it('let whoever may do it to one name list and watch that name', async () => {
    const configMaps = '/api/v1/namespaces/default/configmaps';
    const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list', 'watch'], resourceNames: ['a'] }];
    await make(server, `${inDefault}/roles`, { metadata: { name: 'list-a' }, rules });
    await make(server, `${inDefault}/rolebindings`, bind('bob', 'list-a', 'Role'));
    const statusOf = async (query: string) => (await server.ask(`${configMaps}?${query}`, as('bob'))).status;
    expect(await statusOf('fieldSelector=metadata.name=a')).toBe(200);
    expect(await statusOf('fieldSelector=metadata.name%3D%3Da&watch=1&timeoutSeconds=1')).toBe(200);
    for (const query of ['', 'fieldSelector=metadata.name=b', 'fieldSelector=metadata.name!=a', 'labelSelector=a=b']) {
      expect(await statusOf(query)).toBe(403);
    }
  });

  it('say of one that is bound and not there that it is missing', async () => {
    await make(server, `${rbac}/clusterrolebindings`, bind('none', 'nowhere'));
    expect(messageOf(await server.ask('/api/v1/secrets', as('none')))).toBe(
      'secrets is forbidden: User "none" cannot list resource "secrets" in API group "" at the cluster scope: RBAC: clusterrole.rbac.authorization.k8s.io "nowhere" not found',
    );
    await server.ask(`${rbac}/clusterrolebindings/none-nowhere`, { method: 'DELETE' });
  });

  it('that collect others follow these', async () => {
    const labels = { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' };
    const rules = [{ apiGroups: ['example.com'], resources: ['widgets'], verbs: ['get'] }];
    const spec = {
      user: 'viewers',
      resourceAttributes: { group: 'example.com', resource: 'widgets', verb: 'get', namespace: 'default' },
    };
    const until = async (allowed: boolean) => {
      for (let tries = 0; tries < 100; tries += 1) {
        if ((await review(server, spec)).allowed === allowed) return true;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return false;
    };
    await make(server, `${rbac}/clusterroles`, { metadata: { name: 'widgets', labels }, rules });
    expect(await until(true)).toBe(true);
    await server.ask(`${rbac}/clusterroles/widgets`, { method: 'DELETE' });
    expect(await until(false)).toBe(true);
  });

  it('cannot be gone around by the way a path is written', async () => {
    const secret = { metadata: { name: 'hidden' }, stringData: { k: 'very-secret' } };
    await make(server, '/api/v1/namespaces/kube-system/secrets', secret);
    const paths = [
      '/api/v1/namespaces/kube-system/secrets/hidden',
      '//api/v1/namespaces/kube-system/secrets/hidden',
      '/api//v1/namespaces/kube-system/secrets/hidden',
      '/api/v1//namespaces/kube-system/secrets/hidden',
      '/api/v1/namespaces//kube-system/secrets/hidden',
      '/api/v1/namespaces/kube-system//secrets/hidden',
      '/api/v1/namespaces/kube-system/secrets//hidden',
      '/api/v1/namespaces/kube-system/secrets/hidden/',
      '/api/v1/namespaces/kube-system/secrets/%68idden',
      '/api/v1/namespaces/default/../kube-system/secrets/hidden',
      '/api/v1/namespaces/default/%2e%2e/kube-system/secrets/hidden',
      '/api/v1/namespaces/default%2f..%2fkube-system/secrets/hidden',
      '/api/v1/namespaces/default/configmaps/..%2f..%2fkube-system/secrets/hidden',
      '/api/v1/namespaces/default/configmaps%2f..%2f..%2fkube-system%2fsecrets%2fhidden',
      '/API/v1/namespaces/kube-system/secrets/hidden',
      '/api/v1/watch/namespaces/kube-system/secrets/hidden?timeoutSeconds=1',
      '/api/v1/namespaces/kube-system/secrets?fieldSelector=metadata.name=hidden',
      '/api/v1/namespaces/default/secrets?fieldSelector=metadata.namespace=kube-system',
      '/openapi/../api/v1/namespaces/kube-system/secrets/hidden',
      '/healthz/../api/v1/namespaces/kube-system/secrets/hidden',
      '/version/..%2fmetrics',
      '/healthz/%2e%2e/metrics',
      '/%6detrics',
      '//metrics',
      '/metrics/',
      '/openapi/..%2fmetrics',
    ];
    for (const path of paths) {
      for (const user of ['viewers', 'none']) {
        const { status, body } = await server.ask(path, as(user));
        expect(body).not.toContain(Buffer.from('very-secret').toString('base64'));
        expect(body).not.toContain('apiserver_request_total');
        if (status === 200) expect([path, JSON.parse(body)]).toMatchObject([path, { items: [] }]);
      }
    }
  });

  it('are needed for a dry run as for the real thing', async () => {
    const body = { metadata: { name: 'x' } };
    const made = await server.ask(
      '/api/v1/namespaces/default/configmaps?dryRun=All',
      as('viewers', { method: 'POST', body }),
    );
    expect(made.status).toBe(403);
  });

  it('cannot be had by writing them oneself', async () => {
    const rules = [{ apiGroups: [''], resources: ['secrets'], verbs: ['get', 'list'] }];
    const role = { metadata: { name: 'grab' }, rules };
    const refused = await server.ask(`${inDefault}/roles`, as('editors', { method: 'POST', body: role }));
    expect(messageOf(refused)).toContain('cannot create resource "roles"');
    const more = { metadata: { name: 'grab' }, rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }] };
    expect(messageOf(await server.ask(`${inDefault}/roles`, as('admins', { method: 'POST', body: more })))).toBe(
      'roles.rbac.authorization.k8s.io "grab" is forbidden: user "admins" (groups=["system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n{APIGroups:["*"], Resources:["*"], Verbs:["*"]}',
    );
    const toAll = await server.ask(
      `${inDefault}/rolebindings`,
      as('admins', { method: 'POST', body: bind('admins', 'cluster-admin') }),
    );
    expect(messageOf(toAll)).toContain('{NonResourceURLs:["*"], Verbs:["*"]}');
    expect((await server.ask(`${inDefault}/roles`, as('admins', { method: 'POST', body: role }))).status).toBe(201);
    const bound = await server.ask(
      `${inDefault}/rolebindings`,
      as('admins', { method: 'POST', body: bind('none', 'grab', 'Role') }),
    );
    expect(bound.status).toBe(201);
  });

  it('that collect others are for those who may do everything', async () => {
    const may = {
      metadata: { name: 'roles' },
      rules: [
        { apiGroups: ['rbac.authorization.k8s.io'], resources: ['clusterroles'], verbs: ['create', 'update', 'patch'] },
      ],
    };
    await make(server, `${rbac}/clusterroles`, may);
    await make(server, `${rbac}/clusterrolebindings`, bind('bob', 'roles'));
    const body = {
      metadata: { name: 'all' },
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] },
    };
    expect(messageOf(await server.ask(`${rbac}/clusterroles`, as('bob', { method: 'POST', body })))).toBe(
      'clusterroles.rbac.authorization.k8s.io "all" is forbidden: must have cluster-admin privileges to use the aggregationRule',
    );
  });
});

describe('a denial', () => {
  let home: Home;
  let server: Started;
  beforeAll(async () => {
    home = await makeHome();
    server = await home.start(await writeTokens(home));
    await make(server, '/api/v1/namespaces', { metadata: { name: 'prod' } });
    const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'] }];
    await make(server, `${rbac}/namespaces/prod/roles`, { metadata: { name: 'reader' }, rules });
    await make(server, `${rbac}/namespaces/prod/rolebindings`, bind('alice', 'reader', 'Role'));
  });
  afterAll(() => home.remove());

  const secrets = { verb: 'get', resource: 'secrets', namespace: 'prod' };
  const explained = [
    'Bindings that name the subject: RoleBinding "alice-reader/prod" (Role "reader" to User "alice").',
    'The closest is rule 1 of Role "reader", through RoleBinding "alice-reader/prod": {apiGroups: [""], resources: ["configmaps"], verbs: ["get"]}; what is missing is the resource "secrets".',
    'The smallest rule that would allow it: {apiGroups: [""], resources: ["secrets"], verbs: ["get"]}, in a role that a binding in the namespace "prod" gives to the subject.',
  ].join('\n');

  it('is explained to whoever may ask about others', async () => {
    const spec = { user: 'alice', resourceAttributes: secrets };
    expect(await review(server, spec)).toEqual({ allowed: false, reason: explained });
    expect(await review(server, spec, '?explain=true')).toEqual({ allowed: false, reason: explained });
  });

  it('of someone whom nobody has given anything is explained when asked for', async () => {
    const spec = { user: 'stranger', resourceAttributes: secrets };
    expect(await review(server, spec)).toEqual({ allowed: false });
    const { reason } = await review(server, spec, '?explain');
    expect(reason).toContain('No binding of the cluster or of the namespace "prod" names the user "stranger".');
    expect(reason).toContain('The smallest rule that would allow it');
  });

  it('says no more than it must to who is denied, whatever they ask', async () => {
    expect(messageOf(await server.ask('/api/v1/namespaces/prod/secrets/db', as('alice')))).toBe(
      'secrets "db" is forbidden: User "alice" cannot get resource "secrets" in API group "" in the namespace "prod"',
    );
    const body = { spec: { resourceAttributes: secrets } };
    const own = await server.ask(
      `${reviews}/selfsubjectaccessreviews?explain=true`,
      as('alice', { method: 'POST', body }),
    );
    expect(JSON.parse(own.body)).toMatchObject({ status: { allowed: false } });
    expect(own.body).not.toContain('reader');
    const others = { method: 'POST', body: { spec: { user: 'bob', resourceAttributes: secrets } } };
    expect(await server.ask(`${reviews}/subjectaccessreviews?explain=true`, as('alice', others))).toMatchObject({
      status: 403,
    });
  });

  it('is told by keelson why, as is what is allowed', async () => {
    expect(await keelson(home, 'why', '--as', 'alice', 'get', 'secrets', '-n', 'prod')).toContain(
      `No: alice may not get secrets in the namespace prod.\nAsked as a member of system:authenticated.\n`,
    );
    expect(await keelson(home, 'why', '--as', 'alice', 'get', 'secrets', '-n', 'prod')).toContain(
      'what is missing is the resource "secrets".',
    );
    expect(await keelson(home, 'why', '--as', 'alice', 'get', 'cm', 'web', '-n', 'prod')).toContain(
      'Yes: alice may get configmaps "web" in the namespace prod.\nAsked as a member of system:authenticated.\nRBAC: allowed by RoleBinding "alice-reader/prod" of Role "reader" to User "alice"\n',
    );
    expect(await keelson(home, 'why', '--as', 'root', '--as-group', 'system:masters', 'get', '/metrics')).toContain(
      'The group system:masters may do everything.',
    );
  });

  describe.each(findKubectls().map((kubectl) => ({ ...kubectl, kubectl })))(
    'kubectl $version',
    ({ kubectl, version }) => {
      const session = () => openSession(kubectl, home.kubeconfig, home.folder);
      const asAlice = (...args: string[]) => [
        '--token=alice',
        '--kubeconfig=/dev/null',
        `--server=${server.url}`,
        '--insecure-skip-tls-verify',
        ...args,
      ];

      it('knows what one may do', async () => {
        expect((await session().run(['auth', 'can-i', 'create', 'deployments'])).out).toBe('yes\n');
        expect((await session().run(asAlice('auth', 'can-i', 'get', 'configmaps', '-n', 'prod'))).out).toBe('yes\n');
        expect((await session().run(asAlice('auth', 'can-i', 'get', 'secrets', '-n', 'prod'), { code: 1 })).out).toBe(
          'no\n',
        );
        const list = (await session().run(asAlice('auth', 'can-i', '--list', '-n', 'prod'))).out;
        expect(list).toMatch(/^configmaps +\[\] +\[\] +\[get\]$/m);
        expect(list).toMatch(/^selfsubjectrulesreviews.authorization.k8s.io +\[\] +\[\] +\[create\]$/m);
      });

      it('reconciles roles', async () => {
        const name = `reconciled-${version.replace(/\D/g, '-')}`;
        const role = {
          apiVersion: 'rbac.authorization.k8s.io/v1',
          kind: 'ClusterRole',
          metadata: { name },
          rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
        };
        const binding = {
          apiVersion: 'rbac.authorization.k8s.io/v1',
          kind: 'ClusterRoleBinding',
          metadata: { name },
          roleRef: roleRef(name),
          subjects: [subject('carol')],
        };
        const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [role, binding] });
        for (let round = 0; round < 2; round += 1) {
          expect((await session().run(['auth', 'reconcile', '-f', '-'], { input })).out).toContain('reconciled');
        }
        expect(
          await review(server, { user: 'carol', resourceAttributes: { verb: 'get', resource: 'pods' } }),
        ).toMatchObject({ allowed: true });
      });

      // That kubectl has no such command.
      (version === '1.20' ? it.skip : it)('knows who one is', async () => {
        const args = version === '1.27' ? ['alpha', 'auth', 'whoami'] : ['auth', 'whoami'];
        const known = (
          await session()
            .run(asAlice(...args, '-o', 'json'))
            .catch(() => session().run(asAlice('auth', 'whoami', '-o', 'json')))
        ).out;
        expect(JSON.parse(known)).toMatchObject({
          kind: 'SelfSubjectReview',
          status: { userInfo: { username: 'alice', groups: ['devs', 'system:authenticated'] } },
        });
      });
    },
  );
});

describe('two replicas over one etcd', () => {
  let etcd: EtcdCluster;
  let homes: Home[];
  beforeAll(async () => {
    etcd = await startEtcd({ members: 1, isTls: false });
    homes = [await makeHome(), await makeHome()];
  });
  afterAll(async () => {
    for (const home of homes) await home.remove();
    await etcd.close();
  });

  it('let nobody in from the moment that a right was taken back', async () => {
    const servers = await Promise.all(
      homes.map(async (home) => home.start(await writeTokens(home), `--etcd-servers=${etcd.urls.join(',')}`)),
    );
    const [first, second] = servers as [Started, Started];
    const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }];
    await make(first, `${inDefault}/roles`, { metadata: { name: 'r' }, rules });
    const binding = { metadata: { name: 'b' }, roleRef: roleRef('r', 'Role'), subjects: [subject('alice')] };
    const statusOf = async (server: Started) =>
      (await server.ask('/api/v1/namespaces/default/configmaps?resourceVersion=0', as('alice'))).status;
    const wrong: string[] = [];
    const rounds = 250;
    for (let round = 0; round < rounds; round += 1) {
      const [here, there] = round % 2 === 0 ? [first, second] : [second, first];
      await make(here, `${inDefault}/rolebindings`, binding);
      if ((await statusOf(here)) !== 200) wrong.push(`${String(round)}: bound, and refused`);
      expect(await here.ask(`${inDefault}/rolebindings/b`, { method: 'DELETE' })).toMatchObject({ status: 200 });
      const startMs = performance.now();
      if ((await statusOf(here)) !== 403) wrong.push(`${String(round)}: unbound, and allowed`);
      while ((await statusOf(there)) !== 403) {
        if (performance.now() - startMs > 90_000) throw new Error('the other replica never heard of it');
      }
    }
    expect(wrong).toEqual([]);
  });
});
