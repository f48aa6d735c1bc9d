/** Remembers for a while what was found out about tokens, up to a limit; the oldest go first. */
import { isPromise } from '@keelson/telemetry';

import type { Audiences, TokenAuthentication, TokenAuthenticator } from './authenticator.ts';

export interface RememberOptions {
  /** Cache lifetime of accepted tokens; 0 disables it. */
  readonly knownMs: number;
  /** Cache lifetime of tokens that were not accepted. */
  readonly unknownMs: number;
  /** Milliseconds from any fixed moment. */
  readonly now?: () => number;
}

interface Remembered {
  readonly answer: TokenAuthentication;
  readonly untilMs: number;
}

const limit = 10_000;

/**
 * Concurrent requests with the same token share one call of the authenticator. Its
 * failures are not cached.
 */
export function remember(authenticator: TokenAuthenticator, options: RememberOptions): TokenAuthenticator {
  const { knownMs, unknownMs, now = () => performance.now() } = options;
  const remembered = new Map<string, Remembered>();
  const waiting = new Map<string, Promise<TokenAuthentication>>();

  const keep = (key: string, answer: TokenAuthentication): void => {
    const lastsMs = answer.outcome === 'known' ? knownMs : unknownMs;
    if (lastsMs <= 0 || (answer.outcome === 'refused' && answer.isPassing === true)) return;
    const [oldest] = remembered.size >= limit ? remembered.keys() : [];
    if (oldest !== undefined) remembered.delete(oldest);
    remembered.set(key, { answer, untilMs: now() + lastsMs });
  };

  return {
    authenticate: (token, audiences) => {
      const key = keyOf(token.digest, audiences);
      const known = remembered.get(key);
      if (known !== undefined && known.untilMs > now()) return known.answer;
      remembered.delete(key);
      const asked = waiting.get(key) ?? authenticator.authenticate(token, audiences);
      if (!isPromise(asked)) {
        keep(key, asked);
        return asked;
      }
      if (waiting.has(key)) return asked;
      const settled = asked.then((answer) => {
        keep(key, answer);
        return answer;
      });
      waiting.set(key, settled);
      return settled.finally(() => waiting.delete(key));
    },
  };
}

function keyOf(digest: string, audiences: Audiences): string {
  return `${digest} ${JSON.stringify(audiences)}`;
}
