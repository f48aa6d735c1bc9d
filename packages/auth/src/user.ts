/** Callers, in the API's terms. */
export interface User {
  readonly name: string;
  readonly uid?: string | undefined;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined;
}

export const mastersGroup = 'system:masters';
export const authenticatedGroup = 'system:authenticated';
export const unauthenticatedGroup = 'system:unauthenticated';

export const anonymousUser: User = { name: 'system:anonymous', groups: [unauthenticatedGroup] };

/** Everyone who was recognised is in it. */
export function withAuthenticatedGroup(user: User): User {
  if (user.groups.includes(authenticatedGroup)) return user;
  return { ...user, groups: [...user.groups, authenticatedGroup] };
}
