/** Authenticates by front proxy headers, client certificate or bearer token, in this order, else as anonymous. */
import type { UserInfo } from '@keelson/meta';
import { when } from '@keelson/telemetry';

import { anonymousUser, withAuthenticatedGroup } from '../user.ts';
import type { CertificateSubject, Credentials } from './credentials.ts';
import type { TokenReader } from './token-reader.ts';

export interface ChainOptions {
  readonly tokens: TokenReader;
  /** If true, callers without credentials pass as `system:anonymous`. */
  readonly allowsAnonymous: boolean;
}

/** The caller, or undefined if authentication fails. Invalid credentials never fall back to anonymous. */
export type Authenticate = (credentials: Credentials) => UserInfo | undefined | Promise<UserInfo | undefined>;

export function createAuthenticate({ tokens, allowsAnonymous }: ChainOptions): Authenticate {
  return (credentials) => {
    const { isAmbiguous, bearerToken, certificate } = credentials;
    if (isAmbiguous === true) return undefined;
    const vouched = vouchedFor(credentials);
    if (vouched !== undefined) return vouched;
    if (bearerToken !== undefined) {
      const reading = tokens.read(bearerToken);
      return when(reading, userOf);
    }
    return allowsAnonymous && certificate === undefined ? anonymousUser : undefined;
  };
}

function userOf(reading: Awaited<ReturnType<TokenReader['read']>>): UserInfo | undefined {
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
