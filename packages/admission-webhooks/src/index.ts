/** Admission webhooks: which are asked about a request, what they are sent, and what becomes of their answers. */
export type {
  HookAnswer,
  HookCall,
  HookReport,
  HookSettings,
  Invocation,
  MatchRequest,
  MatchResult,
  Phase,
  WebhookHost,
} from './contract.ts';
export type { DispatchParts } from './dispatch/ask-hook.ts';
export type { CredentialsFor } from './host/address-of.ts';
export { createWebhookHost, type LocalWebhookHost, type WebhookHostParts } from './host/create-webhook-host.ts';
export { explainWebhooks, type ExplainedRequest } from './host/explain-webhooks.ts';
export { matchCredentials } from './host/match-credentials.ts';
export { createWebhookPlugins, mutatingPlugin, validatingPlugin } from './webhook-plugins.ts';
