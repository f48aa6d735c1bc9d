/** Configuration to a running server, and back down. */
export type {
  CallersConfiguration,
  EndingConfiguration,
  LimitsConfiguration,
  ServerConfiguration,
  ServingConfiguration,
  StoreConfiguration,
} from './configuration.ts';
export { startServer, type RunningServer, type StartResult } from './start-server.ts';
