/** The certificates that `keelson pki` makes, in the hands of etcd, OpenSSL, kubectl and a server. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, it } from '@jest/globals';

import { startEtcd } from '@keelson/storage/etcd-cluster';
import type { EtcdCluster } from '@keelson/storage/etcd-cluster';

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
