/** Aggregated APIs: group versions that other servers serve, behind this one. */
export type { RemoteApi, RemoteOf } from './contract.ts';
export { createServiceResolver, type ServiceResolverOptions } from './services/service-resolver.ts';
