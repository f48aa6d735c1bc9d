import { generateKeyPairSync, type KeyObject } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';

import { parseSigningKey, parseVerifyingKeys } from './parse-keys.ts';

const pemOf = (key: KeyObject) => key.export({ type: key.type === 'public' ? 'spki' : 'pkcs8', format: 'pem' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const short = generateKeyPairSync('rsa', { modulusLength: 1024 });
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ed25519 = generateKeyPairSync('ed25519');

const [rsaPublic, ecPublic] = [String(pemOf(rsa.publicKey)), String(pemOf(p256.publicKey))];
const [rsaPrivate, ecPrivate] = [String(pemOf(rsa.privateKey)), String(pemOf(p256.privateKey))];

describe('keys that verify tokens', () => {
  it('are public or private, several in a file, of several files', () => {
    const parsed = parseVerifyingKeys([`${rsaPublic}${ecPrivate}`, ecPublic]);
    expect(parsed.ok && parsed.value).toHaveLength(3);
  });

  it('are refused with the file and the line where one cannot be used', () => {
    expect(parseVerifyingKeys([rsaPublic, 'hello'])).toMatchObject({
      ok: false,
      at: 1,
      message: 'there is no key in it',
    });
    const lines = rsaPublic.split('\n').length;
    const second = parseVerifyingKeys([`${rsaPublic}${String(pemOf(ed25519.publicKey))}`]);
    expect(second).toMatchObject({ ok: false, at: 0, line: lines });
  });
});

describe('the key that signs tokens', () => {
  it('is one private key, RSA or ECDSA', () => {
    expect(parseSigningKey([rsaPrivate])).toMatchObject({ ok: true });
    expect(parseSigningKey([ecPrivate])).toMatchObject({ ok: true });
  });

  it.each([
    [rsaPublic, { message: 'there is no key in it' }],
    [
      `${rsaPrivate}${ecPrivate}`,
      { line: rsaPrivate.split('\n').length, message: 'there are several private keys in it' },
    ],
    [String(pemOf(ed25519.privateKey)), { line: 1 }],
    [String(pemOf(short.privateKey)), { line: 1 }],
    [
      rsaPrivate.replace('MII', 'AAA'),
      { line: 1, message: expect.stringContaining('this is no key that can be used') },
    ],
  ])('is nothing else: %#', (text, expected) => {
    expect(parseSigningKey([text])).toMatchObject({ ok: false, ...expected });
  });
});
