import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { bearerToken, digestOf } from '../authentication/credentials.ts';
import type { LiveObject } from './account-directory.ts';
import { issueSecretToken, issueToken } from './issue-token.ts';
import { splitServiceAccountUser } from './service-account-name.ts';
import { printClaims, readClaims, type TokenClaims } from './token-claims.ts';
import { signingKeyOf, tokenKeysOf, verifyingKeyOf, type TokenKeys, type VerifyingKey } from './token-keys.ts';
import { createServiceAccountAuthenticator } from './verify-token.ts';

const issuer = 'https://kubernetes.default.svc';
const api = [issuer];
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const nowSeconds = 1_700_000_000;

const claims: TokenClaims = {
  issuer,
  audiences: api,
  issuedAt: nowSeconds,
  notBefore: nowSeconds,
  expiresAt: nowSeconds + 3600,
  account: { namespace: 'ns', name: 'sa' },
  accountUid: 'u-1',
};

function signer(key: KeyObject): VerifyingKey {
  const own = signingKeyOf(key);
  if (typeof own === 'string') throw new Error(own);
  return own;
}

let keys: TokenKeys;
let objects: Map<string, LiveObject>;
let seconds: number;
beforeEach(() => {
  keys = tokenKeysOf(
    signer(rsa.privateKey),
    [signer(ec.privateKey)].map(({ key }) => verifyingKeyOf(key)).filter(isKey),
  );
  objects = new Map([
    ['account ns/sa', { uid: 'u-1' }],
    ['pod ns/p', { uid: 'p-1' }],
  ]);
  seconds = nowSeconds;
});

function isKey(key: VerifyingKey | string): key is VerifyingKey {
  return typeof key !== 'string';
}

/** Answers from memory, or later. */
function authenticator({ isSlow = false } = {}) {
  const find = (what: string, { namespace, name }: { namespace: string; name: string }) => {
    const found = objects.get(`${what} ${namespace}/${name}`);
    return isSlow ? Promise.resolve(found) : found;
  };
  return createServiceAccountAuthenticator({
    issuers: api,
    apiAudiences: api,
    keys: () => keys,
    directory: { account: (name) => find('account', name), bound: find },
    toldBindings: ['pod'],
    now: () => seconds * 1000,
  });
}

const issue = (changes: Partial<TokenClaims> = {}, key = signer(rsa.privateKey)) =>
  issueToken(key, { ...claims, ...changes });

