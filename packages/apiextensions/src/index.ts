/** Custom resources: definitions become declarations, are served, and are finalized. */
export { createConversionMetrics } from './conversion/conversion-metrics.ts';
export { createOpenapiMetrics } from './serve/openapi-metrics.ts';
export { startCustomResources } from './custom-resources.ts';
export type { CustomResources, CustomResourcesParts } from './custom-resources.ts';
export { readDefinition } from './definition/definition.ts';
export { serveDefinitions } from './serve/serve-definitions.ts';
