import { describe, expect, it } from '@jest/globals';
import type { RequestAttributes } from '@keelson/meta';

import { anonymousUser } from '../user.ts';
import { alwaysAllow, alwaysDeny, mastersAuthorizer, openPathsAuthorizer } from './fixed.ts';
import { unionAuthorizer } from './union.ts';

const master = { name: 'root', groups: ['system:masters'] };
const alice = { name: 'alice', groups: ['devs'] };
const place = { group: '', version: 'v1', resource: 'secrets', subresource: '', namespace: 'a', name: 'b' };
const getSecret: RequestAttributes = { kind: 'resource', verb: 'get', ...place };
const getHealth: RequestAttributes = { kind: 'path', verb: 'get', path: '/healthz' };

const authorizer = unionAuthorizer([mastersAuthorizer, openPathsAuthorizer(['/healthz'])]);

describe('authorization', () => {
  it('lets masters do everything and nobody else anything', async () => {
    expect(await authorizer.authorize(master, getSecret)).toMatchObject({ verdict: 'allow' });
    expect(await authorizer.authorize(alice, getSecret)).toMatchObject({ verdict: 'noOpinion' });
  });

  it('lets everyone ask whether the server is well, and change nothing there', async () => {
    expect(await authorizer.authorize(anonymousUser, getHealth)).toMatchObject({ verdict: 'allow' });
    expect(await authorizer.authorize(anonymousUser, { ...getHealth, verb: 'post' })).toMatchObject({
      verdict: 'noOpinion',
    });
    expect(await authorizer.authorize(anonymousUser, { ...getHealth, path: '/healthz/etcd' })).toMatchObject({
      verdict: 'noOpinion',
    });
  });

  it('goes by the first with an opinion, and gathers the reasons of those without', async () => {
    expect(await unionAuthorizer([alwaysDeny, alwaysAllow]).authorize(alice, getSecret)).toMatchObject({
      verdict: 'allow',
    });
    expect(await unionAuthorizer([alwaysDeny]).authorize(alice, getSecret)).toEqual({
      verdict: 'noOpinion',
      reason: 'Everything is forbidden.',
    });
  });
});
