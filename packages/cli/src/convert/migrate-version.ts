/** Chooses the version that an object has to move to for a release, by the calendar. */
import { groupVersion, isLater, type Release, type Resource, type Scheme } from '@keelson/schema';

/** `stays`: the release serves its version. `gone`: it does not, and nothing replaces `last`. */
export type Successor =
  | { readonly kind: 'stays' }
  | { readonly kind: 'moves'; readonly to: Resource }
  | { readonly kind: 'gone'; readonly last: Resource };

export function findSuccessor(scheme: Scheme, from: Resource, release: Release): Successor {
  let current = from;
  while (isGoneIn(current, release)) {
    const replacement = current.lifecycle?.replacement;
    const next = replacement && scheme.resourceOfKind(inDomain(replacement, scheme.domain));
    if (next === undefined) return { kind: 'gone', last: current };
    current = next;
  }
  return current === from ? { kind: 'stays' } : { kind: 'moves', to: current };
}

function isGoneIn({ lifecycle }: Resource, release: Release): boolean {
  return lifecycle?.removed !== undefined && !isLater(lifecycle.removed, release);
}

/** True where `to` is what takes the place of `from`, at once or step by step. */
export function isReplacement(scheme: Scheme, from: Resource, to: Resource): boolean {
  let current: Resource | undefined = from;
  while (current !== undefined && current !== to) {
    const replacement: NonNullable<Resource['lifecycle']>['replacement'] = current.lifecycle?.replacement;
    current = replacement && scheme.resourceOfKind(inDomain(replacement, scheme.domain));
  }
  return current === to && from !== to;
}

function inDomain<T extends { readonly group: string }>(of: T, domain: string): T {
  return { ...of, group: of.group.replace('{domain}', domain) };
}

/** As the calendar names it: with `{domain}`. */
export function calendarVersion(resource: Resource, domain: string): string {
  const { group } = resource;
  const isIn = group.endsWith(`.${domain}`);
  return groupVersion({ ...resource, group: isIn ? `${group.slice(0, -domain.length)}{domain}` : group });
}
