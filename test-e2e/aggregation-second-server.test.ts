/**
 * A second Keelson with a domain of its own behind the first: kubectl through the first to the second. The second trusts whom
 * the config map of the first names, and asks the first what its users may do.
 */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { beforeAll, describe, expect, it } from '@jest/globals';

import { bearer, make, parse } from './support/callers.ts';
import { eventually } from './support/eventually.ts';
import { useHomes } from './support/homes.ts';
import { findKubectls, openSession } from './support/kubectl.ts';
import type { Home, Started } from './support/serve.ts';

const run = promisify(execFile);
const newHome = useHomes();
const group = 'scheduling.second.test';
const registration = `/apis/apiregistration.k8s.io/v1/apiservices/v1.${group}`;
const classes = `/apis/${group}/v1/priorityclasses`;
const access = '/apis/rbac.authorization.k8s.io/v1';

let home: Home;
let first: Started;
let second: Started;
let behind: Home;

beforeAll(async () => {
  home = await newHome();
  await home.addUsers('alice', 'delegator');
  first = await home.start();
  behind = await newHome();
  second = await behind.start(...(await secondFlags()));
  await register();
});

/** As the documentation has it. */
async function secondFlags(): Promise<readonly string[]> {
  const [certificate, key] = [join(behind.folder, 'tls.crt'), join(behind.folder, 'tls.key')];
  const names = 'subjectAltName=DNS:second.default.svc,IP:127.0.0.1';
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  await run('openssl', [
    'req',
    '-x509',
    ...kind,
    '-subj',
    '/CN=second',
    '-addext',
    names,
    '-keyout',
    key,
    '-out',
    certificate,
  ]);
  const trust = '/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication';
  const { data } = parse<{ data: Record<string, string> }>(await first.ask(trust));
  const authority = join(behind.folder, 'front-proxy-ca.crt');
  await writeFile(authority, data['requestheader-client-ca-file'] ?? '');
  const allowed = (JSON.parse(data['requestheader-allowed-names'] ?? '') as readonly string[]).join(',');
  await make(first, `${access}/clusterrolebindings`, {
    metadata: { name: 'second:auth-delegator' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'system:auth-delegator' },
    subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'delegator' }],
  });
  return [
    '--domain=second.test',
    `--tls-cert-file=${certificate}`,
    `--tls-private-key-file=${key}`,
    `--requestheader-client-ca-file=${authority}`,
    `--requestheader-allowed-names=${allowed}`,
    '--authorization-mode=RBAC,Webhook',
    `--authorization-webhook-config-file=${await reviewFile()}`,
    '--authorization-webhook-version=v1',
    '--authorization-webhook-domain=k8s.io',
  ];
}

/** Where the second asks what users may do. */
async function reviewFile(): Promise<string> {
  const path = join(behind.folder, 'reviews.json');
  const server = `${first.url}/apis/authorization.k8s.io/v1/subjectaccessreviews`;
  const authority = await readFile(join(home.folder, 'data', 'pki', 'ca.crt'));
  const cluster = { server, 'certificate-authority-data': authority.toString('base64') };
  const config = {
    'current-context': 'first',
    contexts: [{ name: 'first', context: { cluster: 'first', user: 'second' } }],
    clusters: [{ name: 'first', cluster }],
    users: [{ name: 'second', user: { token: 'delegator' } }],
  };
  await writeFile(path, JSON.stringify(config));
  return path;
}

async function register(): Promise<void> {
  const name = 'second';
  const spec = { type: 'ExternalName', externalName: '127.0.0.1' };
  await make(first, '/api/v1/namespaces/default/services', { metadata: { name }, spec });
  const certificate = await readFile(join(behind.folder, 'tls.crt'));
  await make(first, '/apis/apiregistration.k8s.io/v1/apiservices', {
    metadata: { name: `v1.${group}` },
    spec: {
      group,
      version: 'v1',
      groupPriorityMinimum: 1000,
      versionPriority: 15,
      caBundle: certificate.toString('base64'),
      service: { namespace: 'default', name, port: Number(new URL(second.url).port) },
    },
  });
  await eventually(async () => expect(await reasonNow()).toBe('Passed'));
}

async function reasonNow(): Promise<string | undefined> {
  type Registered = { readonly status: { readonly conditions?: readonly { readonly reason: string }[] } };
  return parse<Registered>(await first.ask(registration)).status.conditions?.[0]?.reason;
}

const classOf = (name: string) => ({
  apiVersion: `${group}/v1`,
  kind: 'PriorityClass',
  metadata: { name, labels: { of: 'test' } },
  value: 7,
});

