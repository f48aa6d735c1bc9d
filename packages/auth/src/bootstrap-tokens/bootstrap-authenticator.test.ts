import { describe, expect, it } from '@jest/globals';

import { bearerToken } from '../authentication/credentials.ts';
import { bootstrapTokenType, createBootstrapAuthenticator, type KeptToken } from './bootstrap-authenticator.ts';

const nowMs = Date.parse('2024-05-01T00:00:00Z');
const good: KeptToken = {
  type: bootstrapTokenType,
  isGoing: false,
  data: {
    'token-id': 'abcdef',
    'token-secret': '0123456789abcdef',
    'usage-bootstrap-authentication': 'true',
    'auth-extra-groups': 'system:bootstrappers:workers,system:bootstrappers:a-b',
  },
};

async function present(text: string, kept: KeptToken | undefined = good, audiences = ['api']) {
  const find = (id: string) => (id === 'abcdef' ? kept : Promise.resolve(undefined));
  const { authenticate } = createBootstrapAuthenticator({ find, apiAudiences: ['api'], now: () => nowMs });
  return authenticate(bearerToken(text), audiences);
}

const token = 'abcdef.0123456789abcdef';
const withData = (data: Record<string, string>): KeptToken => ({ ...good, data: { ...good.data, ...data } });
const refused = { outcome: 'refused' };

describe('a bootstrap token', () => {
  it('lets somebody in as the token, in its groups', async () => {
    expect(await present(token)).toEqual({
      outcome: 'known',
      user: {
        name: 'system:bootstrap:abcdef',
        groups: [
          'system:bootstrappers',
          'system:bootstrappers:a-b',
          'system:bootstrappers:workers',
          'system:authenticated',
        ],
      },
      audiences: ['api'],
    });
  });

  it('is left to others where it does not look like one, or is not for this API', async () => {
    for (const text of ['abcdef', 'abcdef.0123', 'ABCDEF.0123456789abcdef', `${token} `, `x${token}`]) {
      expect(await present(text)).toEqual({ outcome: 'unknown' });
    }
    expect(await present(token, good, ['other'])).toEqual({ outcome: 'unknown' });
  });

  it('with the wrong secret, or that is not there, is refused with the same words', async () => {
    const answers = await Promise.all([
      present('abcdef.0123456789abcdeF'.toLowerCase().replace(/f$/, 'e')),
      present('zzzzzz.0123456789abcdef'),
      present(token, withData({ 'token-secret': '' })),
    ]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject(refused);
  });

  it('is refused once it has ended, and while it is deleted', async () => {
    expect(await present(token, withData({ expiration: '2024-05-01T00:00:01Z' }))).toMatchObject({ outcome: 'known' });
    expect(await present(token, withData({ expiration: '2024-05-01T00:00:00Z' }))).toMatchObject(refused);
    expect(await present(token, withData({ expiration: '2024-05-01T02:00:01+02:00' }))).toMatchObject({
      outcome: 'known',
    });
    expect(await present(token, { ...good, isGoing: true })).toMatchObject(refused);
  });

  it.each([
    ...['tomorrow', '2030', '2030-01-01', 'Jan 1 2030', '2030-01-01T00:00:00', '2030-01-01 00:00:00Z', '1900000000'],
    ...['2030-02-30T00:00:00Z', '2030-01-01T00:00:00Zz', ' 2030-01-01T00:00:00Z', '+102030-01-01T00:00:00Z'],
    ...['0001-01-01T00:00:00Z', '2030-01-01T24:00:00Z'],
  ])('is refused where its end is no time of RFC 3339 but %j', async (expiration) => {
    expect(await present(token, withData({ expiration }))).toMatchObject(refused);
  });

  it('is refused where it is for something else, or is of another type', async () => {
    expect(await present(token, withData({ 'usage-bootstrap-authentication': 'false' }))).toMatchObject(refused);
    expect(await present(token, { ...good, type: 'Opaque' })).toMatchObject(refused);
    expect(await present(token, withData({ 'token-id': 'ghijkl' }))).toMatchObject(refused);
  });

  it('gives no groups but those of bootstrappers', async () => {
    expect(await present(token, withData({ 'auth-extra-groups': 'system:masters' }))).toMatchObject(refused);
    expect(await present(token, withData({ 'auth-extra-groups': 'system:bootstrappers:' }))).toMatchObject(refused);
  });
});
