import { createHash } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';

import type { TokenAuthenticator } from './authenticator.ts';
import { forApi, refuseCredentials, unknown } from './authenticator.ts';
import { createAuthenticate } from './chain.ts';
import { bearerToken } from './credentials.ts';
import { parseTokenFile } from './token-file.ts';
import { createTokenReader } from './token-reader.ts';

const api = ['https://api'];

function tokenFile(text: string): TokenAuthenticator {
  const file = parseTokenFile(text);
  if (!file.ok) throw new Error(file.message);
  return forApi(api, ({ digest }) => file.users.get(digest));
}

const file = tokenFile('tok-admin,admin,1,"system:masters"\ntok-alice,alice,2,"devs,ops"\ntok-bob,bob,3\n\n');
const tokens = createTokenReader([file], api);
const authenticate = createAuthenticate({ tokens, allowsAnonymous: true });
const present = (text: string) => authenticate({ bearerToken: bearerToken(text) });

describe('a token file', () => {
  it('tells users by their tokens, with their groups', async () => {
    expect(await present('tok-alice')).toEqual({
      name: 'alice',
      uid: '2',
      groups: ['devs', 'ops', 'system:authenticated'],
    });
    expect(await present('tok-bob')).toMatchObject({ groups: ['system:authenticated'] });
  });

  it('lets nobody in with a token it does not hold, not even anonymously', async () => {
    for (const text of ['tok', 'tok-admin ', 'TOK-ADMIN', '', '__proto__', 'constructor']) {
      expect(await present(text)).toBeUndefined();
    }
  });

  it('keeps no token, and nothing that a guesser could work towards step by step', () => {
    const parsed = parseTokenFile('tok-alice,alice,2\ntok-alicf,alicf,3\n');
    const keys = parsed.ok ? [...parsed.users.keys()] : [];
    expect(keys).toHaveLength(2);
    for (const key of keys) expect(key).not.toContain('tok');
    // An unkeyed digest can be computed by anyone, who could then time how much of it matches.
    const plain = createHash('sha256').update('tok-alice').digest();
    expect(keys.map((key) => Buffer.from(key, 'base64').equals(plain))).toEqual([false, false]);
    expect(keys[0]?.slice(0, 8)).not.toBe(keys[1]?.slice(0, 8));
  });

  it('says which line is wrong, without what is in it', () => {
    expect(parseTokenFile('secret-token\n')).toEqual({
      ok: false,
      line: 1,
      message: 'a token, a user name and a uid are needed, separated by commas',
    });
    expect(parseTokenFile('t,u,1\nt,u,1,"open\n')).toMatchObject({
      ok: false,
      line: 2,
      message: 'a quote is not closed',
    });
    for (const text of ['', '\n', ' \n\n']) {
      expect(parseTokenFile(text)).toEqual({ ok: false, message: 'there is no token in it' });
    }
    expect(parseTokenFile(',u,1\n')).toMatchObject({ message: 'the token is empty' });
  });
});

describe('a reader of tokens', () => {
  const alice = { name: 'alice', groups: [] };
  const knows: TokenAuthenticator = { authenticate: () => ({ outcome: 'known', user: alice, audiences: api }) };
  const knowsLater: TokenAuthenticator = { authenticate: (...asked) => Promise.resolve(knows.authenticate(...asked)) };
  const isWrong = (reason: string): TokenAuthenticator => ({ authenticate: () => refuseCredentials(reason) });
  const later: TokenAuthenticator = { authenticate: () => Promise.resolve(unknown) };
  const read = (...authenticators: TokenAuthenticator[]) =>
    createTokenReader(authenticators, api).read(bearerToken('t'));

  it('goes by the first who knows a token, also where others took it for wrong', async () => {
    expect(await read(later, isWrong('too old'), later, knowsLater)).toEqual({
      ok: true,
      user: { name: 'alice', groups: ['system:authenticated'] },
      audiences: api,
    });
  });

  it('answers at once where everybody does', () => {
    expect(read(isWrong('too old'), knows)).toMatchObject({ ok: true });
  });

  it('gathers why a token is not good', async () => {
    expect(await read()).toEqual({ ok: false, error: 'invalid bearer token' });
    expect(await read(later)).toEqual({ ok: false, error: 'invalid bearer token' });
    expect(await read(isWrong('too old'), later)).toEqual({ ok: false, error: 'too old' });
    expect(await read(isWrong('a'), isWrong('b'), isWrong('a'))).toEqual({ ok: false, error: '[a, b]' });
  });

  it('takes tokens that say nothing of audiences as being for this API, and no other', async () => {
    const token = bearerToken('tok-bob');
    expect(await tokens.read(token)).toMatchObject({ audiences: api });
    expect(await tokens.read(token, ['x', ...api])).toMatchObject({ audiences: api });
    expect(await tokens.read(token, ['x'])).toMatchObject({ ok: false });
  });
});

