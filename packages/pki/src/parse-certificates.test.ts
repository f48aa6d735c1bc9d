import 'reflect-metadata';
import { webcrypto } from 'node:crypto';

import { beforeAll, describe, expect, it } from '@jest/globals';

import { X509CertificateGenerator } from '@peculiar/x509';

import { issueAuthority, issueLeaf } from './issue.ts';
import type { KeyPair } from './issue.ts';
import { parseCertificates, parseServingPair, parseSigningPair } from './parse-certificates.ts';

let authority: KeyPair;
let leaf: KeyPair;
beforeAll(async () => {
  const now = new Date();
  authority = await issueAuthority('test', now, 1);
  leaf = await issueLeaf(authority, { subject: { commonName: 'x' }, usage: 'server', now, days: 1 });
});

const wrong = (label: string) => `-----BEGIN ${label}-----\nAAAA\n-----END ${label}-----\n`;

describe('a file of certificates', () => {
  it('may hold several, and other blocks beside them', () => {
    const all = parseCertificates([`${leaf.privateKey}\n${leaf.certificate}\n${authority.certificate}\n`]);
    expect(all.ok && all.value.map(({ subject }) => subject)).toEqual(['CN=x', 'CN=test']);
  });

  it('has to hold one at least, each of which can be read', () => {
    expect(parseCertificates([leaf.privateKey])).toEqual({ ok: false, message: 'there is no certificate in it' });
    const second = parseCertificates([`# ours\n${authority.certificate}\n${wrong('CERTIFICATE')}`]);
    const lines = authority.certificate.split('\n').length;
    expect(second).toMatchObject({
      ok: false,
      line: lines + 2,
      message: expect.stringMatching(/^this is no certificate: /),
    });
  });
});

describe('a certificate and its key', () => {
  it('have to belong together', () => {
    expect(parseServingPair([leaf.certificate, leaf.privateKey])).toMatchObject({ ok: true });
    expect(parseServingPair([leaf.certificate, `\n${authority.privateKey}`])).toEqual({
      ok: false,
      at: 1,
      line: 2,
      message: 'this is not the key of the certificate',
    });
  });

  it('are refused with where they are wrong', () => {
    const noKey = { ok: false, at: 1, message: 'there is no private key in it' };
    expect(parseServingPair([leaf.certificate, authority.certificate])).toEqual(noKey);
    expect(parseServingPair([leaf.certificate, wrong('PRIVATE KEY')])).toMatchObject({ ok: false, at: 1, line: 1 });
    expect(parseServingPair([wrong('CERTIFICATE'), leaf.privateKey])).toMatchObject({ ok: false, line: 1 });
  });
});

describe('a certificate and a key to sign with', () => {
  it('are read as a pair', () => {
    expect(parseSigningPair([authority.certificate, authority.privateKey])).toEqual({ ok: true, value: authority });
  });

  it('are refused where certificates are not signed with such a key', async () => {
    const keys = (await webcrypto.subtle.generateKey({ name: 'Ed25519' }, true, [
      'sign',
      'verify',
    ])) as webcrypto.CryptoKeyPair;
    const made = await X509CertificateGenerator.createSelfSigned({
      name: 'CN=edwards',
      keys,
      signingAlgorithm: { name: 'Ed25519' },
    });
    const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
    const privateKey = `-----BEGIN PRIVATE KEY-----\n${der}\n-----END PRIVATE KEY-----\n`;
    const message = 'a key of the kind ed25519 signs no certificates here';
    expect(parseSigningPair([made.toString('pem'), privateKey])).toEqual({ ok: false, at: 1, message });
  });
});
