/** A second Keelson behind the first, as the documentation has it: it trusts the front proxy of the first and asks it for reviews. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { make, parse } from './callers.ts';
import type { Home, Started } from './serve.ts';

const run = promisify(execFile);

export interface ServerPair {
  /** With the user `delegator`, whose token the second server asks the first with. */
  readonly home: Home;
  readonly first: Started;
  /** Of the second server. */
  readonly behind: Home;
}

export async function secondFlags(pair: ServerPair): Promise<readonly string[]> {
  const { first, behind } = pair;
  const [certificate, key] = [join(behind.folder, 'tls.crt'), join(behind.folder, 'tls.key')];
  const names = 'subjectAltName=DNS:second.default.svc,IP:127.0.0.1';
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const files = ['-keyout', key, '-out', certificate];
  await run('openssl', ['req', '-x509', ...kind, '-subj', '/CN=second', '-addext', names, ...files]);
  const trust = '/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication';
  const { data } = parse<{ data: Record<string, string> }>(await first.ask(trust));
  const authority = join(behind.folder, 'front-proxy-ca.crt');
  await writeFile(authority, data['requestheader-client-ca-file'] ?? '');
  const allowed = (JSON.parse(data['requestheader-allowed-names'] ?? '') as readonly string[]).join(',');
  await make(first, '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
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
    `--authorization-webhook-config-file=${await reviewFile(pair)}`,
    '--authorization-webhook-version=v1',
    '--authorization-webhook-domain=k8s.io',
  ];
}

/** Where the second asks what users may do. */
async function reviewFile({ home, first, behind }: ServerPair): Promise<string> {
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

/** Of version v1 of a group of the second server. */
export async function registerSecond({ first, behind }: ServerPair, second: Started, group: string): Promise<void> {
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
}
