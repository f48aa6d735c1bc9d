import { describe, expect, it } from '@jest/globals';
import type { RequestAttributes } from '@keelson/meta';

import { impersonate } from './impersonate.ts';
import type { Impersonation } from './impersonate.ts';

const caller = { name: 'dave', groups: ['ops', 'system:authenticated'] };
const none: Impersonation = { user: 'alice', groups: [], extra: [] };

/** Allows all but what is refused, and remembers what was asked. */
function setUp(refused?: string) {
  const asked: string[] = [];
  const authorizer = {
    authorize: (_user: unknown, attributes: RequestAttributes) => {
      if (attributes.kind !== 'resource') throw new Error('not a resource');
      const { verb, group, resource, subresource, namespace, name } = attributes;
      const question = `${verb} ${resource}/${subresource}.${group} ${namespace}/${name}`;
      asked.push(question);
      return { verdict: question === refused ? ('noOpinion' as const) : ('allow' as const) };
    },
  };
  return { asked, impersonator: { authorizer, domain: 'k8s.io' } };
}

async function become(wish: Partial<Impersonation>) {
  const result = await impersonate(setUp().impersonator, caller, { ...none, ...wish });
  return result.ok ? result.user : undefined;
}

describe('acting as somebody else', () => {
  it('asks for everything by itself', async () => {
    const { asked, impersonator } = setUp();
    const wish = {
      user: 'alice',
      groups: ['a', 'b'],
      uid: 'u',
      extra: [
        ['scopes', 'x'],
        ['scopes', 'y'],
      ],
    } as const;
    expect(await impersonate(impersonator, caller, wish)).toEqual({
      ok: true,
      user: { name: 'alice', uid: 'u', groups: ['a', 'b', 'system:authenticated'], extra: { scopes: ['x', 'y'] } },
    });
    expect(asked).toEqual([
      'impersonate users/. /alice',
      'impersonate groups/. /a',
      'impersonate groups/. /b',
      'impersonate userextras/scopes.authentication.k8s.io /x',
      'impersonate userextras/scopes.authentication.k8s.io /y',
      'impersonate uids/.authentication.k8s.io /u',
    ]);
  });

  it('is refused as a whole when a part of it is', async () => {
    const { impersonator } = setUp('impersonate groups/. /system:masters');
    expect(await impersonate(impersonator, caller, { ...none, groups: ['a', 'system:masters'] })).toMatchObject({
      ok: false,
      attributes: { resource: 'groups', name: 'system:masters' },
    });
  });

  it('asks for service accounts as such, where they are', async () => {
    const { asked, impersonator } = setUp();
    await impersonate(impersonator, caller, { ...none, user: 'system:serviceaccount:ns:sa' });
    expect(asked).toEqual(['impersonate serviceaccounts/. ns/sa']);
  });

  it('takes what only begins like a service account for a user', async () => {
    for (const user of ['system:serviceaccount:bad', 'system:serviceaccount:a:b:c', 'system:serviceaccount:A:b']) {
      const { asked, impersonator } = setUp();
      await impersonate(impersonator, caller, { ...none, user });
      expect(asked).toEqual([`impersonate users/. /${user}`]);
    }
  });

  it('gives the groups that go with the name, and only those that were wished for where there are some', async () => {
    expect(await become({})).toMatchObject({ groups: ['system:authenticated'] });
    expect(await become({ user: 'system:serviceaccount:ns:sa' })).toMatchObject({
      groups: ['system:serviceaccounts', 'system:serviceaccounts:ns', 'system:authenticated'],
    });
    expect(await become({ user: 'system:serviceaccount:ns:sa', groups: ['x'] })).toMatchObject({
      groups: ['x', 'system:authenticated'],
    });
    expect(await become({ user: 'system:anonymous' })).toMatchObject({ groups: ['system:unauthenticated'] });
    expect(await become({ groups: ['system:unauthenticated'] })).toMatchObject({ groups: ['system:unauthenticated'] });
    expect(await become({ groups: ['system:authenticated', 'a'] })).toMatchObject({
      groups: ['system:authenticated', 'a'],
    });
  });
});
