/** Tokens of an OpenID provider, as configured. */
import {
  createFetchDocument,
  createOidcAuthenticator,
  createProvider,
  type Audiences,
  type TokenAuthenticator,
} from '@keelson/auth';

import { parseCertificates } from '../certificates/parse-certificates.ts';
import type { OidcConfiguration } from '../configuration.ts';
import type { Reloads } from '../files/reloads.ts';

const timeoutMs = 5_000;

export async function openOidc(
  configuration: OidcConfiguration,
  reloads: Reloads,
  apiAudiences: Audiences,
): Promise<TokenAuthenticator> {
  const { issuer, authority: file } = configuration;
  const open = (authority: string | undefined): TokenAuthenticator => {
    const provider = createProvider({ issuer, fetchDocument: createFetchDocument({ authority, timeoutMs }) });
    return createOidcAuthenticator({ ...configuration, provider, apiAudiences });
  };
  if (file === undefined) return open(undefined);
  const parse = (texts: readonly string[]) => {
    const parsed = parseCertificates(texts);
    return parsed.ok ? { ok: true as const, value: parsed.value.map(String).join('\n') } : parsed;
  };
  let current: TokenAuthenticator;
  const apply = (authority: string): void => {
    current = open(authority);
  };
  apply(await reloads.watch({ sources: [file], parse, apply }));
  return { authenticate: (token, audiences) => current.authenticate(token, audiences) };
}
