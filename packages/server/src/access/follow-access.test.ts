import { describe, expect, it } from '@jest/globals';
import { createAccessIndex, createRbacAuthorizer } from '@keelson/auth';
import type { NamespacedName, EventHandler, ObjectVersion } from '@keelson/cache';
import type { Store } from '@keelson/registry';
import type { Resource } from '@keelson/schema';

import { followAccess } from './follow-access.ts';

function open() {
  const followers = new Map<string, EventHandler>();
  const stores = (['role', 'roleBinding'] as const).map((purpose) => {
    const kind = purpose === 'role' ? 'ClusterRole' : 'ClusterRoleBinding';
    const cache = {
      addEventHandler: (follower: EventHandler) => {
        followers.set(kind, follower);
        return () => void followers.delete(kind);
      },
    };
    return { stored: { purpose: { kind: purpose }, kind } as Resource, cache } as Partial<Store> as Store;
  });
  const index = createAccessIndex();
  const end = followAccess({ stores: () => stores }, index);
  const authorizer = createRbacAuthorizer(index);
  const path = { kind: 'path', verb: 'get', path: '/x' } as const;
  return {
    followers,
    end,
    isAllowed: () => authorizer.authorize({ name: 'alice', groups: [] }, path).verdict === 'allow',
  };
}

const named = (name: string): NamespacedName => ({ namespace: '', name });
const version = (object: unknown) => ({ value: Buffer.from(JSON.stringify(object)) }) as ObjectVersion;
const role = version({ rules: [{ verbs: ['get'], nonResourceURLs: ['/x'] }] });
const binding = version({
  roleRef: { apiGroup: 'g', kind: 'ClusterRole', name: 'r' },
  subjects: [{ kind: 'User', name: 'alice' }],
});

describe('the index of roles and bindings', () => {
  it('is what the watch cache says, change by change', () => {
    const { followers, isAllowed } = open();
    followers.get('ClusterRole')?.onState([[named('r'), role]]);
    followers.get('ClusterRoleBinding')?.onState([]);
    expect(isAllowed()).toBe(false);
    followers.get('ClusterRoleBinding')?.onChange(named('b'), binding);
    expect(isAllowed()).toBe(true);
    followers.get('ClusterRole')?.onChange(named('r'), version({ rules: null }));
    expect(isAllowed()).toBe(false);
    followers.get('ClusterRole')?.onChange(named('r'), role);
    followers.get('ClusterRoleBinding')?.onChange(named('b'), undefined);
    expect(isAllowed()).toBe(false);
  });

  it('forgets what is gone when the watch cache begins anew', () => {
    const { followers, isAllowed } = open();
    followers.get('ClusterRole')?.onState([[named('r'), role]]);
    followers.get('ClusterRoleBinding')?.onState([[named('b'), binding]]);
    expect(isAllowed()).toBe(true);
    followers.get('ClusterRoleBinding')?.onState([[named('other'), version({})]]);
    expect(isAllowed()).toBe(false);
  });

  it('has nothing of what cannot be read', () => {
    const { followers, isAllowed } = open();
    followers.get('ClusterRole')?.onState([[named('r'), role]]);
    followers.get('ClusterRoleBinding')?.onState([[named('b'), binding]]);
    followers.get('ClusterRoleBinding')?.onChange(named('b'), { value: Buffer.from('k8s\0') } as ObjectVersion);
    expect(isAllowed()).toBe(false);
  });

  it('follows no longer than it is told to', () => {
    const { followers, end } = open();
    end();
    expect(followers.size).toBe(0);
  });
});
