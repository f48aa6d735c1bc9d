/**
 * The keys of an OpenID provider: where they are is asked once, they are kept for a
 * while, and fetched again when a token names one that is not among them.
 */
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';

import type { FetchDocument } from './fetch-document.ts';

export interface Provider {
  /** Rejects while the provider cannot be reached, or is another one than it says. */
  keys(): Promise<JWTVerifyGetKey>;
}

export interface ProviderOptions {
  readonly issuer: string;
  readonly fetchDocument: FetchDocument;
  /** The keys are not fetched more often than this, whatever tokens name. */
  readonly cooldownMs?: number;
  readonly now?: () => number;
}

const defaultCooldownMs = 1_000;
const keysLastMs = 10 * 60_000;

export function createProvider(options: ProviderOptions): Provider {
  const { fetchDocument, cooldownMs = defaultCooldownMs, now = () => performance.now() } = options;
  let found: Promise<JWTVerifyGetKey> | undefined;
  let failedMs = -Infinity;

  const discover = async (): Promise<JWTVerifyGetKey> => {
    const url = await findKeySet(options);
    return createRemoteJWKSet(new URL(url), {
      cooldownDuration: cooldownMs,
      cacheMaxAge: keysLastMs,
      [customFetch]: (address) => fetchDocument(address),
    });
  };

  return {
    keys: () => {
      if (found === undefined && now() - failedMs < cooldownMs)
        return Promise.reject(new Error('the provider did not answer'));
      found ??= discover().catch((error: unknown) => {
        found = undefined;
        failedMs = now();
        throw error;
      });
      return found;
    },
  };
}

/** OpenID Connect Discovery 1.0, section 4. */
async function findKeySet({ issuer, fetchDocument }: ProviderOptions): Promise<string> {
  const response = await fetchDocument(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  if (response.status !== 200) throw new Error(`the provider answered with ${String(response.status)}`);
  const { issuer: told, jwks_uri: url } = (await response.json()) as {
    readonly issuer?: unknown;
    readonly jwks_uri?: unknown;
  };
  if (told !== issuer) throw new Error('the provider says that it is another one');
  if (typeof url !== 'string' || !url.startsWith('https://'))
    throw new Error('the provider does not say where its keys are');
  return url;
}
