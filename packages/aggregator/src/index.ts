/** Aggregated APIs: group versions that other servers serve, behind this one. */
export type { RemoteApi, RemoteOf } from './contract.ts';
