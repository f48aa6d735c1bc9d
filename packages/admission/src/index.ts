/** Admission: mutates or rejects a write before it is stored. The plugin contract and the built-in plugins. */
export {
  chosenPlugins,
  makePlugins,
  namespaceLifecycle,
  pluginNames,
  pluginsOfOthers,
  pluginsOnByDefault,
} from './chain.ts';
export type { Choice } from './chain.ts';
export {
  createAdmissionMetrics,
  type AdmissionMetrics,
  type AdmissionType,
  type ObserveStep,
} from './admission-metrics.ts';
export type { PluginParts, TolerationSeconds } from './plugin-parts.ts';
export type {
  AdmissionObject,
  AdmissionOperation,
  AdmissionPlugin,
  AdmissionRequest,
  AdmissionRounds,
  AuditAnnotation,
  ObjectForm,
} from './plugin.ts';
export type { MayDo, Right } from './rights.ts';
export { createAccessPlugins, createMayDo, type AccessPluginParts } from './access/access-plugins.ts';
export { createListers, type Listers, type NamespaceIndex } from './listers.ts';
export type { LimitedResource } from './quota/limited-resources.ts';
export type { QuotaParts } from './quota/quota-parts.ts';
export type { StatusWritten, WriteStatus } from './quota/write-status.ts';
