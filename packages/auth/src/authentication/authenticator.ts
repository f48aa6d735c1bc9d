/** Something that knows some tokens. */
import type { User } from '../user.ts';
import type { BearerToken } from './credentials.ts';

/**
 * `unknown`: this token is none of its business. `refused`: it is, and it is wrong. Why
 * is told to those who may have tokens reviewed, and to nobody else: it would help a guesser.
 */
export type TokenAuthentication =
  | { readonly outcome: 'known'; readonly user: User; readonly audiences: Audiences }
  | { readonly outcome: 'unknown' }
  /** `isPassing`: nothing was found out about the token, as whoever had to be asked did not answer. */
  | { readonly outcome: 'refused'; readonly reason: string; readonly isPassing?: boolean };

/** For whom a token is. */
export type Audiences = readonly string[];

export interface TokenAuthenticator {
  /** Answers at once where it can, without a promise. It has to be for one of the audiences at least. */
  authenticate(token: BearerToken, audiences: Audiences): TokenAuthentication | Promise<TokenAuthentication>;
}

export const unknown: TokenAuthentication = { outcome: 'unknown' };

export function refuse(reason: string): TokenAuthentication {
  return { outcome: 'refused', reason };
}

/** Tokens that say nothing of audiences are for this API. */
export function forApi(
  apiAudiences: Audiences,
  authenticate: (token: BearerToken) => User | undefined,
): TokenAuthenticator {
  return {
    authenticate: (token, audiences) => {
      const user = authenticate(token);
      if (user === undefined) return unknown;
      const common = audiences === apiAudiences ? apiAudiences : intersect(audiences, apiAudiences);
      return common.length === 0 ? unknown : { outcome: 'known', user, audiences: common };
    },
  };
}

export function intersect(some: Audiences, others: Audiences): Audiences {
  return some.filter((audience) => others.includes(audience));
}
