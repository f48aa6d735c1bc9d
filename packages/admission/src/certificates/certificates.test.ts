import { describe, expect, it } from '@jest/globals';

import type { Right } from '../rights.ts';
import { admit } from '../testing/admit.ts';
import { noteRequester } from './note-requester.ts';
import { certificateApproval, certificateSigning } from './signers.ts';
import { certificateSubjectRestriction } from './subject-restriction.ts';

const signerName = 'example.com/serving';
const base = { apiVersion: 'certificates.k8s.io/v1', kind: 'CertificateSigningRequest', metadata: { name: 'a' } };
const request = (status: object = {}, spec: object = {}) => ({
  ...base,
  spec: { signerName, request: 'QQ==', usages: ['client auth'], ...spec },
  status,
});

const right = (verb: string, name: string): Right => ({
  verb,
  group: 'certificates.k8s.io',
  resource: 'signers',
  name,
});

/** An authorizer that grants these rights and records the checks. */
function holding(...rights: readonly Right[]) {
  const asked: Right[] = [];
  const mayDo = (_user: object, wanted: Right) => {
    asked.push(wanted);
    return rights.some((each) => each.verb === wanted.verb && each.name === wanted.name);
  };
  return { asked, mayDo };
}

describe('CertificateApproval', () => {
  const approved = { conditions: [{ type: 'Approved', status: 'True' }] };
  const approve = (mayDo: Parameters<typeof certificateApproval>[0], subresource = 'approval') =>
    admit(certificateApproval(mayDo), request(approved), { old: request(), subresource });

  it('lets approve who has the right for the signer, or for its domain', async () => {
    for (const name of [signerName, 'example.com/*']) {
      expect((await approve(holding(right('approve', name)).mayDo)).refusal).toBeUndefined();
    }
  });

  it('refuses others', async () => {
    const { asked, mayDo } = holding(
      right('sign', signerName),
      right('approve', '*'),
      right('approve', 'example.org/*'),
    );
    expect((await approve(mayDo)).refusal).toMatchObject({
      code: 403,
      message:
        'certificatesigningrequests.certificates.k8s.io "a" is forbidden: user not permitted to approve requests with signerName "example.com/serving"',
    });
    expect(asked).toEqual([right('approve', signerName), right('approve', 'example.com/*')]);
  });

  it('has no say in other writes', async () => {
    expect((await approve(holding().mayDo, 'status')).refusal).toBeUndefined();
  });
});

describe('CertificateSigning', () => {
  const sign = (mayDo: Parameters<typeof certificateSigning>[0], status: object, old: object = {}) =>
    admit(certificateSigning(mayDo), request(status), { old: request(old), subresource: 'status' });
  const failed = { conditions: [{ type: 'Failed', status: 'True' }] };

  it('lets sign, and say that it failed, who has the right for the signer, or for its domain', async () => {
    for (const name of [signerName, 'example.com/*']) {
      const { mayDo } = holding(right('sign', name));
      expect((await sign(mayDo, { certificate: 'QQ==' })).refusal).toBeUndefined();
      expect((await sign(mayDo, failed)).refusal).toBeUndefined();
    }
  });

  it('refuses others, and goes by the signer that the request had', async () => {
    const { mayDo } = holding(right('approve', signerName), right('sign', 'example.org/*'));
    const message =
      'certificatesigningrequests.certificates.k8s.io "a" is forbidden: user not permitted to sign requests with signerName "example.com/serving"';
    expect((await sign(mayDo, { certificate: 'QQ==' })).refusal).toMatchObject({ code: 403, message });
    expect((await sign(mayDo, failed)).refusal).toMatchObject({ code: 403, message });
    const moved = request({ certificate: 'QQ==' }, { signerName: 'example.org/x' });
    const asked = { old: request(), subresource: 'status' };
    expect((await admit(certificateSigning(mayDo), moved, asked)).refusal).toMatchObject({ message });
  });

  it('asks for nothing where nothing is signed', async () => {
    const { asked, mayDo } = holding();
    expect((await sign(mayDo, failed, failed)).refusal).toBeUndefined();
    expect(asked).toEqual([]);
  });
});

describe('CertificateSubjectRestriction', () => {
  /** By OpenSSL, of `/CN=jane/O=devs/O=system:masters`. */
  const masters = `-----BEGIN CERTIFICATE REQUEST-----
MIHxMIGZAgEAMDcxDTALBgNVBAMMBGphbmUxDTALBgNVBAoMBGRldnMxFzAVBgNV
BAoMDnN5c3RlbTptYXN0ZXJzMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE9Hf0
KqSNgS3KmI+AZNJTMe5EX6x4Zy2Dv3a7NYS18+tDjM6vwUTjEv1kq/E2CLNHKuys
oUfSaeTqyxVDNTP7I6AAMAoGCCqGSM49BAMCA0cAMEQCIH7bVCOAPo24b1rMkPkb
xgFD31dTwybemmmucWLRSlmZAiBlVDDuZjgbA8KdzpWz6WBmkaxn6YjEEu2MGQLk
JskUEg==
-----END CERTIFICATE REQUEST-----
`;
  const ask = (signer: string, text: string) =>
    admit(
      certificateSubjectRestriction(),
      request({}, { signerName: signer, request: Buffer.from(text).toString('base64') }),
    );
  const refusals = 'certificatesigningrequests.certificates.k8s.io "a" is forbidden: ';

  it('keeps those who ask for client certificates out of system:masters', async () => {
    expect((await ask('kubernetes.io/kube-apiserver-client', masters)).refusal).toMatchObject({
      code: 403,
      message: `${refusals}use of kubernetes.io/kube-apiserver-client signer with system:masters group is not allowed`,
    });
    expect((await ask(signerName, masters)).refusal).toBeUndefined();
  });

  it('refuses what it cannot read', async () => {
    expect((await ask('kubernetes.io/kube-apiserver-client', 'hello')).refusal).toMatchObject({
      code: 403,
      message: `${refusals}failed to parse CSR: PEM block type must be CERTIFICATE REQUEST`,
    });
    expect((await ask(signerName, 'hello')).refusal).toBeUndefined();
  });
});

describe('a certificate request', () => {
  it('says who made it, whatever it said before', async () => {
    const claimed = { username: 'root', uid: '0', groups: ['system:masters'], extra: { a: ['b'] } };
    const user = { name: 'jane', uid: '7', groups: ['devs'], extra: { scopes: ['x'] } };
    const told = await admit(noteRequester, request({}, claimed), { user });
    expect(told.object['spec']).toMatchObject({
      username: 'jane',
      uid: '7',
      groups: ['devs'],
      extra: { scopes: ['x'] },
    });
    const bare = await admit(noteRequester, request({}, claimed), { user: { name: 'jo', groups: [] } });
    expect(bare.object['spec']).toEqual({ signerName, request: 'QQ==', usages: ['client auth'], username: 'jo' });
  });
});
