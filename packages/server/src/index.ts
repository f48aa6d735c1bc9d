/** Configuration to a running server, and back down. */
export type { AuthorizerChoice } from './open-access.ts';
export { parseCertificates, parseServingPair } from './certificates/parse-certificates.ts';
export { cipherSuites, tlsVersions } from './tls-settings.ts';
export type {
  CallersConfiguration,
  EndingConfiguration,
  LimitsConfiguration,
  OidcConfiguration,
  ServerConfiguration,
  ServingConfiguration,
  StoreConfiguration,
} from './configuration.ts';
export type { FaultKind } from './fault-counter.ts';
export type { FileSource } from './files/file-source.ts';
export { startServer, type RunningServer, type StartResult } from './start-server.ts';
export { serveParent } from './heavy/worker/serve-parent.ts';
