/** The engine: one pipeline for each verb, driven by declarations. It knows no HTTP. */
export { familyOfNetwork, openClusterRanges } from './allocation/cluster-ranges.ts';
export type { ClusterRanges, ClusterRangesOptions } from './allocation/cluster-ranges.ts';
export {
  claimKey,
  claimsFolder,
  type AllocationRequest,
  type ItemAllocation,
  type WriteRanges,
} from './allocation/write-ranges.ts';
export type { RangeAccount } from './allocation/range-account.ts';
export { addressRange, type PortBounds } from './allocation/item-range.ts';
export type { AdmissionPlugin, AdmissionRequest, AdmissionOperation } from '@keelson/admission';
export type * from './contract.ts';
export { createRegistry } from './create-registry.ts';
export type { RegistryEngine } from './create-registry.ts';
export type { ContentElsewhere, EmptyElsewhere, Emptying } from './namespaces/emptying.ts';
export type { ApiObject } from './objects/api-object.ts';
export { timeText } from './objects/api-time.ts';
export { answerFormOf, bodyFormOf, formOf } from './objects/form.ts';
export { plainVersion } from './objects/stored-object.ts';
export type { Offload } from './offload.ts';
export type {
  AnswerPostedReview,
  Observe,
  PostedReviewOptions,
  RegistryFeatures,
  RegistryOptions,
} from './registry-options.ts';
export type { Store } from './resources/stores.ts';
export { decodeAnswer } from './read/decode-answer.ts';
export { statusForm } from './subresources/action.ts';
export { statusOfUnreadable } from './unreadable.ts';