async function present(text: string, audiences: readonly string[] = api) {
  return authenticator().authenticate(bearerToken(text), audiences);
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Any header over good claims. */
function forge(header: Record<string, unknown>, signature: (data: string) => Buffer): string {
  const data = `${encode(header)}.${encode(printClaims(claims))}`;
  return `${data}.${signature(data).toString('base64url')}`;
}

describe('the token of a service account', () => {
  it('names the account and its groups', async () => {
    expect(await present(await issue())).toEqual({
      outcome: 'known',
      user: {
        name: 'system:serviceaccount:ns:sa',
        uid: 'u-1',
        groups: ['system:serviceaccounts', 'system:serviceaccounts:ns', 'system:authenticated'],
      },
      audiences: api,
    });
  });

  it('tells of the pod it is bound to', async () => {
    const bound = { binding: 'pod', name: 'p', uid: 'p-1' };
    expect(await present(await issue({ bound }))).toMatchObject({
      user: {
        extra: { 'authentication.kubernetes.io/pod-name': ['p'], 'authentication.kubernetes.io/pod-uid': ['p-1'] },
      },
    });
  });

  it('is verified by every key that is trusted, and by its kind alone', async () => {
    expect(await present(await issue({}, signer(ec.privateKey)))).toMatchObject({ outcome: 'known' });
    const other = generateKeyPairSync('ec', { namedCurve: 'P-384' });
    expect(await present(await issue({}, signer(other.privateKey)))).toMatchObject({ outcome: 'refused' });
  });

  it('is left to others where it is none of ours', async () => {
    for (const text of ['', 'abc', 'a.b.c', await issue({ issuer: 'https://elsewhere' }), `${encode({})}.e30.x`]) {
      expect(await present(text)).toEqual({ outcome: 'unknown' });
    }
  });

  it('for others is refused, and good for these where they are asked for', async () => {
    const text = await issue({ audiences: ['vault', 'b'] });
    expect(await present(text)).toEqual({
      outcome: 'refused',
      reason: `token audiences ["vault" "b"] is invalid for the target audiences ["${issuer}"]`,
    });
    expect(await present(text, ['a', 'vault'])).toMatchObject({ outcome: 'known', audiences: ['vault'] });
  });

  it('is refused once it has ended, and before it begins', async () => {
    const { authenticate } = authenticator();
    const token = bearerToken(await issue());
    expect(await authenticate(token, api)).toMatchObject({ outcome: 'known' });
    seconds = nowSeconds + 3600;
    expect(await authenticate(token, api)).toEqual({ outcome: 'refused', reason: 'service account token has expired' });
    seconds = nowSeconds - 60;
    expect(await authenticate(token, api)).toEqual({
      outcome: 'refused',
      reason: 'service account token is not valid yet',
    });
  });

  it.each([false, true])('ends with its account, and with what it is bound to (memory is slow: %s)', async (isSlow) => {
    const { authenticate } = authenticator({ isSlow });
    const free = bearerToken(await issue());
    const bound = bearerToken(await issue({ bound: { binding: 'pod', name: 'p', uid: 'p-1' } }));
    const invalidated = { outcome: 'refused', reason: 'service account token has been invalidated' };
    expect(await authenticate(bound, api)).toMatchObject({ outcome: 'known' });
    objects.set('pod ns/p', { uid: 'p-2' });
    expect(await authenticate(bound, api)).toMatchObject({ outcome: 'refused' });
    objects.set('pod ns/p', { uid: 'p-1', endsMs: (nowSeconds + 30) * 1000 });
    expect(await authenticate(bound, api)).toMatchObject({ outcome: 'known' });
    seconds += 30;
    expect(await authenticate(bound, api)).toEqual(invalidated);
    objects.delete('pod ns/p');
    expect(await authenticate(bound, api)).toEqual(invalidated);
    expect(await authenticate(free, api)).toMatchObject({ outcome: 'known' });
    objects.set('account ns/sa', { uid: 'u-2' });
    expect(await authenticate(free, api)).toMatchObject({
      reason: 'service account UID (u-2) does not match claim (u-1)',
    });
    objects.delete('account ns/sa');
    expect(await authenticate(free, api)).toEqual({ outcome: 'refused', reason: 'serviceaccounts "sa" not found' });
  });

  it('is not good any more once its key is not trusted any more, however often it was seen', async () => {
    const { authenticate } = authenticator();
    const token = bearerToken(await issue());
    expect(await authenticate(token, api)).toMatchObject({ outcome: 'known' });
    keys = tokenKeysOf(signer(ec.privateKey), []);
    expect(await authenticate(token, api)).toMatchObject({ outcome: 'refused' });
  });
});

describe('a forged token', () => {
  const publicPem = rsa.publicKey.export({ type: 'spki', format: 'pem' });
  const { id: kid } = signer(rsa.privateKey);

  it('whose header says that nothing is signed is refused', async () => {
    for (const alg of ['none', 'None', 'NONE', '', undefined]) {
      expect(await present(forge({ alg, kid }, () => Buffer.alloc(0)))).toMatchObject({ outcome: 'refused' });
    }
  });

  it('that is signed with the public key as if it were a secret is refused', async () => {
    for (const hash of ['256', '384', '512']) {
      const text = forge({ alg: `HS${hash}`, kid }, (data) =>
        createHmac(`sha${hash}`, publicPem).update(data).digest(),
      );
      expect(await present(text)).toMatchObject({ outcome: 'refused' });
    }
  });

  it('that is signed with the right key by another algorithm is refused', async () => {
    const text = forge({ alg: 'RS512', kid }, (data) => sign('sha512', Buffer.from(data), rsa.privateKey));
    expect(await present(text)).toMatchObject({ outcome: 'refused' });
  });

  it('that brings its own key is refused', async () => {
    const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const jwk = own.publicKey.export({ format: 'jwk' });
    for (const header of [
      { jwk },
      { jku: 'https://evil.example.com' },
      { x5u: 'https://evil.example.com' },
      { kid: '../../x' },
    ]) {
      const text = forge({ alg: 'RS256', kid, ...header }, (data) => sign('sha256', Buffer.from(data), own.privateKey));
      expect(await present(text)).toMatchObject({ outcome: 'refused' });
    }
  });

  it('is refused whichever letter of it is changed', async () => {
    const text = await issue();
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length - 1), fc.constantFrom('A', 'b', '-', '.', ' '), async (at, letter) => {
        fc.pre(text[at] !== letter);
        const changed = `${text.slice(0, at)}${letter}${text.slice(at + 1)}`;
        // The last letter of a part carries bits that do not count.
        const isSame = changed.split('.').every((part, index) => {
          return Buffer.from(part, 'base64url').equals(Buffer.from(text.split('.')[index] ?? '', 'base64url'));
        });
        fc.pre(!isSame);
        expect(await present(changed)).not.toMatchObject({ outcome: 'known' });
      }),
      { numRuns: 200 },
    );
  });
});

