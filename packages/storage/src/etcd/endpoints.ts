/**
 * The members of the cluster, and the choice among them. One member is used for as long
 * as it answers; one that failed is avoided for a while, longer each time (back-off).
 */
import { createWatchClient, defaultPingMs } from '@keelson/etcd-client';
import type { ConnectionTiming, EtcdCredentials, WatchClient } from '@keelson/etcd-client';
import { Etcd3 } from 'etcd3';
import type { IOptions, KVClient } from 'etcd3';

import { createKvClient } from './kv-client.ts';
import type { KvClient } from './kv-client.ts';
import type { StoreHistory } from './store-history.ts';

export type EtcdCallOptions = NonNullable<Parameters<KVClient['range']>[1]>;

export interface Endpoint {
  readonly url: string;
  /** For rare calls: status, leases, compaction. */
  readonly client: Etcd3;
  /** For reads and writes of keys. */
  readonly kv: KvClient;
  readonly watches: WatchClient;
}

export interface Endpoints {
  readonly all: readonly Endpoint[];
  pick(): Endpoint;
  /** Reports an answer: resets the back-off. */
  trust(endpoint: Endpoint): void;
  /** Reports a failure: the member is avoided for a while. */
  suspect(endpoint: Endpoint): void;
  /** Calls back on every `suspect` of that member. Returns the function that unsubscribes. */
  onSuspect(endpoint: Endpoint, callback: () => void): () => void;
  close(): void;
}

export interface EndpointsOptions {
  readonly urls: readonly string[];
  readonly credentials?: EtcdCredentials | undefined;
  /** Every response of `kv` is checked against it. */
  readonly history: StoreHistory;
  readonly random: () => number;
  readonly timing?: ConnectionTiming | undefined;
}

const firstRestMs = 200;
const longestRestMs = 5_000;

/** Of the library's connections. Its responses (status, leases, compaction) are small: its limit of 4 MB suffices. */
function grpcOptionsOf({ pingMs = defaultPingMs }: ConnectionTiming): NonNullable<IOptions['grpcOptions']> {
  return {
    'grpc.keepalive_time_ms': pingMs,
    'grpc.keepalive_timeout_ms': 2_000,
    // etcd closes the connections of clients that ping it without a call in progress.
    'grpc.keepalive_permit_without_calls': 0,
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 2_000,
  };
}

type Policy = NonNullable<NonNullable<IOptions['faultHandling']>['global']>;

/** Shared by all calls: creating one costs 10 µs. */
const neverAborted = new AbortController().signal;

/** The library would retry writes whose response was lost; `call.ts` decides that instead. */
const noRetries: Omit<Policy, '_altReturn'> = {
  onSuccess: () => ({ dispose: () => undefined }),
  onFailure: () => ({ dispose: () => undefined }),
  execute: async (call, signal = neverAborted) => call({ signal }),
};
// The type asks for one more property, and says itself that it does not exist.
const noPolicy = noRetries as Policy;

type Interceptor = NonNullable<EtcdCallOptions['interceptors']>[number];

/** Makes a member that has lost its leader fail at once instead of at the deadline. */
const requireLeader: Interceptor = (options, nextCall) => {
  const call = nextCall(options);
  const start = call.start.bind(call);
  call.start = (metadata, listener) => {
    metadata.set('hasleader', 'true');
    start(metadata, listener);
  };
  // The type asks for the library's own class; what `nextCall` makes is all that is ever used.
  return call as ReturnType<Interceptor>;
};

function connect(url: string, { credentials, history, timing = {} }: EndpointsOptions): Endpoint {
  const client = new Etcd3({
    hosts: url,
    grpcOptions: grpcOptionsOf(timing),
    ...(credentials && {
      credentials: {
        rootCertificate: credentials.ca,
        ...(credentials.key && { privateKey: credentials.key }),
        ...(credentials.cert && { certChain: credentials.cert }),
      },
    }),
    defaultCallOptions: { interceptors: [requireLeader] },
    faultHandling: { global: noPolicy, host: () => noPolicy },
  });
  const kv = createKvClient({ url, credentials, timing }, history);
  return { url, client, kv, watches: createWatchClient(url, credentials, timing) };
}

interface MemberHealth {
  failures: number;
  restsUntilMs: number;
  readonly listeners: Set<() => void>;
}

export function createEndpoints(options: EndpointsOptions): Endpoints {
  const { urls, random } = options;
  const all = urls.map((url) => connect(url, options));
  const standings = new Map<Endpoint, MemberHealth>(
    all.map((endpoint) => [endpoint, { failures: 0, restsUntilMs: 0, listeners: new Set() }]),
  );
  const standingOf = (endpoint: Endpoint): MemberHealth => {
    const standing = standings.get(endpoint);
    if (standing === undefined) throw new Error(`unknown endpoint ${endpoint.url}`);
    return standing;
  };
  const restOf = (endpoint: Endpoint): number => standingOf(endpoint).restsUntilMs;
  // Random, so that replicas start at different members.
  let current = Math.floor(random() * all.length);

  return {
    all,
    pick: () => {
      const preferred = all.at(current);
      if (preferred !== undefined && restOf(preferred) <= Date.now()) return preferred;
      const inTurn = [...all.slice(current), ...all.slice(0, current)];
      const best = inTurn.reduce((one, other) => (Math.max(restOf(other), Date.now()) < restOf(one) ? other : one));
      current = all.indexOf(best);
      return best;
    },
    trust: (endpoint) => {
      standingOf(endpoint).failures = 0;
    },
    suspect: (endpoint) => {
      const standing = standingOf(endpoint);
      standing.restsUntilMs = Date.now() + Math.min(firstRestMs * 2 ** standing.failures, longestRestMs);
      standing.failures += 1;
      for (const listener of [...standing.listeners]) listener();
    },
    onSuspect: (endpoint, callback) => {
      const { listeners } = standingOf(endpoint);
      listeners.add(callback);
      return () => listeners.delete(callback);
    },
    close: () => {
      for (const { client, kv, watches } of all) {
        client.close();
        kv.close();
        watches.close();
      }
    },
  };
}