describe('a client certificate', () => {
  it('names the user and the groups', async () => {
    const certificate = { commonName: 'carol', organizations: ['system:masters'] };
    expect(await authenticate({ certificate })).toEqual({
      name: 'carol',
      groups: ['system:masters', 'system:authenticated'],
    });
  });

  it('without a name, or that nobody vouches for, is not taken for none', async () => {
    expect(await authenticate({ certificate: { commonName: '', organizations: ['x'] } })).toBeUndefined();
    expect(await authenticate({ certificate: 'untrusted' })).toBeUndefined();
    expect(await authenticate({ certificate: 'untrusted', bearerToken: bearerToken('tok-bob') })).toMatchObject({
      name: 'bob',
    });
  });
});

describe('a caller whom a proxy vouches for', () => {
  it('is who the proxy says, before anything else counts', async () => {
    const proxied = { name: 'erin', groups: ['g'], extra: { scopes: ['a'] } };
    expect(await authenticate({ proxied, certificate: { commonName: 'proxy', organizations: [] } })).toEqual({
      name: 'erin',
      groups: ['g', 'system:authenticated'],
      extra: { scopes: ['a'] },
    });
  });
});

describe('a token of a WebSocket', () => {
  const later: TokenAuthenticator = { authenticate: (...asked) => Promise.resolve(file.authenticate(...asked)) };
  const slow = createAuthenticate({ tokens: createTokenReader([later], api), allowsAnonymous: true });

  it('names the user where the token in the header is that of nobody', async () => {
    const webSocketToken = bearerToken('tok-bob');
    for (const recognize of [authenticate, slow]) {
      expect(await recognize({ webSocketToken })).toMatchObject({ name: 'bob' });
      expect(await recognize({ bearerToken: bearerToken('tok'), webSocketToken })).toMatchObject({ name: 'bob' });
      expect(await recognize({ bearerToken: bearerToken('tok-alice'), webSocketToken })).toMatchObject({
        name: 'alice',
      });
    }
  });

  it('that is wrong or malformed is not taken for none', async () => {
    for (const webSocketToken of [bearerToken('tok'), 'malformed'] as const) {
      expect(await authenticate({ webSocketToken })).toBeUndefined();
      expect(await authenticate({ bearerToken: bearerToken('tok'), webSocketToken })).toBeUndefined();
      expect(await authenticate({ bearerToken: bearerToken('tok-bob'), webSocketToken })).toMatchObject({
        name: 'bob',
      });
    }
  });
});

describe('a caller without credentials', () => {
  it('is anonymous where that is allowed, and nobody elsewhere', async () => {
    expect(await authenticate({})).toEqual({ name: 'system:anonymous', groups: ['system:unauthenticated'] });
    const strict = createAuthenticate({ tokens, allowsAnonymous: false });
    expect(await strict({})).toBeUndefined();
  });
});

describe('a caller whose credentials can be read in two ways', () => {
  it('is nobody', async () => {
    expect(await authenticate({ isAmbiguous: true, bearerToken: bearerToken('tok-admin') })).toBeUndefined();
  });
});
