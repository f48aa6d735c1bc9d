/** Custom resources: definitions become declarations, are served, and are finalized. */
export { startCustomResources } from './custom-resources.ts';
export type { CustomResources, CustomResourcesParts } from './custom-resources.ts';
