/** Vocabulary of the API: names, selectors, versions, quantities, metadata and the Status object. */
export * from './metadata/finalizers.ts';
export * from './metadata/labels.ts';
export * from './metadata/managed-fields.ts';
export * from './metadata/owner-references.ts';
export * from './metadata/time-value.ts';
export * from './metadata/validate-object-meta.ts';
export {
  updateHooksOf,
  validateChangedObject,
  validateNewObject,
  type UpdateHooks,
} from './strategy/validate-object.ts';
export * from './names/dns.ts';
export * from './names/generate-name.ts';
export * from './names/ip-bytes.ts';
export * from './names/key-names.ts';
export * from './names/name-rule.ts';
export * from './names/network.ts';
export * from './names/qualified-name.ts';
export * from './names/wording.ts';
export * from './quantities/amounts.ts';
export * from './quantities/quantity-arithmetic.ts';
export * from './request/long-running.ts';
export type * from './request/request-attributes.ts';
export type * from './request/request-target.ts';
export type * from './request/user-info.ts';
export * from './selectors/known-fields.ts';
export * from './selectors/label-requirement.ts';
export * from './selectors/label-selector.ts';
export * from './selectors/parse-field-selector.ts';
export * from './selectors/parse-label-selector.ts';
export * from './selectors/validate-label-selector.ts';
export * from './status/of-objects.ts';
export * from './status/of-requests.ts';
export * from './status/reasons.ts';
export * from './status/status.ts';
export * from './versions/compare-versions.ts';
export * from './versions/group-version.ts';
export * from './versions/lifecycle-rules.ts';
export * from './versions/resource-version.ts';