describe.each(findKubectls())('kubectl $version', (kubectl) => {
  const { version } = kubectl;
  const name = `of-${version.replace(/\D/g, '-')}`;
  const resource = `priorityclasses.v1.${group}`;
  const session = () => openSession(kubectl, home.kubeconfig, home.folder);
  const say = async (line: string, input = '') => (await session().run(line.split(' '), { input })).out;

  it('works with objects of the second server through the first, watches included', async () => {
    const watch = session().follow(['get', resource, '--watch', '-o', 'name']);
    await say('apply -f -', JSON.stringify(classOf(name)));
    await watch.until(name);
    watch.stop();
    expect(await say(`get ${resource} ${name} -o jsonpath={.apiVersion}/{.value}`)).toBe(`${group}/v1/7`);
    await say(`annotate ${resource} ${name} a=b`);
    expect(await say(`get ${resource} -l of=test`)).toContain(name);
    expect((await second.ask(`${classes}/${name}`)).status).toBe(200);
    expect((await first.ask(`/apis/scheduling.k8s.io/v1/priorityclasses/${name}`)).status).toBe(404);
    await say(`delete ${resource} -l of=test`);
    expect((await second.ask(`${classes}/${name}`)).status).toBe(404);
  });

  it('knows the resources of the second server, and explains them', async () => {
    expect(await say(`api-resources --api-group=${group}`)).toMatch(
      /priorityclasses +pc +scheduling\.second\.test\/v1/,
    );
    await eventually(async () => {
      const told = await say(`explain priorityclass --api-version=${group}/v1`);
      expect(told).toContain('globalDefault');
      expect(told).toContain('PriorityClass');
    });
  });
});

it('a user may do on the second server what the first says', async () => {
  const headers = bearer('alice');
  expect((await first.ask(classes, { headers })).status).toBe(403);
  const rules = [{ apiGroups: [group], resources: ['priorityclasses'], verbs: ['get', 'list', 'create'] }];
  await make(first, `${access}/clusterroles`, { metadata: { name: 'classes' }, rules });
  await make(first, `${access}/clusterrolebindings`, {
    metadata: { name: 'classes' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'classes' },
    subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'alice' }],
  });
  expect((await first.ask(classes, { headers })).status).toBe(200);
  const created = await first.ask(classes, { method: 'POST', body: classOf('of-alice'), headers });
  expect(created.status).toBe(201);
  expect((await first.ask(`${classes}/of-alice`, { method: 'DELETE', headers })).status).toBe(403);
  expect((await first.ask(classes, { method: 'DELETE' })).status).toBe(200);
  expect((await second.ask(`${classes}/of-alice`)).status).toBe(404);
});

it('nobody acts for users on the second server but the proxy of the first', async () => {
  const headers = { Authorization: '', 'X-Remote-User': 'admin', 'X-Remote-Group': 'system:masters' };
  expect([401, 403]).toContain((await second.ask(classes, { headers })).status);
});

it('the documents of the first server hold what the second serves, and where it is no more when it is not registered', async () => {
  type Groups = { readonly groups: readonly { readonly name: string }[] };
  const namesNow = async () => parse<Groups>(await first.ask('/apis')).groups.map((each) => each.name);
  expect(await namesNow()).toContain(group);
  type Swagger = { readonly paths: object };
  const pathsNow = async () => Object.keys(parse<Swagger>(await first.ask('/openapi/v2')).paths);
  await eventually(async () => expect(await pathsNow()).toContain(classes));
  const { paths } = parse<Swagger>(await first.ask('/openapi/v3'));
  expect(Object.keys(paths)).toContain(`apis/${group}/v1`);
  second.process.kill('SIGKILL');
  await second.ended;
  await eventually(async () => expect(await reasonNow()).toBe('FailedDiscoveryCheck'));
  expect(await first.ask(classes)).toMatchObject({ status: 503, body: 'service unavailable\n' });
  expect(await namesNow()).toContain(group);
  const accept = 'application/json;as=APIGroupDiscoveryList;v=v2beta1;g=apidiscovery.k8s.io';
  const { body } = await first.ask('/apis', { headers: { Accept: accept } });
  expect(body).toMatch(/"version":"v1","resources":\[\{"resource":"priorityclasses".*?"freshness":"Stale"/);
  await first.ask(registration, { method: 'DELETE' });
  await eventually(async () => expect(await namesNow()).not.toContain(group));
  expect(await pathsNow()).not.toContain(classes);
  expect((await first.ask(classes)).status).toBe(404);
});
