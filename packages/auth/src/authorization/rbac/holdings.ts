/**
 * The roles bound to one caller, at cluster scope and in one namespace. Valid until
 * a role or binding changes.
 */
import type { UserInfo } from '@keelson/meta';
import { quote } from '@keelson/schema';

import type { AccessIndex, Grant, KnownRole } from './access-index.ts';
import { keysOfUser, printBinding, printSubject } from './subjects.ts';

export interface Holding extends Grant {
  readonly role: KnownRole;
}

export interface Holdings {
  readonly held: readonly Holding[];
  /** Roles that are granted and do not exist, in words, each once. */
  readonly missing: readonly string[];
}

/** Of the cluster alone where the namespace is empty. */
export function findHoldings(index: AccessIndex, user: UserInfo, namespace: string): Holdings {
  const held: Holding[] = [];
  const missing = new Set<string>();
  const seen = new Set<Grant['binding']>();
  const keys = keysOfUser(user);
  for (const place of namespace === '' ? [''] : ['', namespace]) {
    for (const key of keys) {
      for (const grant of index.grants(place, key)) {
        // A binding may name a caller and several of its groups.
        if (seen.has(grant.binding)) continue;
        seen.add(grant.binding);
        const role = index.roleOf(grant.binding);
        if (role === undefined) missing.add(wordMissingRole(grant));
        else held.push({ ...grant, role });
      }
    }
  }
  return { held, missing: [...missing] };
}

export function wordMissingRole({ binding: { roleRef } }: Grant): string {
  return `${roleRef.kind.toLowerCase()}.${roleRef.apiGroup} ${quote(roleRef.name)} not found`;
}

export function wordReason({ binding, subject }: Grant): string {
  const { roleRef } = binding;
  const role = `${roleRef.kind} ${quote(roleRef.name)}`;
  return `RBAC: allowed by ${printBinding(binding)} of ${role} to ${printSubject(subject, binding)}`;
}
