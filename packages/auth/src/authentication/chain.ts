/**
 * Authenticates by front proxy headers, client certificate, bearer token, or token of a WebSocket, in this order, else
 * as anonymous.
 */
import type { UserInfo } from '@keelson/meta';
import { when, type MaybePromise } from '@keelson/telemetry';

import { anonymousUser, withAuthenticatedGroup } from '../user.ts';
import type { BearerToken, CertificateSubject, Credentials } from './credentials.ts';
import type { TokenReader, TokenReading } from './token-reader.ts';

export interface ChainOptions {
  readonly tokens: TokenReader;
  /** If true, callers without credentials pass as `system:anonymous`. */
  readonly allowsAnonymous: boolean;
}

/**
 * The caller, or undefined if authentication fails. Invalid credentials never fall back to anonymous, only to valid
 * ones of another kind.
 */
export type Authenticate = (credentials: Credentials) => MaybePromise<UserInfo | undefined>;

export function createAuthenticate({ tokens, allowsAnonymous }: ChainOptions): Authenticate {
  const read = (token: BearerToken | 'malformed'): MaybePromise<UserInfo | undefined> =>
    token === 'malformed' ? undefined : when(tokens.read(token), userOf);
  return (credentials) => {
    const { isAmbiguous, bearerToken, webSocketToken, certificate } = credentials;
    if (isAmbiguous === true) return undefined;
    const vouched = vouchedFor(credentials);
    if (vouched !== undefined) return vouched;
    if (bearerToken !== undefined) {
      const first = read(bearerToken);
      return webSocketToken === undefined ? first : when(first, (user) => user ?? read(webSocketToken));
    }
    if (webSocketToken !== undefined) return read(webSocketToken);
    return allowsAnonymous && certificate === undefined ? anonymousUser : undefined;
  };
}

function userOf(reading: TokenReading): UserInfo | undefined {
  return reading.ok ? reading.user : undefined;
}

/** Users authenticated by a certificate: the proxy's, or their own. */
function vouchedFor({ proxied, certificate }: Credentials): UserInfo | undefined {
  if (proxied !== undefined) {
    const { name, groups, extra } = proxied;
    return withAuthenticatedGroup({ name, groups, ...(Object.keys(extra).length > 0 && { extra }) });
  }
  if (certificate === undefined || certificate === 'untrusted' || certificate.commonName === '') return undefined;
  return certifiedUser(certificate);
}

/** One for each connection, so that what is known of a user can be kept with it. */
const certified = new WeakMap<CertificateSubject, UserInfo>();

function certifiedUser(subject: CertificateSubject): UserInfo {
  const known = certified.get(subject);
  if (known !== undefined) return known;
  const user = withAuthenticatedGroup({ name: subject.commonName, groups: subject.organizations });
  certified.set(subject, user);
  return user;
}
