import 'reflect-metadata';
import { webcrypto } from 'node:crypto';

import { beforeAll, expect, it } from '@jest/globals';
import {
  Pkcs10CertificateRequestGenerator,
  SubjectAlternativeNameExtension,
  X509Certificate,
  type JsonGeneralNames,
} from '@peculiar/x509';

import { issueAuthority, type KeyPair } from './issue.ts';
import { signRequest } from './sign-request.ts';

const nowMs = Date.parse('2030-01-01T00:00:00Z');
const terms = { usages: ['client auth'], nowMs, seconds: 3_600 };

let authority: KeyPair;
beforeAll(async () => {
  authority = await issueAuthority('ca', new Date(nowMs), 10);
});

async function request(subject: string, names?: JsonGeneralNames): Promise<Buffer> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const extensions = names === undefined ? [] : [new SubjectAlternativeNameExtension(names)];
  const made = await Pkcs10CertificateRequestGenerator.create({
    name: subject,
    keys,
    signingAlgorithm: algorithm,
    extensions,
  });
  return Buffer.from(made.rawData);
}

it('signs alternative names of the kinds that signers look at, and no others', async () => {
  const shown: JsonGeneralNames = [
    { type: 'dns', value: 'n1' },
    { type: 'ip', value: '10.0.0.1' },
    { type: 'email', value: 'a@example.com' },
    { type: 'url', value: 'https://n1/' },
  ];
  const signed = await signRequest(
    authority,
    await request('CN=n1', [...shown, { type: 'upn', value: 'admin@example.com' }, { type: 'dn', value: 'CN=admin' }]),
    terms,
  );
  if (!signed.ok) throw new Error(signed.message);
  const names = new X509Certificate(signed.certificate).getExtension(SubjectAlternativeNameExtension)?.names;
  expect(names?.toJSON()).toEqual(shown);
});

it('signs no alternative names where none is of a kind that signers look at', async () => {
  const signed = await signRequest(authority, await request('CN=n1', [{ type: 'dn', value: 'CN=admin' }]), terms);
  if (!signed.ok) throw new Error(signed.message);
  expect(new X509Certificate(signed.certificate).getExtension(SubjectAlternativeNameExtension)).toBeNull();
});

it('refuses a subject of two common names, of which verifiers read different ones', async () => {
  const signed = await signRequest(authority, await request('CN=admin, O=system:nodes, CN=system:node:n1'), terms);
  expect(signed).toEqual({ ok: false, message: 'the subject has more than one common name' });
});
