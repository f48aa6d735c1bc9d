/** Converts the callers of the registry into the users that authorizers know. */
import { mastersGroup, type User } from '@keelson/auth';

/** The caller of a write, as plugins and the registry know it. */
interface Asking {
  readonly user: Omit<User, 'groups'> & { readonly groups?: readonly string[] | undefined };
}

export function userOf({ user }: Asking): User {
  return { ...user, groups: user.groups ?? [] };
}

export function mayDoEverything({ groups }: User): boolean {
  return groups.includes(mastersGroup);
}
