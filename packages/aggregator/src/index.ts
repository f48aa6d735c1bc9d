/** Aggregated APIs: the APIServices, what this server does for them, and which group versions others answer. */
export type { RemoteApi, RemoteOf } from './contract.ts';
export { openAggregation, type Aggregation, type AggregationParts } from './open-aggregation.ts';
export { createServiceResolver, type ServiceResolverOptions } from './services/service-resolver.ts';
