/** Something that knows some tokens. */
import type { UserInfo } from '@keelson/meta';

import type { BearerToken } from './credentials.ts';

/**
 * `unknown`: the token belongs to another authenticator. `refused`: it belongs to this one and
 * is invalid. Only token reviews show the reason, because it would help an attacker to guess.
 */
export type TokenAuthentication =
  | { readonly outcome: 'known'; readonly user: UserInfo; readonly audiences: Audiences }
  | { readonly outcome: 'unknown' }
  /** `isPassing`: a transient failure; the server that has to check the token gave no verdict. Not to be cached. */
  | { readonly outcome: 'refused'; readonly reason: string; readonly isPassing?: boolean };

/** The audiences of a token. */
export type Audiences = readonly string[];

export interface TokenAuthenticator {
  /** Answers at once where it can, without a promise. It has to be for one of the audiences at least. */
  authenticate(token: BearerToken, audiences: Audiences): TokenAuthentication | Promise<TokenAuthentication>;
}

export const unknown: TokenAuthentication = { outcome: 'unknown' };

export function refuseCredentials(reason: string): TokenAuthentication {
  return { outcome: 'refused', reason };
}

/** Tokens that say nothing of audiences are for this API. */
export function forApi(
  apiAudiences: Audiences,
  authenticate: (token: BearerToken) => UserInfo | undefined,
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