describe('a key', () => {
  it('has one algorithm, by its kind', () => {
    expect(signer(rsa.privateKey).algorithm).toBe('RS256');
    for (const [curve, algorithm] of [
      ['P-256', 'ES256'],
      ['P-384', 'ES384'],
      ['P-521', 'ES512'],
    ] as const) {
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: curve });
      expect(signer(privateKey).algorithm).toBe(algorithm);
    }
  });

  it('that is too weak, or of no use, is refused', () => {
    expect(verifyingKeyOf(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey)).toContain('2048 bits');
    expect(verifyingKeyOf(generateKeyPairSync('ed25519').publicKey)).toContain('neither RSA nor');
    expect(signingKeyOf(rsa.publicKey)).toBe('this is no private key');
  });
});

describe('claims', () => {
  it('are read as they were printed', () => {
    const bound = { binding: 'secret', name: 's', uid: 'x' };
    for (const each of [claims, { ...claims, bound }]) expect(readClaims(printClaims(each))).toEqual(each);
  });

  it('that are none of ours, or do not fit together, are not read', () => {
    const printed = printClaims(claims);
    const own = printed['kubernetes.io'] as object;
    for (const changed of [
      { sub: 'system:serviceaccount:kube-system:sa' },
      { 'kubernetes.io': undefined },
      { 'kubernetes.io': { ...own, serviceaccount: 'sa' } },
      { 'kubernetes.io': { ...own, node: { name: 'n' } } },
      { 'kubernetes.io': { ...own, pod: { name: 'p', uid: '1' }, secret: { name: 's', uid: '1' } } },
      { exp: 'never' },
      { aud: [1] },
    ]) {
      expect(readClaims({ ...printed, ...changed })).toBeUndefined();
    }
  });
});

describe('the name of a user', () => {
  it('is that of a service account only if both parts could be', () => {
    expect(splitServiceAccountUser('system:serviceaccount:ns:a.b')).toEqual({ namespace: 'ns', name: 'a.b' });
    for (const user of ['system:serviceaccount:', 'system:serviceaccount:a:', 'system:serviceaccount:a:b:c', 'alice']) {
      expect(splitServiceAccountUser(user)).toBeUndefined();
    }
  });
});

describe('the token that a Secret keeps', () => {
  const secretClaims = { account: claims.account, accountUid: 'u-1', secret: 't' };
  const keep = (text: string) => objects.set('secret ns/t', { uid: 's-1', tokenDigest: digestOf(text) });

  it('is good for this API, for as long as its account and its Secret have it', async () => {
    const text = await issueSecretToken(signer(rsa.privateKey), secretClaims);
    const { authenticate } = authenticator();
    const token = bearerToken(text);
    expect(await authenticate(token, api)).toMatchObject({ outcome: 'refused' });
    keep(text);
    expect(await authenticate(token, api)).toMatchObject({
      outcome: 'known',
      user: { name: 'system:serviceaccount:ns:sa', uid: 'u-1' },
      audiences: api,
    });
    expect(await authenticate(token, ['vault'])).toMatchObject({ outcome: 'refused' });
    seconds += 1_000_000_000;
    expect(await authenticate(token, api)).toMatchObject({ outcome: 'known' });
    keep('another');
    expect(await authenticate(token, api)).toEqual({
      outcome: 'refused',
      reason: "token does not match server's copy",
    });
    keep(text);
    objects.set('account ns/sa', { uid: 'u-2' });
    expect(await authenticate(token, api)).toMatchObject({ outcome: 'refused' });
  });

  it('has the claims that kube-apiserver 1.24 gives it', async () => {
    const text = await issueSecretToken(signer(rsa.privateKey), secretClaims);
    expect(JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString())).toEqual({
      iss: 'kubernetes/serviceaccount',
      'kubernetes.io/serviceaccount/namespace': 'ns',
      'kubernetes.io/serviceaccount/secret.name': 't',
      'kubernetes.io/serviceaccount/service-account.name': 'sa',
      'kubernetes.io/serviceaccount/service-account.uid': 'u-1',
      sub: 'system:serviceaccount:ns:sa',
    });
  });
});
