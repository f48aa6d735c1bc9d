/** Who it is, and what they may do. */
export type { Authentication, Authenticator } from './authentication/authenticator.ts';
export { createAuthenticate, type Authenticate, type ChainOptions } from './authentication/chain.ts';
export { clientCertificateAuthenticator } from './authentication/client-certificate.ts';
export type { CertificateSubject, Credentials } from './authentication/credentials.ts';
export { parseTokenFile, type TokenFile } from './authentication/token-file.ts';
export type {
  Attributes,
  Authorizer,
  Decision,
  PathAttributes,
  ResourceAttributes,
} from './authorization/authorizer.ts';
export { alwaysAllow, alwaysDeny, mastersAuthorizer, openPathsAuthorizer } from './authorization/fixed.ts';
export { unionAuthorizer } from './authorization/union.ts';
export { anonymousUser, authenticatedGroup, mastersGroup, unauthenticatedGroup, type User } from './user.ts';
