/** Tokens of an OpenID provider, as configured. */
import {
  createFetchDocument,
  createOidcAuthenticator,
  createProvider,
  type Audiences,
  type FetchDocument,
  type TokenAuthenticator,
} from '@keelson/auth';
import type { Logger } from '@keelson/telemetry';

import { parseCertificates } from '@keelson/pki';
import type { OidcConfiguration } from '../configuration.ts';
import type { FileSource, Reloads } from '@keelson/files';

export interface OidcParts {
  readonly reloads: Reloads;
  readonly apiAudiences: Audiences;
  readonly logger: Logger;
}

const timeoutMs = 5_000;
/** A provider that is away is logged no more often than this. */
const quietMs = 60_000;

/** Rejects with a ConfigurationError if the file of authorities cannot be used. */
export async function openOidc(
  configuration: OidcConfiguration,
  { reloads, apiAudiences, logger }: OidcParts,
): Promise<TokenAuthenticator> {
  const { issuer, authority } = configuration;
  const fetchDocument = await openFetch(authority, reloads);
  const onFault = quietly((error) =>
    logger.warn('the keys of the OpenID provider could not be fetched; the last ones count', { issuer, error }),
  );
  // One for good: the keys that are known stay known when the file of authorities changes.
  const provider = createProvider({ issuer, fetchDocument, onFault });
  return createOidcAuthenticator({ ...configuration, provider, apiAudiences });
}

async function openFetch(file: FileSource | undefined, reloads: Reloads): Promise<FetchDocument> {
  if (file === undefined) return createFetchDocument({ timeoutMs });
  const parse = (texts: readonly string[]) => {
    const parsed = parseCertificates(texts);
    return parsed.ok ? { ok: true as const, value: parsed.value.map(String).join('\n') } : parsed;
  };
  let current: FetchDocument;
  const apply = (authority: string): void => {
    current = createFetchDocument({ authority, timeoutMs });
  };
  apply(await reloads.watch({ sources: [file], parse, apply }));
  return (url) => current(url);
}

function quietly(tell: (error: unknown) => void): (error: unknown) => void {
  let toldMs = -Infinity;
  return (error) => {
    const nowMs = performance.now();
    if (nowMs - toldMs < quietMs) return;
    toldMs = nowMs;
    tell(error);
  };
}
