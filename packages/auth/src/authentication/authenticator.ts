/** Something that knows some callers. */
import type { User } from '../user.ts';
import type { Credentials } from './credentials.ts';

/**
 * `unknown`: these credentials are none of its business, ask the next. `refused`: they
 * are, and they are wrong. Nothing says why to the caller: that would help a guesser.
 */
export type Authentication =
  | { readonly outcome: 'known'; readonly user: User }
  | { readonly outcome: 'unknown' }
  | { readonly outcome: 'refused' };

export interface Authenticator {
  authenticate(credentials: Credentials): Authentication | Promise<Authentication>;
}

export const unknown: Authentication = { outcome: 'unknown' };
