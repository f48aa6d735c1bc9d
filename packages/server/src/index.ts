/** Configuration to a running server, and back down. */
export type { AuthorizerChoice } from './open-access.ts';
export { parseCertificates, parseServingPair, parseSigningPair } from '@keelson/pki';
export { cipherSuites, tlsVersions } from '@keelson/pki';
export type {
  CallersConfiguration,
  ControllersConfiguration,
  ServicesConfiguration,
  EndingConfiguration,
  LimitsConfiguration,
  OidcConfiguration,
  ServerConfiguration,
  ServingConfiguration,
  SigningConfiguration,
  SigningFiles,
  StoreConfiguration,
  WebhookCredentials,
} from './configuration.ts';
export { createConfiguredMetrics } from './configured-metrics.ts';
export { embeddedPath } from './open-storage.ts';
export type { WorkerPlace } from './processes/messages.ts';
export { linkToSupervisor, type FollowedPlace, type ReplicaLink } from './processes/replica-link.ts';
export { supervise, type SupervisedReplica, type SuperviseOptions } from './processes/supervise.ts';
export { parseReplicaRecord, type ReplicaRecord } from './replicas/replica-record.ts';
export { firstAddressOf } from './hosts.ts';
export { printKubeconfig } from './kubeconfig.ts';
export { adviceForCustomResources, findEncryptedCustomResources } from './encrypted-custom-resources.ts';
export type { FaultKind } from './fault-counter.ts';
export type { FileSource } from '@keelson/files';
export { countBits, decodeRangeBitmap, type DecodedBitmap, type RangeBitmap } from './stored-values/range-bitmap.ts';
export {
  decodeStoredValue,
  storageMediaTypes,
  transcodeValues,
  type StorageMediaType,
} from './stored-values/transcode-values.ts';
export { startServer, type RunningServer, type StartResult } from './start-server.ts';
export { serveParent } from './heavy/worker/serve-parent.ts';
