/** Remembers for a while what was found out about tokens, up to a limit; the oldest go first. */
import { isPromise, type MaybePromise } from '@keelson/telemetry';

import type { TokenCacheRecorder } from './token-cache-metrics.ts';
import type { BearerToken } from './credentials.ts';
import type { Audiences, TokenAuthentication, TokenAuthenticator } from './authenticator.ts';

export interface RememberOptions {
  /** Cache lifetime of accepted tokens; 0 disables it. */
  readonly knownMs: number;
  /** Cache lifetime of tokens that were not accepted. */
  readonly unknownMs: number;
  /** Milliseconds from any fixed moment. */
  readonly now?: () => number;
  readonly recorder?: TokenCacheRecorder | undefined;
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
  const { knownMs, unknownMs, recorder, now = () => performance.now() } = options;
  const remembered = new Map<string, Remembered>();
  const waiting = new Map<string, Promise<TokenAuthentication>>();

  const keep = (key: string, answer: TokenAuthentication): void => {
    const lastsMs = answer.outcome === 'known' ? knownMs : unknownMs;
    if (lastsMs <= 0 || (answer.outcome === 'refused' && answer.isPassing === true)) return;
    const [oldest] = remembered.size >= limit ? remembered.keys() : [];
    if (oldest !== undefined) remembered.delete(oldest);
    remembered.set(key, { answer, untilMs: now() + lastsMs });
  };

  const fetch = (key: string, token: BearerToken, audiences: Audiences): MaybePromise<TokenAuthentication> => {
    const end = recorder?.fetch();
    return settle(
      () => authenticator.authenticate(token, audiences),
      (answer) => {
        end?.(answer !== undefined && !(answer.outcome === 'refused' && answer.isPassing === true));
        if (answer !== undefined) keep(key, answer);
      },
    );
  };

  const find = (key: string, token: BearerToken, audiences: Audiences): MaybePromise<TokenAuthentication> => {
    const underWay = waiting.get(key);
    if (underWay !== undefined) {
      const end = recorder?.block();
      return underWay.finally(() => end?.());
    }
    const asked = fetch(key, token, audiences);
    if (!isPromise(asked)) return asked;
    waiting.set(key, asked);
    return asked.finally(() => waiting.delete(key));
  };

  return {
    authenticate: (token, audiences) => {
      const startedAt = performance.now();
      const key = keyOf(token.digest, audiences);
      const known = remembered.get(key);
      if (known !== undefined && known.untilMs > now()) {
        recorder?.hit(startedAt);
        return known.answer;
      }
      remembered.delete(key);
      return settle(
        () => find(key, token, audiences),
        () => recorder?.miss(startedAt),
      );
    },
  };
}

/** Calls `onEnd` with what comes, or with nothing if there is an error. */
function settle<T>(run: () => MaybePromise<T>, onEnd: (value: T | undefined) => void): MaybePromise<T> {
  const found = run();
  if (!isPromise(found)) {
    onEnd(found);
    return found;
  }
  return found.then(
    (value) => {
      onEnd(value);
      return value;
    },
    (error: unknown) => {
      onEnd(undefined);
      throw error;
    },
  );
}

function keyOf(digest: string, audiences: Audiences): string {
  return `${digest} ${JSON.stringify(audiences)}`;
}
