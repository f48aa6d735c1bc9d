/** Everything a server has to be told, after files were read and flags understood. */
import type { Authenticator, Authorizer } from '@keelson/auth';
import type { EtcdCredentials } from '@keelson/storage';
import type { Logger, Release } from '@keelson/telemetry';

export interface ServerConfiguration {
  /** Of this product, for `/version`. */
  readonly version: string;
  readonly dataDir: string;
  readonly domain: string;
  readonly serving: ServingConfiguration;
  readonly store: StoreConfiguration;
  readonly callers: CallersConfiguration;
  readonly limits: LimitsConfiguration;
  readonly ending: EndingConfiguration;
  /** Groups and versions turned on or off: `batch/v1beta1` → false. */
  readonly runtimeConfig: ReadonlyMap<string, boolean>;
  readonly showHiddenMetricsFor?: Release | undefined;
  readonly logger: Logger;
}

export interface ServingConfiguration {
  readonly bindAddress: string;
  /** 0 for any free one. */
  readonly port: number;
  /** In PEM. Absent where the server makes its own. */
  readonly certificate?: { readonly chain: string; readonly privateKey: string } | undefined;
}

export interface StoreConfiguration {
  /** Absent for the embedded store in the data directory. */
  readonly etcd?:
    { readonly endpoints: readonly string[]; readonly credentials?: EtcdCredentials | undefined } | undefined;
  readonly prefix: string;
  readonly compactionIntervalMs: number;
  /** The text of the configuration; absent where nothing is encrypted. */
  readonly encryption?: string | undefined;
  readonly eventTtlSeconds: number;
  readonly historyMs: number;
  readonly historyBytes: number;
}

export interface CallersConfiguration {
  /** In PEM. Absent where only our own authority is trusted. */
  readonly clientAuthority?: string | undefined;
  readonly authenticators: readonly Authenticator[];
  readonly authorizers: readonly Authorizer[];
  readonly allowsAnonymous: boolean;
}

export interface LimitsConfiguration {
  readonly readingInFlight: number;
  readonly mutatingInFlight: number;
  readonly bodyBytes: number;
  readonly requestTimeoutMs: number;
  readonly minWatchTimeoutMs: number;
}

export interface EndingConfiguration {
  readonly shutdownDelayMs: number;
  readonly livezGraceMs: number;
  readonly gracePeriodMs: number;
}
