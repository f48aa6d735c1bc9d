/** Calls the token authenticators one after the other. */
import type { UserInfo } from '@keelson/meta';
import { isPromise } from '@keelson/telemetry';

import { withAuthenticatedGroup } from '../user.ts';
import type { Audiences, TokenAuthentication, TokenAuthenticator } from './authenticator.ts';
import type { BearerToken } from './credentials.ts';

export type TokenReading =
  | { readonly ok: true; readonly user: UserInfo; readonly audiences: Audiences }
  /** Never holds the token, or anything of it. */
  | { readonly ok: false; readonly error: string };

export interface TokenReader {
  /** Whose token it is. Without audiences, it has to be for this API. */
  read(token: BearerToken, audiences?: Audiences): TokenReading | Promise<TokenReading>;
}

export function createTokenReader(authenticators: readonly TokenAuthenticator[], apiAudiences: Audiences): TokenReader {
  const readOn = (
    token: BearerToken,
    audiences: Audiences,
    from: number,
    before: readonly string[],
  ): TokenReading | Promise<TokenReading> => {
    let reasons = before;
    for (let index = from; index < authenticators.length; index += 1) {
      const answer = authenticators[index]?.authenticate(token, audiences);
      if (isPromise(answer)) {
        const heard = reasons;
        return answer.then((settled) =>
          settled.outcome === 'known'
            ? known(settled)
            : readOn(token, audiences, index + 1, [...heard, ...reasonsOf(settled)]),
        );
      }
      if (answer?.outcome === 'known') return known(answer);
      if (answer?.outcome === 'refused') reasons = [...reasons, ...reasonsOf(answer)];
    }
    return { ok: false, error: wordReasons(reasons) };
  };
  return {
    read: (token, audiences = apiAudiences) => (token.text === '' ? nothing : readOn(token, audiences, 0, noReasons)),
  };
}

const noReasons: readonly string[] = [];
const nobodyKnows = 'invalid bearer token';
const nothing: TokenReading = { ok: false, error: nobodyKnows };

function known({ user, audiences }: TokenAuthentication & { readonly outcome: 'known' }): TokenReading {
  return { ok: true, user: withAuthenticatedGroup(user), audiences };
}

function reasonsOf(answer: TokenAuthentication): string[] {
  return answer.outcome === 'refused' ? [answer.reason] : [];
}

/** As lists of errors are printed. */
function wordReasons(reasons: readonly string[]): string {
  const [first = nobodyKnows, ...more] = new Set(reasons);
  return more.length === 0 ? first : `[${[first, ...more].join(', ')}]`;
}
