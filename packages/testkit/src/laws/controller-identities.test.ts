/** Controllers as a process of their own with `--use-service-account-credentials`: who writes, and by which rights. */
import { readFile, writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, expect, it } from '@jest/globals';
import { createApiScheme } from '@keelson/api';
import { createCallouts } from '@keelson/callouts';
import { allControllers, startRemoteControllers } from '@keelson/controllers';
import { silentLogger } from '@keelson/telemetry';

import { startKeelson, type Keelson } from '../server/start-keelson.ts';

const closings: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

const manager = 'system:kube-controller-manager';
const namespace = 'worked';
const core = `/api/v1/namespaces/${namespace}`;
const apps = `/apis/apps/v1/namespaces/${namespace}`;
const batch = `/apis/batch/v1/namespaces/${namespace}`;

const labels = { app: 'a' };
const containers = [{ name: 'c', image: 'i' }];
const template = { metadata: { labels }, spec: { containers } };
const workload = { selector: { matchLabels: labels }, template };
const jobSpec = { completions: 0, template: { spec: { restartPolicy: 'Never', containers } } };
const absentOwner = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name: 'absent',
  uid: '0d1f9f3c-7b8e-4b55-9d0e-2f7f0f6c1a11',
};

const nodeRequest = `-----BEGIN CERTIFICATE REQUEST-----
MIHrMIGSAgEAMDAxFTATBgNVBAoMDHN5c3RlbTpub2RlczEXMBUGA1UEAwwOc3lz
dGVtOm5vZGU6bjEwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATYwdM4WcqtLQH9
iponeLkWnhaROKiROZ/P3ZqcggTIj2t5WGKSVkz8OroXiU2wSkg1iXQfq+Mt+UmW
gfu4nDxToAAwCgYIKoZIzj0EAwIDSAAwRQIhAJSY9cM/5/UujQRCVKwlGyt2YOxc
5eGODbF/zV9UxqyTAiBcRu8Qu6fi2kFdnudiddpqXr61GW0By5EzgbR3nd10zg==
-----END CERTIFICATE REQUEST-----
`;

/** Something to do for each controller. */
const objects: readonly (readonly [path: string, object: object])[] = [
  [`${apps}/deployments`, { metadata: { name: 'a' }, spec: { replicas: 1, ...workload } }],
  [`${apps}/statefulsets`, { metadata: { name: 'a' }, spec: { replicas: 1, serviceName: 'a', ...workload } }],
  [`${apps}/daemonsets`, { metadata: { name: 'a' }, spec: workload }],
  ['/api/v1/nodes', { metadata: { name: 'n1' } }],
  [`${core}/replicationcontrollers`, { metadata: { name: 'a' }, spec: { replicas: 1, selector: labels, template } }],
  [`${batch}/jobs`, { metadata: { name: 'a' }, spec: { ...jobSpec, ttlSecondsAfterFinished: 0 } }],
  ['/apis/policy/v1/namespaces/worked/poddisruptionbudgets', budget()],
  [`${core}/resourcequotas`, { metadata: { name: 'a' }, spec: { hard: { pods: '100' } } }],
  [`${core}/services`, { metadata: { name: 'a' }, spec: { selector: labels, ports: [{ port: 80 }] } }],
  [`${core}/services`, { metadata: { name: 'by-hand' }, spec: { ports: [{ port: 80 }] } }],
  [
    `${core}/endpoints`,
    { metadata: { name: 'by-hand' }, subsets: [{ addresses: [{ ip: '10.1.1.1' }], ports: [{ port: 80 }] }] },
  ],
  [`${core}/configmaps`, { metadata: { name: 'orphan', ownerReferences: [absentOwner] } }],
  [`${core}/secrets`, tokenSecret()],
  ['/apis/certificates.k8s.io/v1/certificatesigningrequests', certificateRequest()],
  [
    clusterRoles(),
    {
      metadata: { name: 'part', labels: { part: 'true' } },
      rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
    },
  ],
  [
    clusterRoles(),
    { metadata: { name: 'whole' }, aggregationRule: { clusterRoleSelectors: [{ matchLabels: { part: 'true' } }] } },
  ],
];

function budget() {
  return { metadata: { name: 'a' }, spec: { minAvailable: 1, selector: { matchLabels: labels } } };
}

function tokenSecret() {
  const annotations = { 'kubernetes.io/service-account.name': 'default' };
  return { metadata: { name: 'token', annotations }, type: 'kubernetes.io/service-account-token' };
}

function certificateRequest() {
  const usages = ['key encipherment', 'digital signature', 'client auth'];
  const request = Buffer.from(nodeRequest).toString('base64');
  const signerName = 'kubernetes.io/kube-apiserver-client-kubelet';
  return { metadata: { name: 'a' }, spec: { request, signerName, usages } };
}

function clusterRoles(): string {
  return '/apis/rbac.authorization.k8s.io/v1/clusterroles';
}

/** A CronJob owns a Job that has ended, and keeps none of those. */
async function makeFinishedJob(keelson: Keelson): Promise<void> {
  const spec = { schedule: '0 0 1 1 *', suspend: true, successfulJobsHistoryLimit: 0, jobTemplate: { spec: jobSpec } };
  const { uid } = await make(keelson, `${batch}/cronjobs`, { metadata: { name: 'a' }, spec });
  const owner = { apiVersion: 'batch/v1', kind: 'CronJob', name: 'a', uid, controller: true };
  await make(keelson, `${batch}/jobs`, { metadata: { name: 'of-cronjob', ownerReferences: [owner] }, spec: jobSpec });
}

