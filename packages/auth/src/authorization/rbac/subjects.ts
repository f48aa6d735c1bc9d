/** The keys by which subjects of bindings and callers match. */
import type { UserInfo } from '@keelson/meta';
import { quote } from '@keelson/schema';

import type { Binding, Subject } from './access-objects.ts';

/** A service account is a user of this name. */
export function serviceAccountSubject(namespace: string, name: string): string {
  return `system:serviceaccount:${namespace}:${name}`;
}

/** The key by which callers match a subject; `undefined` for a subject that matches nobody. */
export function keyOfSubject({ kind, name, namespace }: Subject, binding: Pick<Binding, 'namespace'>) {
  switch (kind) {
    case 'User':
      return userKey(name);
    case 'Group':
      return groupKey(name);
    case 'ServiceAccount': {
      const home = namespace === '' ? binding.namespace : namespace;
      return home === '' ? undefined : userKey(serviceAccountSubject(home, name));
    }
    default:
      return undefined;
  }
}

export function keysOfUser({ name, groups }: UserInfo): readonly string[] {
  return [userKey(name), ...groups.map(groupKey)];
}

function userKey(name: string): string {
  return `user ${name}`;
}

function groupKey(name: string): string {
  return `group ${name}`;
}

/** As reasons name it. */
export function printSubject({ kind, name, namespace }: Subject, binding: Pick<Binding, 'namespace'>): string {
  if (kind !== 'ServiceAccount') return `${kind} ${quote(name)}`;
  const home = namespace === '' ? binding.namespace : namespace;
  return `${kind} ${quote(`${name}/${home}`)}`;
}

export function printBinding({ kind, name, namespace }: Pick<Binding, 'kind' | 'name' | 'namespace'>): string {
  return `${kind} ${quote(namespace === '' ? name : `${name}/${namespace}`)}`;
}
