import { describe, expect, it } from '@jest/globals';

import { create, updatePart, updateStatus, type AnyObject } from '../../testing/admit.ts';
import { changeAt, ruleCases, shortCausesOf } from '../../testing/rule-table.ts';
import { certificateSigningRequests as requests } from './certificate-signing-request.resource.ts';
import { examplePem, inBase64 } from './example-requests.fixture.ts';

const body = {
  metadata: { name: 'a' },
  spec: { request: inBase64(examplePem.ecdsa), signerName: 'x.test/s', usages: ['client auth'] },
};

const cases = `
  spec.request ⇒ spec.request: Invalid value: "": PEM block type must be CERTIFICATE REQUEST
  spec.request = "QQ==" ⇒ spec.request: Invalid value: "QQ==": PEM block type must be CERTIFICATE REQUEST
  spec.usages ⇒ spec.usages: Required value: usages must be provided
  spec.usages = ["server auth","server auth"] ⇒ spec.usages[1]: Duplicate value: "server auth"
  spec.usages = ["signing","any"] ⇒ ok
  spec.signerName ⇒ spec.signerName: Required value: signerName must be provided
  spec.signerName = "x.test" ⇒ spec.signerName: Invalid value: "x.test": must be a fully qualified domain and path of the form 'example.com/signer-name'
  spec.signerName = "x.test/a/b" ⇒ spec.signerName: Invalid value: "x.test/a/b": must be a fully qualified domain and path of the form 'example.com/signer-name'
  spec.signerName = "test/a" ⇒ spec.signerName: Invalid value: "test": should be a domain with at least two segments separated by dots
  spec.signerName = "X.test/a" ⇒ spec.signerName: Invalid value: "X.test": validating label "X": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character
  spec.signerName = "x.test/a.B" ⇒ spec.signerName: Invalid value: "a.B": validating label "B": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character
  spec.signerName = "kubernetes.io/legacy-unknown" ⇒ spec.signerName: Invalid value: "kubernetes.io/legacy-unknown": the legacy signerName is not allowed via this API version
  spec.signerName = "kubernetes.io/kubelet-serving" ⇒ ok
  spec.expirationSeconds = 599 ⇒ spec.expirationSeconds: Invalid value: 599: may not specify a duration less than 600 seconds (10 minutes)
  spec.expirationSeconds = 600 ⇒ ok
`;

describe('a certificate request', () => {
  it.each(ruleCases(cases))('with %s', (_title, ruleCase) => {
    expect(shortCausesOf(create(requests, changeAt(body, ruleCase)))).toEqual(ruleCase.causes);
  });

  it.each(['ecdsa', 'ed25519', 'rsa', 'rsaPss'] as const)('is signed with a key of %s', (kind) => {
    const request = inBase64(examplePem[kind]);
    expect(create(requests, { ...body, spec: { ...body.spec, request } }).issues).toEqual([]);
    const der = Buffer.from(examplePem[kind].replace(/-----.*-----/g, ''), 'base64');
    der[der.length - 1] = (der.at(-1) ?? 0) ^ 1;
    const label = 'CERTIFICATE REQUEST';
    const forged = inBase64(`-----BEGIN ${label}-----\n${der.toString('base64')}\n-----END ${label}-----\n`);
    expect(shortCausesOf(create(requests, { ...body, spec: { ...body.spec, request: forged } }))).toEqual([
      expect.stringMatching(/^spec\.request: .*the signature does not fit the key of the request$/),
    ]);
  });

  it('names all usages where one is unknown', () => {
    expect(shortCausesOf(create(requests, { ...body, spec: { ...body.spec, usages: ['other'] } }))).toEqual([
      expect.stringMatching(
        /^spec\.usages\[0\]: Unsupported value: "other": supported values: "any", "cert sign", .*"timestamping"$/,
      ),
    ]);
  });
});

type Conditions = readonly { readonly type: string; readonly status?: string; readonly reason?: string }[];

