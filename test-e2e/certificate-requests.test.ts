/** Certificate requests: the requester is recorded, and approving and signing need the right for the signer. */
import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { beforeAll, describe, expect, it } from '@jest/globals';

import { bearer, make, parse } from './support/callers.ts';
import { requestOfMasters, someCertificate } from './support/certificate-request.ts';
import { eventually } from './support/eventually.ts';
import { useHomes } from './support/homes.ts';
import { token } from './support/serve.ts';
import type { Answer, Started } from './support/serve.ts';

const exec = promisify(execFile);
const newHome = useHomes();
const path = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
const rbac = '/apis/rbac.authorization.k8s.io/v1';
const signerName = 'example.com/serving';

interface Request {
  readonly spec: { readonly username?: string; readonly groups?: readonly string[] };
  readonly status: { readonly conditions?: readonly object[]; readonly certificate?: string };
}

let server: Started;
beforeAll(async () => {
  const home = await newHome();
  const tokens = join(home.folder, 'users.csv');
  const users = ['jane,jane,2,devs', 'approver,approver,3', 'signer,signer,4'];
  await writeFile(tokens, [`${token},admin,1,"system:masters"`, ...users, ''].join('\n'));
  server = await home.start(`--token-auth-file=${tokens}`);
  const group = 'certificates.k8s.io';
  const every = (name: string, ...resources: string[]) => ({
    metadata: { name },
    rules: [{ apiGroups: [group], resources, verbs: ['create', 'get', 'update', 'patch'] }],
  });
  await make(server, `${rbac}/clusterroles`, every('ask', 'certificatesigningrequests'));
  await make(
    server,
    `${rbac}/clusterroles`,
    every('touch', 'certificatesigningrequests/approval', 'certificatesigningrequests/status'),
  );
  for (const verb of ['approve', 'sign']) {
    const rules = [{ apiGroups: [group], resources: ['signers'], resourceNames: ['example.com/*'], verbs: [verb] }];
    await make(server, `${rbac}/clusterroles`, { metadata: { name: verb }, rules });
  }
  for (const [user, role] of [
    ['jane', 'ask'],
    ['jane', 'touch'],
    ['approver', 'touch'],
    ['approver', 'approve'],
    ['signer', 'touch'],
    ['signer', 'sign'],
  ] as const) {
    await make(server, `${rbac}/clusterrolebindings`, {
      metadata: { name: `${user}-${role}` },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: user }],
    });
  }
});

function patch(user: string, subresource: string, status: object): Promise<Answer> {
  const headers = { ...bearer(user), 'Content-Type': 'application/merge-patch+json' };
  return server.ask(`${path}/a/${subresource}`, { method: 'PATCH', body: { status }, headers });
}

describe('a certificate request', () => {
  const spec = { signerName, request: Buffer.from(requestOfMasters).toString('base64'), usages: ['client auth'] };
  const approved = { conditions: [{ type: 'Approved', status: 'True', reason: 'Fine' }] };
  const certificate = Buffer.from(someCertificate).toString('base64');

  it('tells who made it, whatever it says', async () => {
    const body = { metadata: { name: 'a' }, spec: { ...spec, username: 'root', groups: ['system:masters'] } };
    const made = parse<Request>(await server.ask(path, { method: 'POST', body, headers: bearer('jane') }));
    expect(made.spec).toMatchObject({ username: 'jane', uid: '2', groups: ['devs', 'system:authenticated'] });
  });

  it('is approved by who may for its signer, and by nothing but that', async () => {
    for (const user of ['jane', 'signer']) {
      expect(parse(await patch(user, 'approval', approved))).toMatchObject({
        code: 403,
        message: `certificatesigningrequests.certificates.k8s.io "a" is forbidden: user not permitted to approve requests with signerName "${signerName}"`,
      });
    }
    expect(await patch('signer', 'status', approved)).toMatchObject({ status: 422 });
    const done = parse<Request>(await patch('approver', 'approval', { ...approved, certificate }));
    expect(done.status.conditions).toMatchObject(approved.conditions);
    // A write of the approval does not set the certificate.
    expect(done.status.certificate).toBeUndefined();
  });

  it('is signed by who may for its signer', async () => {
    for (const user of ['jane', 'approver']) {
      expect(parse(await patch(user, 'status', { certificate }))).toMatchObject({
        code: 403,
        message: `certificatesigningrequests.certificates.k8s.io "a" is forbidden: user not permitted to sign requests with signerName "${signerName}"`,
      });
    }
    const done = parse<Request>(await patch('signer', 'status', { certificate }));
    expect(done.status).toMatchObject({ ...approved, certificate });
  });

  it('cannot ask our own clients into system:masters', async () => {
    const body = { metadata: { name: 'b' }, spec: { ...spec, signerName: 'kubernetes.io/kube-apiserver-client' } };
    expect(parse(await server.ask(path, { method: 'POST', body, headers: bearer('jane') }))).toMatchObject({
      code: 403,
      message:
        'certificatesigningrequests.certificates.k8s.io "b" is forbidden: use of kubernetes.io/kube-apiserver-client signer with system:masters group is not allowed',
    });
  });
});

describe('a signer with an authority of its own', () => {
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

  it('signs by it, and signers without one leave requests to others', async () => {
    const home = await newHome();
    const [cert, key, csr] = ['ca.crt', 'ca.key', 'jane.csr'].map((name) => join(home.folder, name));
    const files = { cert: cert ?? '', key: key ?? '', csr: csr ?? '' };
    const authority = ['-x509', '-days', '2', '-subj', '/CN=clients', '-keyout', files.key, '-out', files.cert];
    await exec('openssl', ['req', ...newKey, ...authority]);
    const asked = ['-subj', '/CN=jane/O=devs', '-keyout', join(home.folder, 'jane.key'), '-out', files.csr];
    await exec('openssl', ['req', ...newKey, ...asked]);
    const flag = '--cluster-signing-kube-apiserver-client';
    const signing = await home.start(`${flag}-cert-file=${files.cert}`, `${flag}-key-file=${files.key}`);
    const request = (await readFile(files.csr)).toString('base64');
    const signed = 'kubernetes.io/kube-apiserver-client';
    const conditions = [{ type: 'Approved', status: 'True', reason: 'Fine' }];
    for (const [name, signer] of [
      ['unsigned', 'kubernetes.io/kube-apiserver-client-kubelet'],
      ['signed', signed],
    ]) {
      const spec = { signerName: signer, request, usages: ['client auth'], expirationSeconds: 3_600 };
      await make(signing, path, { metadata: { name }, spec });
      const headers = { 'Content-Type': 'application/merge-patch+json' };
      const body = { status: { conditions } };
      const approved = await signing.ask(`${path}/${name}/approval`, { method: 'PATCH', body, headers });
      expect(approved.status).toBe(200);
    }
    const certificateOf = async (name: string) =>
      parse<Request>(await signing.ask(`${path}/${name}`)).status.certificate;
    await eventually(async () => expect(await certificateOf('signed')).toBeDefined(), 60_000);
    expect(await certificateOf('unsigned')).toBeUndefined();
    const made = new X509Certificate(Buffer.from((await certificateOf('signed')) ?? '', 'base64'));
    const { publicKey } = new X509Certificate(await readFile(files.cert));
    expect([made.verify(publicKey), made.subject]).toEqual([true, 'CN=jane\nO=devs']);
  }, 90_000);
});
