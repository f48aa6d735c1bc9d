/** The engine: one pipeline for each verb, driven by declarations. It knows no HTTP. */
export type { AdmissionPlugin, AdmissionRequest, AdmissionOperation } from '@keelson/admission';
export type * from './contract.ts';
export { createRegistry } from './create-registry.ts';
export type { RegistryEngine } from './create-registry.ts';
export type { Emptying } from './namespaces/emptying.ts';
export type { ApiObject } from './objects/api-object.ts';
export { timeText } from './objects/api-time.ts';
export { answerFormOf, bodyFormOf, formOf } from './objects/form.ts';
export { plainVersion } from './objects/stored-object.ts';
export type { Offload } from './offload.ts';
export type { AnswerPostedReview, PostedReviewOptions, RegistryFeatures, RegistryOptions } from './registry-options.ts';
export type { Store } from './resources/stores.ts';
export { decodeAnswer } from './read/decode-answer.ts';
export { statusForm } from './subresources/action.ts';
export { statusOfUnreadable } from './unreadable.ts';
