/** The configuration of a server, after flags were parsed. */
import type { LimitedResource, TolerationSeconds } from '@keelson/admission';
import type { FeatureGateState } from '@keelson/api';
import type { LogSinkOptions, WebhookSinkOptions } from '@keelson/audit';
import type { ReviewServer } from '@keelson/auth';
import type { TargetCredentials } from '@keelson/callouts';
import type { ClusterInfoOptions, NodeSimulationOptions } from '@keelson/controllers';
import type { PortBounds } from '@keelson/registry';
import type { EndpointReconciler } from '@keelson/controllers';
import type { Release } from '@keelson/schema';
import type { UnboundValues } from '@keelson/storage';
import type { BrowserSettings, BuildInfo, ProxyHeaders } from '@keelson/surface';
import type { LabelLimits, Logger, MetricRelease } from '@keelson/telemetry';

import type { ServingCertificates } from '@keelson/pki';
import type { Http2Settings } from './http2/serve-http2.ts';
import type { AuthorizerChoice } from './open-access.ts';
import type { FileSource } from '@keelson/files';
import type { StartConfiguredWorker } from './heavy/worker-thread.ts';
import type { ReplicaLink } from './processes/replica-link.ts';
import type { StorageMediaType } from './stored-values/transcode-values.ts';

export interface ServerConfiguration {
  /** The version of this product, for `/version`. */
  readonly version: string;
  /** Absent where this program was not built, or from sources without their history. */
  readonly build?: BuildInfo | undefined;
  readonly dataDir: string;
  readonly domain: string;
  readonly serving: ServingConfiguration;
  readonly store: StoreConfiguration;
  readonly callers: CallersConfiguration;
  /** The certificate that is shown to aggregated API servers. Absent where the server makes its own. */
  readonly proxyClient?: { readonly certificate: FileSource; readonly privateKey: FileSource } | undefined;
  readonly callouts: CalloutsConfiguration;
  readonly nodeAgents: NodeAgentsConfiguration;
  readonly audit: AuditConfiguration;
  /** Admission plugins, in the order in which they run. */
  readonly plugins: readonly string[];
  /** Seconds that pods stay on nodes in trouble by default. */
  readonly tolerationSeconds?: TolerationSeconds | undefined;
  /** Resources that may not be used without a quota. */
  readonly limitedResources?: readonly LimitedResource[] | undefined;
  /** The credentials that webhooks are shown, by the names of their servers. */
  readonly webhookCredentials?: WebhookCredentials | undefined;
  readonly controllers: ControllersConfiguration;
  /** Absent where no nodes are simulated. */
  readonly simulation?: NodeSimulationOptions | undefined;
  /** Absent where the address of the API is not published. */
  readonly clusterInfo?: ClusterInfoOptions | undefined;
  readonly services: ServicesConfiguration;
  readonly limits: LimitsConfiguration;
  /** Headers for browsers. */
  readonly browsers: BrowserSettings;
  readonly ending: EndingConfiguration;
  /** The release whose behaviour is served. */
  readonly release: Release;
  /** Groups and versions turned on or off: `batch/v1beta1` → false. */
  readonly runtimeConfig: ReadonlyMap<string, boolean>;
  /** All feature gates, as they are set. */
  readonly features: readonly FeatureGateState[];
  /** Logged once the server starts, such as that a flag is deprecated. */
  readonly startWarnings: readonly string[];
  /** The time between reports of requests for deprecated versions; 0 for none. */
  readonly reportIntervalMs: number;
  /** The feature gates that are off. */
  readonly gatesOff: ReadonlySet<string>;
  readonly showHiddenMetricsFor?: MetricRelease | undefined;
  /** The names of metrics that are not collected. */
  readonly disabledMetrics: ReadonlySet<string>;
  /** The values that labels of metrics may have. */
  readonly metricLabels: LabelLimits;
  readonly logger: Logger;
  /** Starts workers for heavy requests; as threads when absent. */
  readonly startWorker?: StartConfiguredWorker | undefined;
  /** The number of processes that serve as one replica. */
  readonly workers: number;
  /** Present in one of several worker processes. */
  readonly link?: ReplicaLink | undefined;
}

/** The ranges from which Services are allocated addresses and ports, and the Service of this API. */
export interface ServicesConfiguration {
  /** Networks of different families; the first is that of Services that name no family. */
  readonly addresses: readonly string[];
  readonly ports: PortBounds;
  readonly own: OwnServiceConfiguration;
}

/** The Service that leads to this API from within the cluster. */
export interface OwnServiceConfiguration {
  /** The address at which clients reach this replica; empty to detect it. */
  readonly advertised: string;
  /** 0 for none. */
  readonly nodePort: number;
  readonly reconciler: EndpointReconciler;
  readonly apiServerCount: number;
}

export interface ControllersConfiguration {
  /** The controllers to run, by the names that `--controllers` takes. */
  readonly names: readonly string[];
  /** The number of keys that a controller works on at once, by its name; its default where it is absent. */
  readonly workers: ReadonlyMap<string, number>;
  /** The numbers that are set, by the names of flags; durations in milliseconds. */
  readonly settings?: ReadonlyMap<string, number>;
  readonly signing: SigningConfiguration;
}

export interface SigningFiles {
  readonly chain: FileSource;
  readonly privateKey: FileSource;
}

