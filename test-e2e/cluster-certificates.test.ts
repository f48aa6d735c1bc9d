/** The certificates that `keelson pki` makes, in the hands of etcd, OpenSSL, kubectl and a server. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, it } from '@jest/globals';

import { startEtcd } from '@keelson/storage/etcd-cluster';
import type { EtcdCluster } from '@keelson/storage/etcd-cluster';

import { counted } from './support/callers.ts';
import { eventually } from './support/eventually.ts';
import { useHomes } from './support/homes.ts';
import { findKubectls, openSession } from './support/kubectl.ts';
import { freePort } from './support/serve.ts';
import type { Started } from './support/serve.ts';

const exec = promisify(execFile);
const program = join(import.meta.dirname, '..', 'bin', 'keelson');
const keelson = (...args: readonly string[]) => exec(process.execPath, [program, ...args]);
const newHome = useHomes();

let dir: string;
let port: number;
let etcd: EtcdCluster;
let server: Started;
beforeAll(async () => {
  const home = await newHome();
  dir = join(home.folder, 'pki');
  port = await freePort();
  const where = ['--dir', dir, '--server', `https://localhost:${port}`];
  await keelson(
    'pki',
    'init',
    ...where,
    '--etcd-member',
    'member',
    '--replica',
    'a',
    '--client',
    'prom=system:monitoring',
  );
  const file = (name: string): string => join(dir, name);
  const files = { ca: file('etcd/ca.crt'), cert: file('etcd/member.crt'), key: file('etcd/member.key') };
  etcd = await startEtcd({ members: 3, isTls: true, files });
  const flags = {
    'secure-port': port,
    'etcd-servers': etcd.urls.join(','),
    'etcd-cafile': files.ca,
    'etcd-certfile': file('apiserver-etcd-client.crt'),
    'etcd-keyfile': file('apiserver-etcd-client.key'),
    'tls-cert-file': file('replicas/a.crt'),
    'tls-private-key-file': file('replicas/a.key'),
    'client-ca-file': file('ca.crt'),
    'requestheader-client-ca-file': file('front-proxy-ca.crt'),
    'proxy-client-cert-file': file('front-proxy-client.crt'),
    'proxy-client-key-file': file('front-proxy-client.key'),
    'kubelet-client-certificate': file('apiserver-kubelet-client.crt'),
    'kubelet-client-key': file('apiserver-kubelet-client.key'),
    'service-account-key-file': file('sa.pub'),
    'service-account-signing-key-file': file('sa.key'),
    'service-account-issuer': 'https://kubernetes.default.svc',
  };
  server = await home.start(
    '--controllers=root-ca-cert-publisher',
    ...Object.entries(flags).map(([name, value]) => `--${name}=${value}`),
  );
});
afterAll(() => etcd.close());

/** Each invocation reads the kubeconfig anew. */
async function kubectl(name: string, ...args: readonly string[]): Promise<string> {
  const [newest] = findKubectls().toReversed();
  if (newest === undefined) throw new Error('there is no kubectl');
  return (await openSession(newest, join(dir, `${name}.kubeconfig`), dir).run(args)).out;
}

async function checkPublished(): Promise<void> {
  const template = 'go-template={{index .data "ca.crt"}}';
  const published = await kubectl('admin', 'get', 'configmap', 'kube-root-ca.crt', '-o', template);
  const authority = await readFile(join(dir, 'ca.crt'), 'utf8');
  expect(published.replaceAll(/\s/g, '')).toBe(authority.replaceAll(/\s/g, ''));
}

async function healthcheck(): Promise<void> {
  await keelson('healthcheck', '--server', `https://localhost:${port}`, '--certificate-authority', join(dir, 'ca.crt'));
}

it('lets kubectl in as an administrator, and as the client that was asked for', async () => {
  expect(await kubectl('admin', 'auth', 'can-i', '*', '*')).toContain('yes');
  expect(await kubectl('clients/prom', 'get', '--raw', '/metrics')).toContain('apiserver_request_total');
  await expect(kubectl('clients/prom', 'get', 'secrets')).rejects.toThrow('cannot list resource "secrets"');
});

