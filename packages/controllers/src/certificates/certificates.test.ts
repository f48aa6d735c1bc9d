/** Approval, signing and cleaning of certificate requests, over a real registry with the default roles. */
import { X509Certificate } from 'node:crypto';

import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { clusterSigners } from '@keelson/api';
import { issueAuthority, type KeyPair } from '@keelson/pki';

import { realClock, type ControllerClock } from '../controller-clock.ts';
import type { ClusterCredentials } from '../frame/cluster-credentials.ts';
import { openCluster, until, type Cluster } from '../testing/open-cluster.ts';
import { certificateApprover } from './approve-requests.ts';
import { certificateCleaner } from './clean-requests.ts';
import { exampleRequests } from './example-requests.fixture.ts';
import { certificateSigner } from './sign-requests.ts';

let authority: KeyPair;
let cluster: Cluster;
let aheadMs = 0;
const clock: ControllerClock = { ...realClock, wallMs: () => Date.now() + aheadMs };

beforeAll(async () => {
  authority = await issueAuthority('tests', new Date(), 3650);
});

beforeEach(async () => {
  aheadMs = 0;
  cluster = await openCluster();
  const credentials: ClusterCredentials = {
    authority: () => authority.certificate,
    signingAuthority: () => authority,
    maxSigningSeconds: 365 * 86_400,
    issueSecretToken: () => Promise.resolve(''),
  };
  cluster.start([certificateApprover, certificateSigner, certificateCleaner], { clock, credentials });
});

afterEach(async () => {
  await cluster.close();
});

const clientUsages = ['digital signature', 'key encipherment', 'client auth'];

interface Asked {
  readonly pem: string;
  readonly signerName: string;
  readonly usages?: readonly string[];
  readonly expirationSeconds?: number;
  readonly username?: string;
}

async function request(
  name: string,
  { pem, username = 'other', usages = clientUsages, ...spec }: Asked,
): Promise<void> {
  const whole = { ...spec, usages, request: Buffer.from(pem).toString('base64') };
  const body = { format: 'json', bytes: Buffer.from(JSON.stringify({ metadata: { name }, spec: whole })) } as const;
  const caller = { user: { name: username, groups: ['system:nodes'] }, userAgent: 'tester' };
  const made = await cluster.registry.create(
    { resource: cluster.kinds.certificateRequests },
    { body, options: {}, caller },
  );
  if (!made.ok) throw new Error(made.status.message);
}

interface Status {
  readonly certificate?: string;
  readonly conditions?: readonly { readonly type: string; readonly reason: string; readonly message: string }[];
}

const statusOf = async (name: string): Promise<Status> =>
  (await cluster.read(cluster.kinds.certificateRequests, name))?.['status'] ?? {};

const approve = (name: string) => {
  const conditions = [{ type: 'Approved', status: 'True', reason: 'Mine', message: 'm' }];
  return cluster.mergePatch(cluster.kinds.certificateRequests, name, { status: { conditions } }, 'approval');
};

async function certificateOf(name: string): Promise<X509Certificate> {
  const pem = await until(async () => (await statusOf(name)).certificate);
  return new X509Certificate(Buffer.from(pem, 'base64'));
}

async function grant(role: string): Promise<void> {
  const bindings = cluster.scheme.resource('rbac.authorization.k8s.io', 'v1', 'clusterrolebindings');
  if (bindings === undefined) throw new Error('there are no bindings');
  await cluster.create(bindings, {
    metadata: { name: `test-${role}` },
    roleRef: {
      apiGroup: 'rbac.authorization.k8s.io',
      kind: 'ClusterRole',
      name: `system:certificates.k8s.io:certificatesigningrequests:${role}`,
    },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'system:nodes' }],
  });
}

