/** What changes or refuses a write before it is stored: the contract of plugins, and those that are built in. */
export {
  chosenPlugins,
  makePlugins,
  namespaceLifecycle,
  pluginNames,
  pluginsOfOthers,
  pluginsOnByDefault,
} from './chain.ts';
export type { Choice } from './chain.ts';
export type { AdmissionObject, AdmissionPlugin, AdmissionRequest, Operation } from './plugin.ts';
export type { ServiceAccountParts } from './pods/service-account.ts';
export type { Shelf, Shelves } from './shelf.ts';
