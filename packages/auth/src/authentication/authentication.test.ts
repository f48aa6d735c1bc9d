import { describe, expect, it } from '@jest/globals';

import { createAuthenticate } from './chain.ts';
import { clientCertificateAuthenticator } from './client-certificate.ts';
import { parseTokenFile } from './token-file.ts';
import type { Authenticator } from './authenticator.ts';

function tokens(text: string): Authenticator {
  const file = parseTokenFile(text);
  if (!file.ok) throw new Error(file.message);
  return file.authenticator;
}

const file = tokens('tok-admin,admin,1,"system:masters"\ntok-alice,alice,2,"devs,ops"\ntok-bob,bob,3\n\n');
const authenticate = createAuthenticate({
  authenticators: [clientCertificateAuthenticator, file],
  allowsAnonymous: true,
});

describe('a token file', () => {
  it('tells users by their tokens, with their groups', async () => {
    expect(await authenticate({ bearerToken: 'tok-alice' })).toEqual({
      name: 'alice',
      uid: '2',
      groups: ['devs', 'ops', 'system:authenticated'],
    });
    expect(await authenticate({ bearerToken: 'tok-bob' })).toMatchObject({ groups: ['system:authenticated'] });
  });

  it('lets nobody in with a token it does not hold, not even anonymously', async () => {
    for (const bearerToken of ['tok', 'tok-admin ', 'TOK-ADMIN', '']) {
      expect(await authenticate({ bearerToken })).toBeUndefined();
    }
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
    expect(parseTokenFile(',u,1\n')).toMatchObject({ message: 'the token is empty' });
  });
});

describe('a client certificate', () => {
  it('names the user and the groups', async () => {
    const certificateSubject = { commonName: 'carol', organizations: ['system:masters'] };
    expect(await authenticate({ certificateSubject })).toEqual({
      name: 'carol',
      groups: ['system:masters', 'system:authenticated'],
    });
  });

  it('without a name is nobody', async () => {
    expect(await authenticate({ certificateSubject: { commonName: '', organizations: ['x'] } })).toBeUndefined();
  });
});

describe('a caller without credentials', () => {
  it('is anonymous where that is allowed, and nobody elsewhere', async () => {
    expect(await authenticate({})).toEqual({ name: 'system:anonymous', groups: ['system:unauthenticated'] });
    const strict = createAuthenticate({ authenticators: [file], allowsAnonymous: false });
    expect(await strict({})).toBeUndefined();
  });
});
