/** Knows people by the tokens of an OpenID provider. OpenID Connect Core 1.0, section 3.1.3.7. */
import type { UserInfo } from '@keelson/meta';
import { decodeJwt, errors } from 'jose';

import { intersect, refuseCredentials, unknown } from '../authentication/authenticator.ts';
import type { Audiences, TokenAuthentication, TokenAuthenticator } from '../authentication/authenticator.ts';
import { remember } from '../authentication/remember.ts';
import { userOfClaims, type ClaimRules } from './claims-to-user.ts';
import type { Provider } from './provider.ts';
import { verifySignature } from './verify-signature.ts';

export interface OidcOptions extends ClaimRules {
  readonly issuer: string;
  /** The required audience of tokens. */
  readonly clientId: string;
  readonly algorithms: readonly string[];
  readonly provider: Provider;
  readonly apiAudiences: Audiences;
  readonly now?: () => number;
}

/** Long enough to spare most of the work, short enough for a key that was taken back. */
const rememberedMs = 10_000;
const skewSeconds = 5;

export function createOidcAuthenticator(options: OidcOptions): TokenAuthenticator {
  const { issuer, apiAudiences, now = Date.now } = options;
  const asked: TokenAuthenticator = {
    authenticate: (token, audiences) => {
      const common = intersect(audiences, apiAudiences);
      if (!isFrom(token.text, issuer) || common.length === 0) return unknown;
      return verify(options, token.text, now()).then((result) =>
        'refusal' in result ? result.refusal : { outcome: 'known', user: result.user, audiences: common },
      );
    },
  };
  const remembering = remember(asked, { knownMs: rememberedMs, unknownMs: 0, now });
  return {
    authenticate: (token, audiences) => {
      // A token cached as valid may have expired since.
      if (isFrom(token.text, issuer) && hasEnded(token.text, now()))
        return refuseCredentials('oidc: the token has ended');
      return remembering.authenticate(token, audiences);
    },
  };
}

function isFrom(text: string, issuer: string): boolean {
  return claimsOf(text)?.iss === issuer;
}

function hasEnded(text: string, nowMs: number): boolean {
  return (claimsOf(text)?.exp ?? 0) * 1000 <= nowMs;
}

function claimsOf(text: string): { readonly iss?: string; readonly exp?: number } | undefined {
  if (text.split('.', 4).length !== 3) return undefined;
  try {
    return decodeJwt(text);
  } catch {
    return undefined;
  }
}

type Verified = { readonly user: UserInfo } | { readonly refusal: TokenAuthentication };

async function verify(options: OidcOptions, text: string, nowMs: number): Promise<Verified> {
  const { issuer, clientId, algorithms, provider } = options;
  try {
    const payload = await verifySignature(provider, text, {
      issuer,
      audience: clientId,
      algorithms: [...algorithms],
      requiredClaims: ['exp'],
      clockTolerance: skewSeconds,
      currentDate: new Date(nowMs),
    });
    const result = userOfClaims(payload, options);
    return result.ok ? { user: result.user } : result;
  } catch (error) {
    if (error instanceof errors.JOSEError)
      return { refusal: refuseCredentials(`oidc: verify token: ${error.message}`) };
    return { refusal: { outcome: 'refused', reason: 'oidc: the provider cannot be reached', isPassing: true } };
  }
}
