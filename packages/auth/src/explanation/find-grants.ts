/** All that bindings give to a caller, sorted by whether it counts for what is asked. */
import type { Attributes } from '../authorization/authorizer.ts';
import type { AccessIndex, Grant } from '../authorization/rbac/access-index.ts';
import { keysOfUser } from '../authorization/rbac/subjects.ts';
import { authenticatedGroup, unauthenticatedGroup } from '../user.ts';
import type { User } from '../user.ts';

/** `here`: of the cluster, and of the namespace that is asked about. */
export type Reach = 'here' | 'everywhere';

export interface Grants {
  /** Of the cluster, and of the namespace that is asked about. */
  readonly here: readonly Grant[];
  /** Of other namespaces, where what they give does not count. */
  readonly elsewhere: readonly Grant[];
}

/** Other namespaces are looked through only if asked for: there may be many. */
export function findGrants(index: AccessIndex, user: User, attributes: Attributes, reach: Reach): Grants {
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
