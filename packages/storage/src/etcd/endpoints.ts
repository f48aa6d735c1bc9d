/**
 * The members of the cluster, and the choice among them. One member is used for as long
 * as it answers; one that failed is avoided for a while, longer each time (back-off).
 */
import { createWatchClient } from '@keelson/etcd-client';
import type { ConnectionTiming, CredentialSource, EtcdCredentials, WatchClient } from '@keelson/etcd-client';
import type { Logger } from '@keelson/telemetry';
import type { Etcd3 } from 'etcd3';

import { createClusterIdentity, type ClusterIdentity } from './cluster-identity.ts';
import { createKvClient } from './kv-client.ts';
import type { KvClient } from './kv-client.ts';
import { createMemberClient } from './member-client.ts';
import type { StoreHistory } from './store-history.ts';

export interface Endpoint {
  readonly url: string;
  /** For rare calls that only read. Another one once the credentials have changed: not to be kept. */
  readonly client: Etcd3;
  /** For reads and writes of keys, leases, compaction. */
  readonly kv: KvClient;
  readonly watches: WatchClient;
  close(): void;
}

export interface Endpoints {
  readonly all: readonly Endpoint[];
  readonly identity: ClusterIdentity;
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
  readonly credentials?: EtcdCredentials | CredentialSource | undefined;
  /** Every response of `kv` is checked against it; ends once the cluster has been replaced. */
  readonly history: StoreHistory;
  readonly logger: Logger;
  readonly random: () => number;
  readonly timing?: ConnectionTiming | undefined;
}

const firstRestMs = 200;
const longestRestMs = 5_000;

type Connecting = EndpointsOptions & { readonly identity: ClusterIdentity };

function connect(url: string, { credentials: given, history, identity, timing = {} }: Connecting): Endpoint {
  const credentials = typeof given === 'object' ? () => given : given;
  const member = createMemberClient({ url, credentials, timing });
  return {
    url,
    get client() {
      return member.current();
    },
    kv: createKvClient({ url, credentials, timing }, { identity, history }),
    watches: createWatchClient(url, credentials, timing),
    close() {
      member.close();
      this.kv.close();
      this.watches.close();
    },
  };
}

interface MemberHealth {
  failures: number;
  restsUntilMs: number;
  readonly listeners: Set<() => void>;
}

export function createEndpoints(options: EndpointsOptions): Endpoints {
  const { urls, random, history, logger } = options;
  const revoke = (those: readonly Endpoint[]): void => those.forEach(({ kv }) => kv.revoke());
  const identity = createClusterIdentity({
    members: () => all.map(({ url, kv }) => ({ url, identify: kv.identify })),
    onReplaced: (seen) => {
      revoke(all);
      history.end(history.mark(), seen);
    },
    onMismatch: (url) => revoke(all.filter((endpoint) => endpoint.url === url)),
    logger,
  });
  const all = urls.map((url) => connect(url, { ...options, identity }));
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
    identity,
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
      for (const endpoint of all) endpoint.close();
    },
  };
}
