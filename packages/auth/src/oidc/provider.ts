/**
 * The keys of an OpenID provider. The last good ones count for as long as the provider
 * does not show others: it may be away for hours while its tokens are still presented.
 *
 *     none ──▶ fetched ──older than keysLastMs──▶ refreshed beside the requests
 *                 └── a token that none of them has signed ──▶ refreshed, and waited for
 */
import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';

import type { FetchDocument } from './fetch-document.ts';

/** Compared by identity: different keys are a different object. */
export type KeySet = JWTVerifyGetKey;

export interface Provider {
  /** Rejects while there are none, since the provider cannot be reached or is another one than it says. */
  keys(): Promise<KeySet>;
  /**
   * Keys other than these, as the provider has them now; undefined where it has none, or did not say. The provider is
   * not asked more often than the cooldown allows, whatever tokens name.
   */
  otherThan(known: KeySet): Promise<KeySet | undefined>;
}

export interface ProviderOptions {
  readonly issuer: string;
  readonly fetchDocument: FetchDocument;
  /** Called whenever keys cannot be fetched. */
  readonly onFault?: (error: unknown) => void;
  readonly cooldownMs?: number;
  readonly now?: () => number;
}

const defaultCooldownMs = 1_000;
const keysLastMs = 10 * 60_000;
/** After this a refresh that failed is tried again, beside the requests. */
const retryMs = 10_000;

interface Fetched {
  readonly keys: KeySet;
  /** As it was printed, to tell others from the same. */
  readonly text: string;
}

export function createProvider(options: ProviderOptions): Provider {
  const { onFault, cooldownMs = defaultCooldownMs, now = () => performance.now() } = options;
  const fetchKeys = createFetchKeys(options);
  let fetched: Fetched | undefined;
  let refreshing: Promise<void> | undefined;
  let triedMs = -Infinity;
  let dueMs = -Infinity;

  const refresh = async (): Promise<void> => {
    triedMs = now();
    dueMs = triedMs + retryMs;
    try {
      const found = await fetchKeys();
      if (found.text !== fetched?.text) fetched = found;
      dueMs = now() + keysLastMs;
    } catch (error) {
      onFault?.(error);
    } finally {
      refreshing = undefined;
    }
  };
  /** Never rejects. Concurrent callers share one refresh. */
  const refreshSoon = async (): Promise<void> => {
    if (refreshing === undefined && now() - triedMs < cooldownMs) return;
    await (refreshing ??= refresh());
  };

  return {
    keys: async () => {
      if (fetched === undefined) await refreshSoon();
      else if (now() >= dueMs) refreshing ??= refresh();
      if (fetched === undefined) throw new Error('the provider did not answer');
      return fetched.keys;
    },
    otherThan: async (known) => {
      if (fetched?.keys === known) await refreshSoon();
      return fetched?.keys === known ? undefined : fetched?.keys;
    },
  };
}

/** The URL of the keys is discovered again after a failure: it may have moved. */
function createFetchKeys(options: ProviderOptions): () => Promise<Fetched> {
  let url: string | undefined;
  return async () => {
    try {
      url ??= await findKeySet(options);
      const text = await fetchText(options, url);
      return { text, keys: createLocalJWKSet(JSON.parse(text) as JSONWebKeySet) };
    } catch (error) {
      url = undefined;
      throw error;
    }
  };
}

/** OpenID Connect Discovery 1.0, section 4. */
async function findKeySet(options: ProviderOptions): Promise<string> {
  const { issuer } = options;
  const text = await fetchText(options, `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  const { issuer: told, jwks_uri: url } = JSON.parse(text) as {
    readonly issuer?: unknown;
    readonly jwks_uri?: unknown;
  };
  if (told !== issuer) throw new Error('the provider says that it is another one');
  if (typeof url !== 'string' || !url.startsWith('https://'))
    throw new Error('the provider does not say where its keys are');
  return url;
}

async function fetchText({ fetchDocument }: ProviderOptions, url: string): Promise<string> {
  const { status, text } = await fetchDocument(url);
  if (status !== 200) throw new Error(`the provider answered with ${String(status)}`);
  return text;
}