describe('an approved request', () => {
  it('is signed with the subject, the usages and the time that it asks for', async () => {
    await request('a', {
      pem: exampleRequests.person,
      signerName: clusterSigners.apiServerClient,
      expirationSeconds: 3_600,
    });
    await approve('a');
    const certificate = await certificateOf('a');
    expect(certificate.verify(new X509Certificate(authority.certificate).publicKey)).toBe(true);
    expect([certificate.subject, certificate.issuer]).toEqual(['O=dev\nCN=alice', 'CN=tests']);
    expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2']);
    // Digital signature and key encipherment, as a critical extension.
    expect(certificate.raw.toString('hex')).toContain('0603551d0f0101ff0404030205a0');
    expect(Date.parse(certificate.validTo) - Date.parse(certificate.validFrom)).toBe(3_900_000);
  });

  it('is signed for the block that was judged, not for one that other readers of PEM find before it', async () => {
    const hidden = exampleRequests.node.replace('REQUEST-----\n', 'REQUEST-----\nProc-Type: 4\n\n');
    await request('a', { pem: hidden + exampleRequests.person, signerName: clusterSigners.apiServerClient });
    await approve('a');
    expect((await certificateOf('a')).subject).toBe('O=dev\nCN=alice');
  });

  it('for a server of a node carries its names', async () => {
    const usages = ['digital signature', 'key encipherment', 'server auth'];
    await request('a', { pem: exampleRequests.serving, signerName: clusterSigners.kubeletServing, usages });
    await approve('a');
    expect((await certificateOf('a')).subjectAltName).toBe('DNS:n1, IP Address:10.0.0.1');
  });

  it('fails for good where its signer must not serve it', async () => {
    await request('a', { pem: exampleRequests.person, signerName: clusterSigners.kubeletClient });
    await request('b', {
      pem: exampleRequests.person,
      signerName: clusterSigners.apiServerClient,
      usages: ['client auth', 'server auth'],
    });
    await Promise.all(['a', 'b'].map(approve));
    const failureOf = (name: string) =>
      until(async () => (await statusOf(name)).conditions?.find(({ type }) => type === 'Failed'));
    const reason = 'SignerValidationFailure';
    expect(await failureOf('a')).toMatchObject({ reason, message: 'subject organization is not system:nodes' });
    expect(await failureOf('b')).toMatchObject({
      reason,
      message: 'invalid usage for client certificate: server auth',
    });
  });

  it('of another signer is left to that', async () => {
    await request('other', { pem: exampleRequests.person, signerName: 'example.com/signer' });
    await approve('other');
    await request('ours', { pem: exampleRequests.person, signerName: clusterSigners.apiServerClient });
    await approve('ours');
    await certificateOf('ours');
    expect((await statusOf('other')).certificate).toBeUndefined();
  });
});

describe('the request of a node', () => {
  it('is approved where the node asks for itself and has the right to', async () => {
    await grant('selfnodeclient');
    await request('a', {
      pem: exampleRequests.node,
      signerName: clusterSigners.kubeletClient,
      username: 'system:node:n1',
    });
    await certificateOf('a');
    expect((await statusOf('a')).conditions).toMatchObject([
      {
        type: 'Approved',
        reason: 'AutoApproved',
        message: 'Auto approving self kubelet client certificate after SubjectAccessReview.',
      },
    ]);
  });

  it('by another user is approved once that user has the right to, and not before', async () => {
    await request('a', { pem: exampleRequests.node, signerName: clusterSigners.kubeletClient });
    await grant('selfnodeclient');
    await request('b', {
      pem: exampleRequests.node,
      signerName: clusterSigners.kubeletClient,
      username: 'system:node:n1',
    });
    await certificateOf('b');
    expect((await statusOf('a')).conditions).toBeUndefined();
    await grant('nodeclient');
    const [condition] = await until(async () => (await statusOf('a')).conditions);
    expect(condition?.message).toBe('Auto approving kubelet client certificate after SubjectAccessReview.');
  });
});

describe('a request that is done with', () => {
  it('is deleted an hour after it was signed or denied, and a day after nobody decided', async () => {
    const exists = async (name: string) => (await cluster.read(cluster.kinds.certificateRequests, name)) !== undefined;
    const signerName = clusterSigners.apiServerClient;
    await request('pending', { pem: exampleRequests.person, signerName });
    await request('signed', { pem: exampleRequests.person, signerName });
    await approve('signed');
    await certificateOf('signed');
    const touch = (name: string) =>
      cluster.mergePatch(cluster.kinds.certificateRequests, name, { metadata: { labels: { at: String(aheadMs) } } });
    aheadMs = 3_700_000;
    await Promise.all(['pending', 'signed'].map(touch));
    await until(async () => !(await exists('signed')));
    expect(await exists('pending')).toBe(true);
    aheadMs = 25 * 3_600_000;
    await touch('pending');
    await until(async () => !(await exists('pending')));
  });
});
