/** HTTP in, HTTP out. */
export type { HandlerOptions, RequestObserver } from './chain/chain.ts';
export { createHandler, type Handler } from './chain/handler.ts';
export type { CredentialSources, Peer, ProxyHeaders } from './chain/credentials.ts';
export { createInFlight, type InFlight, type InFlightLimits } from './chain/in-flight.ts';
export type { Turn, Turns, Work } from './chain/turns.ts';
export { createJoinedItems, type JoinedItems } from './represent/joined-items.ts';
export { createDocuments, type Documents, type DocumentsOptions } from './documents/create-documents.ts';
export { issuerPages, issuerPaths, type IssuerDocuments } from './documents/issuer-pages.ts';
export { versionInfo, type VersionInfo, type VersionOptions } from './documents/version.ts';
export { createHealth, type Health, type HealthCheck, type HealthOptions } from './health/health.ts';
export { createRequestMetrics, type RequestMetrics, type RequestMetricsOptions } from './documents/request-metrics.ts';
export type { Page, PageOperation, PageRequest } from './documents/page.ts';
export { UnreadAnswers, type UnreadOptions } from './transit/unread-answers.ts';
export { Uploads, type UploadOptions } from './transit/uploads.ts';
export { printBody, type BodyRecipe } from './audit/print-body.ts';
export { encodeByRecipe } from './represent/encode-by-recipe.ts';
export type { Recipe } from './represent/recipe.ts';
export type { VerbContext } from './verbs/verb-context.ts';
