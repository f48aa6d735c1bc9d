import { describe, expect, it } from '@jest/globals';

import { readImpersonation } from './impersonation-headers.ts';

const read = (...rawHeaders: string[]) => readImpersonation(rawHeaders, 'k8s.io');

describe('headers that ask to act as somebody else', () => {
  it('are none where there are none, or empty ones', () => {
    expect(read('Accept', '*/*')).toEqual({ kind: 'none' });
    expect(read('Impersonate-User', '')).toEqual({ kind: 'none' });
    expect(read('Impersonate-Something', 'x')).toEqual({ kind: 'none' });
  });

  it('say who, in which groups, and with what else', () => {
    const headers = ['impersonate-USER', 'bob', 'Impersonate-Group', 'a', 'Impersonate-Group', 'b,c'];
    const extra = [
      'Impersonate-Extra-Acme.com%2Fproject',
      'p',
      'Impersonate-Extra-scopes',
      'x',
      'Impersonate-Uid',
      'u',
    ];
    expect(read(...headers, ...extra)).toEqual({
      kind: 'wish',
      impersonation: {
        user: 'bob',
        groups: ['a', 'b,c'],
        extra: [
          ['acme.com/project', 'p'],
          ['scopes', 'x'],
        ],
        uid: 'u',
      },
    });
  });

  it('may have names in UTF-8, and keys whose escapes mean nothing', () => {
    const latin1 = Buffer.from('josé').toString('latin1');
    expect(read('Impersonate-User', latin1, 'Impersonate-Extra-a%zz', 'v')).toMatchObject({
      impersonation: { user: 'josé', extra: [['a%zz', 'v']] },
    });
  });

  it('with groups, a uid or more of nobody are told so', () => {
    expect(read('Impersonate-Group', 'system:masters')).toEqual({
      kind: 'nobody',
      message: 'requested [{Group  system:masters    }] without impersonating a user',
    });
    expect(read('Impersonate-Uid', 'u-1')).toEqual({
      kind: 'nobody',
      message: 'requested [{UID  u-1  authentication.k8s.io/v1  }] without impersonating a user',
    });
    expect(read('Impersonate-Extra-Scopes', 'a')).toEqual({
      kind: 'nobody',
      message: 'requested [{UserExtra  a  authentication.k8s.io/v1  scopes}] without impersonating a user',
    });
  });

  it('that name two users are never taken for one of them', () => {
    expect(read('Impersonate-User', 'alice', 'impersonate-user', 'system:admin')).toMatchObject({ kind: 'ambiguous' });
    expect(read('Impersonate-User', 'a', 'Impersonate-Uid', '1', 'Impersonate-Uid', '2')).toMatchObject({
      kind: 'ambiguous',
    });
  });
});
