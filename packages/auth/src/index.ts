/** Authentication, authorization and impersonation. */
export {
  forApi,
  intersect,
  refuseCredentials,
  unknown,
  type Audiences,
  type TokenAuthentication,
  type TokenAuthenticator,
} from './authentication/authenticator.ts';
export { createAuthenticate, type Authenticate, type ChainOptions } from './authentication/chain.ts';
export {
  bearerToken,
  type BearerToken,
  type CertificateSubject,
  type Credentials,
  type ProxiedUser,
} from './authentication/credentials.ts';
export type { Peer } from './authentication/peer.ts';
export { createTokenCacheMetrics, type TokenCacheRecorder } from './authentication/token-cache-metrics.ts';
export {
  createWebhookAuthenticator,
  type WebhookAuthenticatorOptions,
} from './authentication/webhook-authenticator.ts';
export {
  bootstrapTokenType,
  createBootstrapAuthenticator,
  type KeptToken,
} from './bootstrap-tokens/bootstrap-authenticator.ts';
export { createTokenFinder, type FindToken } from './bootstrap-tokens/find-token.ts';
export { createFetchDocument, type FetchDocument } from './oidc/fetch-document.ts';
export { createOidcAuthenticator } from './oidc/oidc-authenticator.ts';
export { createProvider } from './oidc/provider.ts';
export { parseTokenFile, type TokenFile } from './authentication/token-file.ts';
export { createTokenReader, type TokenReader, type TokenReading } from './authentication/token-reader.ts';
export { decisionAnnotations } from './authorization/decision-annotations.ts';
export { forbid } from './authorization/forbid.ts';
export type { Authorizer, Decision, RulesAnswer } from './authorization/authorizer.ts';
export {
  alwaysAllow,
  alwaysDeny,
  everyoneAuthorizer,
  mastersAuthorizer,
  openPathsAuthorizer,
} from './authorization/fixed.ts';
export { createNodeAuthorizer } from './authorization/node/node-authorizer.ts';
export { nodeOfUser } from './authorization/node/node-identity.ts';
export { createNodeRelations } from './authorization/node/node-relations.ts';
export { createAccessIndex, type AccessIndex } from './authorization/rbac/access-index.ts';
export {
  readBinding,
  readRole,
  readRule,
  type Binding,
  type ObjectId,
  type PolicyRule,
  type Role,
} from './authorization/rbac/access-objects.ts';
export {
  accessResources,
  fieldsOrNone,
  grantsAccess,
  indexAccess,
  type AccessResource,
} from './authorization/rbac/index-access.ts';
export { createRbacAuthorizer, type RbacAuthorizer } from './authorization/rbac/rbac-authorizer.ts';
export { unionAuthorizer } from './authorization/union.ts';
export { createWebhookAuthorizer, type WebhookAuthorizerOptions } from './authorization/webhook-authorizer.ts';
export { confirmGrant, fullAuthority, type RulesHeld } from './escalation/confirm-grant.ts';
export { findUncovered } from './escalation/cover.ts';
export { createReviewAnswers } from './reviews/answer-reviews.ts';
export { answerTokenReview } from './reviews/answer-token-review.ts';
export type { AnswerReview, ReviewObject, ReviewOptions, ReviewOutcome } from './reviews/review-object.ts';
export {
  impersonate,
  type Impersonation,
  type ImpersonationResult,
  type Impersonator,
} from './impersonation/impersonate.ts';
export type { AccountDirectory, BoundClaim, LiveObject } from './service-accounts/account-directory.ts';
export { answerTokenRequest, type TokenIssuer } from './service-accounts/answer-token-request.ts';
export { createAccountDirectory } from './service-accounts/list-accounts.ts';
export { issueSecretToken } from './service-accounts/issue-token.ts';
export { printKeySet } from './service-accounts/key-set.ts';
export {
  signingKeyOf,
  tokenKeysOf,
  verifyingKeyOf,
  type TokenKeys,
  type VerifyingKey,
} from './service-accounts/token-keys.ts';
export { createServiceAccountAuthenticator, type VerifierOptions } from './service-accounts/verify-token.ts';
export {
  serviceAccountGroups,
  serviceAccountUser,
  splitServiceAccountUser,
  type ServiceAccountName,
} from './service-accounts/service-account-name.ts';
export { anonymousUser, authenticatedGroup, mastersGroup, unauthenticatedGroup } from './user.ts';
export {
  createPiecesClient,
  createReviewClient,
  type PostPieces,
  type PostReview,
  type ReviewReply,
} from './webhook/review-client.ts';
export type { ReviewServer } from './webhook/review-server.ts';
