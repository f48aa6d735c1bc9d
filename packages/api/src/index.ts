/** The declarations of the API: the catalog of all that is served, and the messages that generic code speaks itself. */
export type { ApiVersion } from './api-version.ts';
export { createApiScheme } from './api-scheme.ts';
export {
  automanagedApiServices,
  customPriority,
  type ApiServicePriority,
  type AutomanagedApiServices,
  type AutomanagedMode,
} from './apiregistration/v1/automanaged.ts';
export { localCondition } from './apiregistration/v1/local-condition.ts';
export { completionIndexName, completionIndexVariable, trackingName } from './batch/v1/job-names.ts';
export { catalog } from './catalog.ts';
export { findControlledKinds, type ControlledKinds } from './controlled-kinds.ts';
export { componentNames, componentStatusOf, type ComponentHealth } from './core/v1/component-health.ts';
export { isOrdinaryAddress } from './core/v1/ordinary-address.rules.ts';
export { RangeAllocation } from './core/v1/range-allocation.ts';
export { mirrorAnnotation } from './core/v1/mirror-annotation.ts';
export { referencesOfPod } from './core/v1/pod-references.ts';
export { findNodeKinds, type NodeAccess, type NodeKinds, type NodeRelation, type PodOnNode } from './node-kinds.ts';
export * from './certificates/v1/der.ts';
export { noRequestBlock, readRequestBlock } from './certificates/v1/request-block.ts';
export { fromStoredEndpoint } from './discovery/v1/endpoint-slice.conversion.ts';
export * from './discovery/v1/own-service.ts';
export * from './certificates/v1/signers.ts';
export {
  describeFeatureGates,
  featureGatesOff,
  featureGateStates,
  findFeatureGateFault,
  findFeatureGateWarnings,
  type FeatureGateSettings,
  type FeatureGateState,
} from './feature-gates/gate-settings.ts';
export * from './lifecycle/release-calendar.ts';
export {
  defaultFlowControl,
  type DefaultFlowControl,
  type DefaultFlowControlObject,
} from './flowcontrol/defaults/default-flow-control.ts';
export * from './lifecycle/removed-versions.ts';
export { versionRows, type VersionRow } from './lifecycle/version-rows.ts';
export * from './meta/v1/api-group.ts';
export { validateEmbeddedMetadata } from './apiextensions/rules/embedded-metadata.ts';
export { bannedOwners } from './meta/v1/banned-owners.ts';
export * from './meta/v1/api-resource.ts';
export * from './meta/v1/api-versions.ts';
export * from './meta/v1/apply-options.ts';
export * from './meta/v1/condition.ts';
export * from './meta/v1/create-options.ts';
export * from './meta/v1/delete-options.ts';
export * from './meta/v1/get-options.ts';
export * from './meta/v1/group-version-kind.ts';
export * from './meta/v1/label-selector.ts';
export * from './meta/v1/list.ts';
export * from './meta/v1/list-meta.ts';
export * from './meta/v1/list-of.ts';
export * from './meta/v1/list-options.ts';
export * from './meta/v1/managed-fields-entry.ts';
export * from './meta/v1/object-meta.ts';
export * from './meta/v1/owner-reference.ts';
export * from './meta/v1/partial-object-metadata.ts';
export * from './meta/v1/patch-options.ts';
export * from './meta/v1/root-paths.ts';
export * from './meta/v1/server-address.ts';
export * from './meta/v1/status.ts';
export * from './meta/v1/table.ts';
export * from './meta/v1/table-options.ts';
export * from './meta/v1/update-options.ts';
export * from './meta/v1/watch-event.ts';
export { printAge } from './printing/age.ts';
export { nameColumn } from './printing/columns.ts';
export {
  defaultAccess,
  type DefaultAccess,
  type DefaultBindingObject,
  type DefaultRoleObject,
} from './rbac/defaults/default-access.ts';
export * from './quotas/quota-usage.ts';
export { scaleSubresource, statusSubresource } from './subresources/shared-subresources.ts';
export type * from './typed-kinds.ts';
export { retiredCatalog } from './retired/retired-catalog.ts';
export { readDescription } from './lifecycle/laws/read-description.ts';
export { checkHistory, type DescribedRelease } from './lifecycle/laws/check-history.ts';
export { checkTimeline, type BrokenLaw, type ReleaseOfGroup } from './lifecycle/laws/check-timeline.ts';
export { compareDescriptions } from './lifecycle/laws/compare-descriptions.ts';
export { firstReleaseWithout, supportPeriods, type SupportRule } from './lifecycle/laws/support-periods.ts';
export { gateReleases, type GateReleases } from './feature-gates/gate-releases.ts';
export { gatesOfBehaviour, removedGates } from './feature-gates/known-gates.ts';
export { fieldRows, fieldsAfter, type FieldRow } from './lifecycle/field-rows.ts';
export { valueRows, valuesAfter } from './lifecycle/value-rows.ts';
export { metricRows, type MetricRow } from './lifecycle/metric-rows.ts';
export { elementRows } from './lifecycle/element-rows.ts';
export { checkElements } from './lifecycle/laws/check-elements.ts';
export { findDecisions, notableChanges } from './lifecycle/migrations/migrations.ts';
export type { NotableChange } from './lifecycle/migrations/migration.ts';
export { releaseNotesBetween, type ReleaseNote } from './lifecycle/release-notes.ts';