/** What protects or collects works on what is deleted. */
async function makeAndDelete(keelson: Keelson): Promise<void> {
  const accessModes = ['ReadWriteOnce'];
  const claim = { accessModes, resources: { requests: { storage: '1Gi' } } };
  const volume = { accessModes, capacity: { storage: '1Gi' }, hostPath: { path: '/tmp/a' } };
  const deleted: readonly (readonly [string, object])[] = [
    [`${core}/persistentvolumeclaims`, { metadata: { name: 'a' }, spec: claim }],
    ['/api/v1/persistentvolumes', { metadata: { name: 'a' }, spec: volume }],
    [`${core}/pods`, { metadata: { name: 'unbound', finalizers: ['example.com/held'] }, spec: { containers } }],
    ['/api/v1/namespaces', { metadata: { name: 'ending' } }],
  ];
  for (const [path, object] of deleted) {
    const { name } = await make(keelson, path, object);
    if (name === 'ending') await make(keelson, '/api/v1/namespaces/ending/configmaps', { metadata: { name: 'a' } });
    expect((await keelson.ask(`${path}/${name}`, { method: 'DELETE' })).status).toBeLessThan(300);
  }
}

interface Made {
  readonly name: string;
  readonly uid: string;
}

async function make(keelson: Keelson, path: string, body: object): Promise<Made> {
  const answer = await keelson.ask(path, { method: 'POST', body });
  if (answer.status !== 201) throw new Error(`${path}: ${answer.body}`);
  return (JSON.parse(answer.body) as { readonly metadata: Made }).metadata;
}

interface Audited {
  readonly user: { readonly username: string };
  readonly verb: string;
  readonly requestURI: string;
  readonly userAgent?: string;
  readonly responseStatus?: { readonly code: number };
}

async function readAudited(path: string): Promise<readonly Audited[]> {
  const lines = (await readFile(path, 'utf8')).split('\n');
  return lines.slice(0, -1).map((line) => JSON.parse(line) as Audited);
}

const reads = ['get', 'list', 'watch'];

function writersOf(audited: readonly Audited[]): ReadonlySet<string> {
  return new Set(
    audited.flatMap(({ verb, user, responseStatus }) =>
      reads.includes(verb) || (responseStatus?.code ?? 500) > 299 ? [] : [user.username],
    ),
  );
}

it('lets each controller write as its own service account, with the rights of the default roles alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keelson-identities-'));
  closings.push(() => rm(folder, { recursive: true, force: true }));
  const [policy, log] = [join(folder, 'policy.yaml'), join(folder, 'audit.log')];
  const rules = '- level: Metadata\n  omitStages: [RequestReceived]\n';
  await writeFile(policy, `apiVersion: audit.k8s.io/v1\nkind: Policy\nrules:\n${rules}`);
  const flags = ['--controllers=', `--audit-policy-file=${policy}`, `--audit-log-path=${log}`];
  const keelson = await startKeelson({ flags, users: [{ name: manager }] });
  closings.push(() => keelson.stop());
  const definitions = allControllers.filter(({ isOffByDefault }) => isOffByDefault !== true);
  const callouts = createCallouts({ resolveService: () => ({ ok: false, message: 'there are none' }) });
  const { url, ca, token } = keelson.clientSettings(manager);
  const running = startRemoteControllers({
    server: {
      callouts,
      target: {
        ...{ name: 'keelson', address: { kind: 'url', origin: new URL(url).origin }, authorities: ca },
        ...{ credentials: { token }, maxInFlight: 1_000 },
      },
    },
    usesAccountCredentials: true,
    definitions,
    scheme: createApiScheme({ includeRetired: true }),
    identity: 'tested',
    // The one Lease that the default roles let that user hold.
    lease: {
      ...{ namespace: 'kube-system', name: 'kube-controller-manager' },
      ...{ leaseMs: 120_000, renewMs: 90_000, retryMs: 100 },
    },
    credentials: {
      authority: () => 'PEM',
      signingAuthority: () => undefined,
      maxSigningSeconds: 0,
      issueSecretToken: () => Promise.resolve('token'),
    },
    logger: silentLogger,
  });
  closings.push(async () => {
    await running.stop();
    callouts.close();
  });
  await make(keelson, '/api/v1/namespaces', { metadata: { name: namespace } });
  for (const [path, object] of objects) await make(keelson, path, object);
  await makeFinishedJob(keelson);
  await makeAndDelete(keelson);
  const expected = definitions.map(({ account, user }) => user ?? `system:serviceaccount:kube-system:${account}`);
  let audited = await readAudited(log);
  for (;;) {
    const writers = writersOf(audited);
    const missing = expected.filter((each) => !writers.has(each));
    if (missing.length === 0) break;
    await delay(50);
    audited = await readAudited(log);
  }
  // A namespace that is being deleted refuses new objects, whoever makes them: controllers may learn of its end too late.
  const isLate = ({ verb, requestURI }: Audited): boolean =>
    verb === 'create' && requestURI.startsWith('/api/v1/namespaces/ending/');
  const refused = audited.filter((each) => [401, 403].includes(each.responseStatus?.code ?? 0) && !isLate(each));
  expect(refused.map(({ user, verb, requestURI }) => `${user.username} ${verb} ${requestURI}`)).toEqual([]);
  // What is written as the user of the process: its Lease, the accounts, their tokens, and tokens in Secrets.
  const own = audited.filter(({ user, verb }) => user.username === manager && !reads.includes(verb));
  const paths = /\/leases(\/|$)|\/serviceaccounts(\/[^/]+\/token)?$|\/secrets\/token$/u;
  expect(own.filter(({ requestURI }) => !paths.test(requestURI))).toEqual([]);
});
