/**
 * Requests that other servers answer. Aggregated APIs: the APIServices, what this server does for them, and which group
 * versions others have. Connections: what is proxied to nodes, pods and endpoints.
 */
export type { RemoteApi, RemoteOf } from './contract.ts';
export { createConnect, type ConnectParts } from './connect/create-connect.ts';
export type { AgentSettings } from './connect/node-agents.ts';
export { headersOfUser } from './proxy/request-headers.ts';
export { openAggregation, type Aggregation, type AggregationParts } from './open-aggregation.ts';
export { createServiceResolver, type ServiceResolverOptions } from './services/service-resolver.ts';
