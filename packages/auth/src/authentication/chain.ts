/** Asks authenticators one after the other, and adds the group of all who were recognised. */
import { anonymousUser, authenticatedGroup } from '../user.ts';
import type { User } from '../user.ts';
import type { Authenticator } from './authenticator.ts';
import type { Credentials } from './credentials.ts';

export interface ChainOptions {
  readonly authenticators: readonly Authenticator[];
  /** Whether callers without credentials pass as `system:anonymous`. */
  readonly allowsAnonymous: boolean;
}

/** The caller, or undefined for one who is not let in. Wrong credentials are never anonymous. */
export type Authenticate = (credentials: Credentials) => Promise<User | undefined>;

export function createAuthenticate({ authenticators, allowsAnonymous }: ChainOptions): Authenticate {
  return async (credentials) => {
    for (const authenticator of authenticators) {
      const result = await authenticator.authenticate(credentials);
      if (result.outcome === 'known') return withGroup(result.user);
      if (result.outcome === 'refused') return undefined;
    }
    const hasNone = credentials.bearerToken === undefined && credentials.certificateSubject === undefined;
    return hasNone && allowsAnonymous ? anonymousUser : undefined;
  };
}

function withGroup(user: User): User {
  if (user.groups.includes(authenticatedGroup)) return user;
  return { ...user, groups: [...user.groups, authenticatedGroup] };
}
