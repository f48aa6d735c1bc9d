/** All grants to a caller, split into those that apply to the request and the others. */
import type { RequestAttributes, UserInfo } from '@keelson/meta';

import type { AccessIndex, Grant } from '../authorization/rbac/access-index.ts';
import { keysOfUser } from '../authorization/rbac/subjects.ts';
import { authenticatedGroup, unauthenticatedGroup } from '../user.ts';

/** `here`: at cluster scope, and in the namespace of the request. */
export type Reach = 'here' | 'everywhere';

export interface Grants {
  /** Grants at cluster scope, and in the namespace of the request. */
  readonly here: readonly Grant[];
  /** Grants in other namespaces, which do not apply to the request. */
  readonly elsewhere: readonly Grant[];
}

/** Other namespaces are searched only with `everywhere`: there may be many. */
export function findGrants(index: AccessIndex, user: UserInfo, attributes: RequestAttributes, reach: Reach): Grants {
  const asked = attributes.kind === 'path' ? '' : attributes.namespace;
  const here: Grant[] = [];
  const elsewhere: Grant[] = [];
  const seen = new Set<Grant['binding']>();
  const keys = keysOfUser(user);
  for (const namespace of reach === 'here' ? new Set(['', asked]) : index.namespaces()) {
    const into = namespace === '' || namespace === asked ? here : elsewhere;
    for (const key of keys) {
      for (const grant of index.grants(namespace, key)) {
        if (!seen.has(grant.binding)) into.push(grant);
        seen.add(grant.binding);
      }
    }
  }
  return { here: here.sort(byInterest), elsewhere: elsewhere.sort(byInterest) };
}

export function isForEveryone({ subject: { kind, name } }: Grant): boolean {
  return kind === 'Group' && (name === authenticatedGroup || name === unauthenticatedGroup);
}

/** Grants to everyone sort last; among the others, those in a namespace sort first. */
function byInterest(a: Grant, b: Grant): number {
  return (
    Number(isForEveryone(a)) - Number(isForEveryone(b)) ||
    Number(a.binding.namespace === '') - Number(b.binding.namespace === '') ||
    (a.binding.name < b.binding.name ? -1 : 1)
  );
}