const approved: Conditions = [{ type: 'Approved', status: 'True', reason: 'x' }];

function requestWith(conditions: Conditions): AnyObject {
  const { object } = create(requests, body);
  return updatePart(requests, 'approval', object, { ...body, status: { conditions } }).object;
}

function decide(before: Conditions, after: Conditions): string[] {
  const change = { ...body, status: { conditions: after } };
  return shortCausesOf(updatePart(requests, 'approval', requestWith(before), change));
}

describe('a decision on a certificate request', () => {
  it.each<[string, Conditions, Conditions, string[]]>([
    ['an approval', [], approved, []],
    ['a change of an approval', approved, [{ type: 'Approved', status: 'True', reason: 'y' }], []],
    ['a condition of its own', approved, [...approved, { type: 'Other', status: 'Unknown' }], []],
    [
      'a withdrawal',
      approved,
      [],
      ['status.conditions: Forbidden: updates may not remove a condition of type "Approved"'],
    ],
    [
      'both decisions',
      approved,
      [...approved, { type: 'Denied', status: 'True' }],
      ['status.conditions[1].type: Invalid value: "Denied": Approved and Denied conditions are mutually exclusive'],
    ],
    [
      'half an approval',
      [],
      [{ type: 'Approved', status: 'False' }],
      ['status.conditions[0].status: Unsupported value: "False": supported values: "True"'],
    ],
    ['a condition without a status', [], [{ type: 'Other' }], ['status.conditions[0].status: Required value']],
    ['a condition without a type', [], [{ type: '', status: 'True' }], ['status.conditions[0].type: Required value']],
    [
      'a condition that is there twice',
      [],
      [...approved, ...approved],
      ['status.conditions[1].type: Duplicate value: "Approved"'],
    ],
  ])('may be %s, or is refused', (_title, before, after, causes) => {
    expect(decide(before, after)).toEqual(causes);
  });

  it('is left to its subresource', () => {
    const old = requestWith(approved);
    const write = (conditions: Conditions) => updateStatus(requests, old, { ...body, status: { conditions } });
    expect(shortCausesOf(write([]))).toEqual([
      'status.conditions: Forbidden: updates may not remove a condition of type "Approved"',
    ]);
    const { object, issues } = write([
      { type: 'Approved', status: 'True', reason: 'y' },
      { type: 'Failed', status: 'True' },
    ]);
    expect(issues).toEqual([]);
    expect(object).toMatchObject({ status: { conditions: [approved[0], { type: 'Failed' }] } });
  });
});

describe('the certificate of a request', () => {
  const certificate = inBase64(examplePem.certificate);
  const old = requestWith([]);
  const issue = (pem: string, to = old) =>
    updateStatus(requests, to, { ...body, status: { certificate: inBase64(pem) } });

  it.each([
    [examplePem.certificate, []],
    [`${examplePem.certificate}\n${examplePem.certificate}`, []],
    ['x', ['must contain at least one CERTIFICATE PEM block']],
    [examplePem.ecdsa, ['only CERTIFICATE PEM blocks are allowed, found "CERTIFICATE REQUEST"']],
    [examplePem.certificate.replace('MIIB', 'AAAA'), ['x509: malformed certificate']],
  ])('%#: is a chain of certificates', (pem, faults) => {
    const causes = faults.map((fault) => `status.certificate: Invalid value: "<certificate data>": ${fault}`);
    expect(shortCausesOf(issue(pem))).toEqual(causes);
  });

  it('is written once, and not with an approval', () => {
    const { object: issued } = issue(examplePem.certificate);
    expect(shortCausesOf(issue(`${examplePem.certificate}\n`, issued))).toEqual([
      'status.certificate: Forbidden: updates may not modify existing certificate content',
    ]);
    expect(shortCausesOf(updatePart(requests, 'approval', old, { ...body, status: { certificate } }))).toEqual([
      'status.certificate: Forbidden: updates may not set certificate content',
    ]);
  });
});