it('keeps clients without a certificate of its authority out of etcd', async () => {
  const env = { ...process.env, ETCDCTL_API: '3' };
  const get = [
    '--endpoints',
    etcd.urls.join(','),
    '--cacert',
    join(dir, 'etcd/ca.crt'),
    '--command-timeout',
    '1s',
    'get',
    '/',
  ];
  const as = (name: string) => ['--cert', join(dir, `${name}.crt`), '--key', join(dir, `${name}.key`)];
  await exec('etcdctl', [...get, '--prefix', '--limit', '1', ...as('apiserver-etcd-client')], { env });
  await expect(exec('etcdctl', [...get, ...as('admin')], { env })).rejects.toThrow();
});

it('publishes the authority to pods, and not the certificate of this replica', async () => {
  await checkPublished();
});

it('is verified by OpenSSL over the wire, and by the health check', async () => {
  const args = ['s_client', '-connect', `localhost:${port}`, '-CAfile', join(dir, 'ca.crt'), '-verify_return_error'];
  const asking = exec('openssl', [
    ...args,
    '-verify_hostname',
    'kubernetes.default.svc',
    '-verify_ip',
    '10.0.0.1',
    '-brief',
  ]);
  asking.child.stdin?.end();
  expect((await asking).stderr).toContain('Verification: OK');
  await healthcheck();
});

/** One after the other, so that the store goes on. */
async function restartEtcd(): Promise<void> {
  for (const member of etcd.members) {
    await member.kill();
    member.start();
    await eventually(async () => expect((await server.ask('/readyz/etcd')).status).toBe(200), 60_000);
    await eventually(async () => expect(await isMember(member.url)).toBe(true), 60_000);
  }
}

async function isMember(url: string): Promise<boolean> {
  const own = ['--cacert', join(dir, 'etcd/ca.crt'), '--cert', join(dir, 'etcd/member.crt')];
  const args = ['--endpoints', url, ...own, '--key', join(dir, 'etcd/member.key'), 'endpoint', 'health'];
  const env = { ...process.env, ETCDCTL_API: '3' };
  return exec('etcdctl', args, { env }).then(
    () => true,
    () => false,
  );
}

/** Keys with a time to live take leases, and the connections of those are others. */
async function writeToEtcd(): Promise<void> {
  const path = '/api/v1/namespaces/default';
  const name = randomUUID();
  const event = { metadata: { name }, involvedObject: { namespace: 'default' } };
  expect((await server.ask(`${path}/configmaps`, { method: 'POST', body: { metadata: { name } } })).status).toBe(201);
  expect((await server.ask(`${path}/events`, { method: 'POST', body: event })).status).toBe(201);
}

it('takes up renewed certificates for etcd, and another authority of it, without a restart', async () => {
  const readAnew = (flag: string) => server.printed().split(`was read anew flag="${flag}"`).length - 1;
  const end = 'keelson_certificate_expiration_timestamp_seconds{certificate="etcd-client"}';
  const endsAt = await counted(server, end);
  for (const [step, authorities, pairs] of [
    ['prepare', 1, 0],
    ['switch', 2, 1],
    ['finish', 3, 1],
  ] as const) {
    await keelson('pki', 'rotate-ca', step, '--dir', dir, '--authority', 'etcd');
    await eventually(() => {
      expect([readAnew('etcd-cafile'), readAnew('etcd-certfile')]).toEqual([authorities, pairs]);
    }, 60_000);
    await restartEtcd();
    await eventually(writeToEtcd, 60_000);
  }
  expect(await counted(server, end)).toBeGreaterThan(endsAt);
  expect((await server.ask('/readyz?verbose')).body).toContain('[+]certificates ok\n');
}, 240_000);

it('rotates the authority under a running server: the administrator of before and of after is let in at each step', async () => {
  for (const step of ['prepare', 'switch', 'finish']) {
    await keelson('pki', 'rotate-ca', step, '--dir', dir, '--authority', 'ca');
    // The server reads its files again within two seconds; clients with the files of this step are let in from then on.
    await eventually(async () => expect(await kubectl('admin', 'get', '--raw', '/readyz')).toBe('ok'));
    await eventually(healthcheck);
    await eventually(checkPublished);
  }
  expect(server.printed()).not.toContain('could not be read');
});