/** The authorities that sign certificate requests. */
export interface SigningConfiguration {
  /** Absent for our own. */
  readonly authority?: SigningFiles | undefined;
  /** By the names of signers; where it is given, no other signer is served. */
  readonly signers?: ReadonlyMap<string, SigningFiles> | undefined;
  /** The longest life of what it signs. */
  readonly maxSeconds: number;
}

/** Names of servers may begin with `*.`, and end with a port. */
export interface WebhookCredentials {
  readonly mutating: ReadonlyMap<string, TargetCredentials>;
  readonly validating: ReadonlyMap<string, TargetCredentials>;
}

export interface ServingConfiguration extends ServingCertificates {
  readonly bindAddress: string;
  /** 0 for any free one. */
  readonly port: number;
  readonly http2: Http2Settings;
}

/** The trust between this server and etcd. */
export interface StoreTrustConfiguration {
  readonly authority: FileSource;
  /** The certificate by which etcd knows this server. */
  readonly client?: { readonly certificate: FileSource; readonly privateKey: FileSource } | undefined;
}

export interface StoreConfiguration {
  /** Absent for the embedded store in the data directory. */
  readonly etcd?:
    { readonly endpoints: readonly string[]; readonly trust?: StoreTrustConfiguration | undefined } | undefined;
  readonly prefix: string;
  /** The form in which values of built-in kinds are written; those in the other one are read as well. JSON by default. */
  readonly mediaType?: StorageMediaType | undefined;
  readonly compactionIntervalMs: number;
  /** The text of the configuration; absent where nothing is encrypted. */
  readonly encryption?: string | undefined;
  /** The treatment of formats of kube-apiserver that do not bind a value to its key; they are refused by default. */
  readonly unboundValues?: UnboundValues | undefined;
  readonly eventTtlSeconds: number;
  readonly historyMs: number;
  readonly historyBytes: number;
}

/** Requests of this server to Services of the cluster. */
export interface CalloutsConfiguration {
  /** They go to the endpoints of a Service in place of its cluster address. */
  readonly usesEndpoints: boolean;
}

/** Requests of clients that this server carries over to the agents of nodes. */
export interface NodeAgentsConfiguration {
  /** The kinds of addresses of a node, the best first. */
  readonly addressTypes: readonly string[];
  /** Without it the certificates of agents are not verified. */
  readonly authority?: FileSource | undefined;
  /** The certificate that is shown to agents. */
  readonly client?: { readonly certificate: FileSource; readonly privateKey: FileSource } | undefined;
}

export interface CallersConfiguration {
  /** Of client certificates, beside our own, which is always trusted. */
  readonly clientAuthority?: FileSource | undefined;
  readonly revocations?: FileSource | undefined;
  readonly tokens?: FileSource | undefined;
  readonly frontProxy?: FrontProxyConfiguration | undefined;
  readonly serviceAccounts: ServiceAccountsConfiguration;
  readonly allowsBootstrapTokens: boolean;
  readonly oidc?: OidcConfiguration | undefined;
  readonly tokenWebhook?: TokenWebhookConfiguration | undefined;
  /** In the order in which they are asked. */
  readonly authorizers: readonly AuthorizerChoice[];
  readonly allowsAnonymous: boolean;
}

/** Authenticating proxies, which name the user in headers. */
export interface FrontProxyConfiguration {
  readonly authority: FileSource;
  /** Common names of their certificates; any when empty. */
  readonly allowedNames: readonly string[];
  readonly headers: ProxyHeaders;
}

export interface ServiceAccountsConfiguration {
  /** The first one is ours; the tokens of all of them are accepted. */
  readonly issuers: readonly string[];
  /** The audiences of tokens for this API. */
  readonly audiences: readonly string[];
  /** Absent where the server makes its own. */
  readonly signingKey?: FileSource | undefined;
  /** Beside the one that signs. */
  readonly verifyingKeys: readonly FileSource[];
  readonly maxExpirationSeconds?: number | undefined;
  /** Where others find the keys, if not here. */
  readonly keySetUrl?: string | undefined;
}

export interface OidcConfiguration {
  readonly issuer: string;
  readonly clientId: string;
  /** The system's when absent. */
  readonly authority?: FileSource | undefined;
  readonly algorithms: readonly string[];
  readonly usernameClaim: string;
  readonly usernamePrefix: string;
  readonly groupsClaim?: string | undefined;
  readonly groupsPrefix: string;
  readonly requiredClaims: ReadonlyMap<string, string>;
}

export interface TokenWebhookConfiguration {
  readonly server: ReviewServer;
  readonly version: 'v1' | 'v1beta1';
  readonly cacheMs: number;
}

/** The audit policy and the sinks of audit events. */
export interface AuditConfiguration {
  readonly policy?: FileSource | undefined;
  readonly log?: Omit<LogSinkOptions, 'onLost' | 'output'> | undefined;
  readonly webhook?: AuditWebhookConfiguration | undefined;
}

export interface AuditWebhookConfiguration extends Omit<WebhookSinkOptions, 'onLost' | 'group' | 'post'> {
  readonly server: ReviewServer;
  readonly firstRetryMs: number;
}

export interface LimitsConfiguration {
  /** The two limits that follow are shared by priority and fairness, and not limits of their own. */
  readonly hasPriorityAndFairness: boolean;
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
