import { createHmac, generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

import { beforeEach, describe, expect, it } from '@jest/globals';
import { SignJWT } from 'jose';

import { bearerToken } from '../authentication/credentials.ts';
import type { FetchedDocument } from './fetch-document.ts';
import { createOidcAuthenticator, type OidcOptions } from './oidc-authenticator.ts';
import { createProvider } from './provider.ts';

const issuer = 'https://login.example.com/realm';
const nowSeconds = 1_700_000_000;

interface Key {
  readonly id: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

function makeKey(id: string): Key {
  return { id, ...generateKeyPairSync('rsa', { modulusLength: 2048 }) };
}

const first = makeKey('first');
const second = makeKey('second');
const third = makeKey('third');

let served: Key[];
let fetched: string[];
let isAway: boolean;
/** The response sent in place of the keys. */
let spoiled: FetchedDocument | undefined;
/** Resolves before keys are answered with. */
let gate: Promise<void> | undefined;
let cooldownMs: number;
let seconds: number;
let told: Record<string, unknown>;
beforeEach(() => {
  served = [first];
  fetched = [];
  isAway = false;
  spoiled = undefined;
  gate = undefined;
  cooldownMs = 0;
  seconds = nowSeconds;
  told = { issuer, jwks_uri: 'https://login.example.com/keys' };
});

function open(changes: Partial<OidcOptions> = {}) {
  const fetchDocument = async (url: string): Promise<FetchedDocument> => {
    fetched.push(url);
    if (isAway) throw new Error('away');
    if (url.endsWith('/.well-known/openid-configuration')) return { status: 200, text: JSON.stringify(told) };
    if (spoiled !== undefined) return spoiled;
    await gate;
    const keys = served.map(({ id, publicKey }) => ({ ...publicKey.export({ format: 'jwk' }), kid: id, use: 'sig' }));
    return { status: 200, text: JSON.stringify({ keys }) };
  };
  const authenticator = createOidcAuthenticator({
    issuer,
    clientId: 'cluster',
    algorithms: ['RS256'],
    provider: createProvider({ issuer, fetchDocument, cooldownMs, now: () => seconds * 1000 }),
    usernameClaim: 'sub',
    usernamePrefix: `${issuer}#`,
    groupsPrefix: '',
    requiredClaims: new Map(),
    apiAudiences: ['api'],
    now: () => seconds * 1000,
    ...changes,
  });
  return async (text: string, audiences = ['api']) => authenticator.authenticate(bearerToken(text), audiences);
}

const good = { iss: issuer, aud: 'cluster', sub: 'jane', iat: nowSeconds, exp: nowSeconds + 86_400 };

function issue(claims: Record<string, unknown> = {}, key = first): Promise<string> {
  return new SignJWT({ ...good, ...claims }).setProtectedHeader({ alg: 'RS256', kid: key.id }).sign(key.privateKey);
}

/** As some providers do that have several keys all the same. */
function issueWithoutId(claims: Record<string, unknown>, key: Key): Promise<string> {
  return new SignJWT({ ...good, ...claims }).setProtectedHeader({ alg: 'RS256' }).sign(key.privateKey);
}

describe('the token of an OpenID provider', () => {
  it('names its user, with a prefix that no other user has', async () => {
    expect(await open()(await issue())).toEqual({
      outcome: 'known',
      user: { name: `${issuer}#jane`, groups: ['system:authenticated'] },
      audiences: ['api'],
    });
  });

  it('may name the user and the groups by other claims', async () => {
    const present = open({ usernameClaim: 'email', usernamePrefix: '', groupsClaim: 'roles', groupsPrefix: 'oidc:' });
    expect(await present(await issue({ email: 'j@example.com', roles: ['a', 'b'] }))).toMatchObject({
      user: { name: 'j@example.com', groups: ['oidc:a', 'oidc:b', 'system:authenticated'] },
    });
    expect(await present(await issue({ email: 'j@example.com', roles: 'a' }))).toMatchObject({
      user: { groups: ['oidc:a', 'system:authenticated'] },
    });
    for (const claims of [
      {},
      { email: '' },
      { email: 'j@example.com', email_verified: false },
      { email: 'j@example.com', email_verified: 'true' },
      { email: 'j@example.com', email_verified: null },
      { email: null },
      { email: 'j@example.com', roles: 7 },
    ]) {
      expect(await present(await issue(claims))).toMatchObject({ outcome: 'refused' });
    }
  });

  it('may have null for no groups', async () => {
    const present = open({ groupsClaim: 'groups', groupsPrefix: 'oidc:' });
    expect(await present(await issue({ groups: null }))).toMatchObject({ user: { groups: ['system:authenticated'] } });
  });

  it('has to have the claims that are required', async () => {
    const present = open({ requiredClaims: new Map([['team', 'x']]) });
    expect(await present(await issue({ team: 'x' }))).toMatchObject({ outcome: 'known' });
    expect(await present(await issue({ team: 'y' }))).toMatchObject({ outcome: 'refused' });
    expect(await open({ usernameClaim: '__proto__' })(await issue())).toMatchObject({ outcome: 'refused' });
  });

  it('is refused where it is for others, has ended, or has not begun', async () => {
    const present = open();
    for (const claims of [
      { aud: 'other' },
      { aud: [] },
      { exp: nowSeconds },
      { exp: undefined },
      { nbf: nowSeconds + 60 },
      { exp: 'later' },
    ]) {
      expect(await present(await issue(claims))).toMatchObject({ outcome: 'refused' });
    }
    expect(await present(await issue(), ['other'])).toEqual({ outcome: 'unknown' });
  });

  it('ends when it says, also where it was good a moment ago', async () => {
    const present = open();
    const token = await issue({ exp: nowSeconds + 3 });
    expect(await present(token)).toMatchObject({ outcome: 'known' });
    seconds += 3;
    expect(await present(token)).toMatchObject({ outcome: 'refused' });
  });

  it('is left to others where it is none of theirs', async () => {
    const present = open();
    for (const text of ['x', 'a.b.c', await issue({ iss: 'https://elsewhere' })]) {
      expect(await present(text)).toEqual({ outcome: 'unknown' });
    }
    expect(fetched).toEqual([]);
  });

  it('is refused where its signature is by no key of theirs, or by none at all', async () => {
    const present = open();
    const stranger = makeKey('first');
    expect(await present(await issue({}, stranger))).toMatchObject({ outcome: 'refused' });
    const [, payload] = (await issue()).split('.');
    const header = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    expect(await present(`${header({ alg: 'none' })}.${payload ?? ''}.`)).toMatchObject({ outcome: 'refused' });
    const data = `${header({ alg: 'HS256', kid: 'first' })}.${payload ?? ''}`;
    const pem = first.publicKey.export({ type: 'spki', format: 'pem' });
    const mac = createHmac('sha256', pem).update(data).digest('base64url');
    expect(await present(`${data}.${mac}`)).toMatchObject({ outcome: 'refused' });
  });
});

describe('the keys of an OpenID provider', () => {
  it('are fetched once, and again when a token names another one', async () => {
    const present = open();
    await present(await issue());
    await present(await issue({ sub: 'joe' }));
    expect(fetched).toHaveLength(2);
    served = [second];
    expect(await present(await issue({ sub: 'jim' }, second))).toMatchObject({ outcome: 'known' });
    expect(fetched).toHaveLength(3);
    seconds += 60;
    expect(await present(await issue({}, first))).toMatchObject({ outcome: 'refused' });
  });

  it('are looked for again once the provider is back', async () => {
    const present = open();
    isAway = true;
    expect(await present(await issue())).toMatchObject({ outcome: 'refused', isPassing: true });
    isAway = false;
    expect(await present(await issue())).toMatchObject({ outcome: 'known' });
  });

  it('are not taken from a provider that says it is another one, or keeps them in the open', async () => {
    told = { ...told, issuer: 'https://evil.example.com' };
    expect(await open()(await issue())).toMatchObject({ outcome: 'refused' });
    told = { issuer, jwks_uri: 'http://login.example.com/keys' };
    expect(await open()(await issue())).toMatchObject({ outcome: 'refused' });
  });

  it('count for as long as the provider is away, and are looked for beside the requests', async () => {
    const present = open();
    expect(await present(await issue())).toMatchObject({ outcome: 'known' });
    isAway = true;
    seconds += 3_600;
    const before = fetched.length;
    expect(await present(await issue({ sub: 'joe' }))).toMatchObject({ outcome: 'known' });
    seconds += 36_000;
    expect(await present(await issue({ sub: 'jim' }))).toMatchObject({ outcome: 'known' });
    expect(fetched.length).toBeGreaterThan(before);
    isAway = false;
    seconds += 60;
    await present(await issue({ sub: 'ann' }));
    served = [second];
    expect(await present(await issue({ sub: 'joe' }, second))).toMatchObject({ outcome: 'known' });
  });

  it('are refreshed after a while without a request that waits for it', async () => {
    const present = open();
    await present(await issue());
    let opens: () => void = () => undefined;
    gate = new Promise((resolve) => (opens = resolve));
    served = [second];
    seconds += 3_600;
    expect(await present(await issue({ sub: 'joe' }))).toMatchObject({ outcome: 'known' });
    const renewed = present(await issue({ sub: 'jim' }, second));
    opens();
    expect(await renewed).toMatchObject({ outcome: 'known' });
    expect(await present(await issue({ sub: 'ann' }))).toMatchObject({ outcome: 'refused' });
  });

  it.each([
    { status: 500, text: '' },
    { status: 204, text: '' },
    { status: 200, text: '' },
    { status: 200, text: '{"keys":[{"kty":"RSA",' },
    { status: 200, text: '{}' },
    { status: 200, text: 'null' },
  ])('stay as they were where the provider answers with %j', async (answer) => {
    const present = open();
    await present(await issue());
    spoiled = answer;
    seconds += 3_600;
    expect(await present(await issue({ sub: 'joe' }))).toMatchObject({ outcome: 'known' });
    expect(await present(await issue({}, second))).toMatchObject({ outcome: 'refused' });
    expect(await present(await issue({ sub: 'jim' }))).toMatchObject({ outcome: 'known' });
  });

  it('are all tried where a token names none', async () => {
    served = [first, second];
    const present = open();
    expect(await present(await issueWithoutId({}, first))).toMatchObject({ outcome: 'known' });
    expect(await present(await issueWithoutId({ sub: 'joe' }, second))).toMatchObject({ outcome: 'known' });
    expect(await present(await issueWithoutId({}, third))).toMatchObject({ outcome: 'refused' });
    expect(await present(await issueWithoutId({ aud: 'other' }, second))).toMatchObject({ outcome: 'refused' });
    served = [third];
    expect(await present(await issueWithoutId({ sub: 'jim' }, third))).toMatchObject({ outcome: 'known' });
  });

  it('are not asked for more often than agreed, whatever tokens name', async () => {
    cooldownMs = 1_000;
    const present = open();
    await present(await issue());
    const before = fetched.length;
    seconds += 2;
    const strangers = Array.from({ length: 20 }, (_, index) => issue({}, { ...second, id: `stranger-${index}` }));
    const answers = await Promise.all((await Promise.all(strangers)).map((text) => present(text)));
    expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['refused']));
    expect(fetched).toHaveLength(before + 1);
    served = [first, second];
    expect(await present(await issue({}, second))).toMatchObject({ outcome: 'refused' });
    seconds += 2;
    expect(await present(await issue({}, second))).toMatchObject({ outcome: 'known' });
    expect(fetched).toHaveLength(before + 2);
  });
});
