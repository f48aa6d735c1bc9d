/**
 * The engine on etcd. Assembles the parts, each of which has its own file. Several
 * processes can use one cluster, each as a replica.
 */
import { exact } from '@keelson/etcd-client';
import type { CredentialSource, EtcdCredentials, RangeResponse, TxnRequest } from '@keelson/etcd-client';
import { silentLogger } from '@keelson/telemetry';
import type { Logger } from '@keelson/telemetry';

import { deferGiven } from '../contract/defer-given.ts';
import { checked } from '../contract/checked.ts';
import type { ChangeOptions, Engine, Storage, StorageStatus, StorageWriteOptions } from '../contract/storage.ts';
import { closedError, hasStorageCode, historyRestartedError, StorageError } from '../contract/errors.ts';
import { defaultPrefix, defaultTimeoutMs, parsePrefix } from '../contract/limits.ts';
import { withElections } from '../elections/with-elections.ts';
import { alarmsOf } from './alarms.ts';
import { callToRead, createGate } from './call.ts';
import type { MemberCaller, Send } from './call.ts';
import { parseClusterId } from './cluster-identity.ts';
import { createEtcdElectionLeases } from './election-leases.ts';
import { greet } from './greet.ts';
import { createStoreHistory } from './store-history.ts';
import type { StoreHistory } from './store-history.ts';
import { verifyHistory } from './verify-history.ts';
import { createLeases } from './leases.ts';
import { readRangeInPages } from './ranges.ts';
import { writeFence } from './watch-fence.ts';
import { createWatches } from './watch.ts';
import type { Watches } from './watch.ts';
import { write, writeExpiring } from './writes.ts';

export interface EtcdOptions {
  /** `http://host:port` or `https://host:port`, all of one cluster and of one scheme. */
  readonly endpoints: readonly string[];
  /** A function is asked before each connection, so that renewed ones are used. */
  readonly credentials?: EtcdCredentials | CredentialSource;
  readonly prefix?: string;
  readonly logger?: Logger;
  /** The time limit of a call, including attempts through other members. */
  readonly timeoutMs?: number;
  /** Between keepalive pings; at least what etcd allows (`--grpc-keepalive-min-time`, 5 s). */
  readonly keepAliveMs?: number;
  /** The time to wait for a cluster that is starting. */
  readonly openTimeoutMs?: number;
  readonly random?: () => number;
  /** Called when a lease takes no further keys, with the number that it has. */
  readonly onLeaseReplaced?: ((keys: number) => void) | undefined;
}

interface Parts extends MemberCaller {
  readonly watches: Watches;
  /** The newest revision that this process knows to be compacted. */
  readonly compacted: { revision: number };
  readonly onLeaseReplaced: EtcdOptions['onLeaseReplaced'];
}

/**
 * Fails with `unavailable`, `notTrusted`, `serverTooOld` or `invalidArgument`.
 * Opening writes nothing.
 */
export async function openEtcd(options: EtcdOptions): Promise<Storage> {
  const { logger = silentLogger, openTimeoutMs = 30_000, random = Math.random, credentials } = options;
  const { timeoutMs = defaultTimeoutMs, keepAliveMs: pingMs } = options;
  const prefix = parsePrefix(options.prefix ?? defaultPrefix);
  const urls = options.endpoints.map(checkUrl);
  if (urls.length === 0) throw new StorageError('invalidArgument', 'There is no etcd server in --etcd-servers.');
  // Loaded here: etcd3 takes 100 ms to load, which servers over an embedded store need not pay.
  const { createEndpoints } = await import('./endpoints.ts');
  const compacted = { revision: 0 };
  const history = createStoreHistory(({ seen, lastRevision }) => {
    compacted.revision = 0;
    watches.endAll(historyRestartedError(seen, lastRevision));
  });
  const endpoints = createEndpoints({ urls, history, random, credentials, logger, timing: { pingMs } });
  const caller = { endpoints, timeoutMs, random, gate: createGate() };
  const watches = watchesOf(caller, { prefix, history, logger });
  try {
    await greet({ endpoints, openTimeoutMs, logger });
    return withElections(
      checked(storageOver(prefix, { ...caller, watches, compacted, onLeaseReplaced: options.onLeaseReplaced })),
      createEtcdElectionLeases(caller),
    );
  } catch (error) {
    endpoints.close();
    throw error;
  }
}

interface WatchedStore {
  readonly prefix: string;
  readonly history: StoreHistory;
  readonly logger: Logger;
}

/** The time limit of verifying the history of one member. */
const verifyMs = 2_500;

function watchesOf(caller: MemberCaller, { prefix, history, logger }: WatchedStore): Watches {
  const { endpoints, random } = caller;
  return createWatches({
    endpoints,
    history,
    random,
    verify: async ({ url, kv }, clusterId) => {
      await endpoints.identity.admit(url, clusterId);
      await verifyHistory({ kv, history, prefix, limit: { deadline: Date.now() + verifyMs } });
    },
    writeFence: (folder) => writeFence({ write: (options) => write(caller, options), random }, folder),
    onLost: (cause) => logger.debug('A watch of etcd is resumed', { cause }),
    onUnfenced: (cause) => logger.debug('A watch of etcd cannot tell yet how far it has come', { cause }),
  });
}

function checkUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.host !== '') return `${url.protocol}//${url.host}`;
  throw new StorageError('invalidArgument', `${JSON.stringify(text)} is not an etcd server: use https://host:2379.`);
}

function storageOver(prefix: string, parts: Parts): Engine {
  const leases = createLeases(parts, parts.onLeaseReplaced);
  const put = (change: TxnRequest, { ttlSeconds, deadline }: StorageWriteOptions) =>
    ttlSeconds === undefined
      ? write(parts, change, deadline)
      : writeExpiring(parts, leases, change, { ttlSeconds, deadline });
  const range: Engine['range'] = (folder, options = {}) => readRangeInPages(parts, folder, options);
  return {
    prefix,
    get: async (key, { revision, deadline } = {}) => {
      const request = { key: Buffer.from(key), ...(revision !== undefined && { revision }) };
      const answer = await callToRead(parts, ({ kv }, limit) => kv.range(request, limit), deadline);
      return { entry: answer.entries[0], revision: revision ?? answer.revision };
    },
    range,
    deferred: deferGiven(range),
    create: (key, value, options = {}) => put({ key, value, expectedRevision: 0, ...conditionsOf(options) }, options),
    update: (key, value, expectedRevision, options = {}) =>
      put({ key, value, expectedRevision, ...conditionsOf(options) }, options),
    delete: (key, expectedRevision, options = {}) =>
      write(parts, { key, value: undefined, expectedRevision, ...conditionsOf(options) }, options.deadline),
    watch: parts.watches.watch,
    currentRevision: ({ deadline } = {}) => askRevision(parts, prefix, deadline),
    revisionAtHand: () => undefined,
    compact: (revision) => compact(parts, revision),
    status: () => statusOf(parts, prefix),
    close: async () => {
      parts.watches.endAll(closedError());
      await parts.gate.close();
      parts.endpoints.close();
    },
  };
}

function conditionsOf({ compares, companions }: ChangeOptions): Pick<TxnRequest, 'compares' | 'companions'> {
  return { compares, companions };
}

/** A linearizable range over a key that cannot exist: the header carries the revision. Urgent, because requests share it. */
async function askRevision(caller: MemberCaller, prefix: string, deadline?: number): Promise<number> {
  const request = { key: Buffer.from(prefix), countOnly: true };
  const ask: Send<RangeResponse> = ({ kv }, limit) => kv.range(request, { isUrgent: true, ...limit });
  return (await callToRead(caller, ask, deadline)).revision;
}

async function compact(parts: Parts, revision: number): Promise<void> {
  try {
    // Idempotent: a second attempt finds it compacted, which is no error.
    await callToRead(parts, ({ kv }, limit) => kv.compact(revision, limit));
  } catch (error) {
    if (!hasStorageCode(error, 'compacted')) throw error;
  }
  parts.compacted.revision = Math.max(parts.compacted.revision, revision);
}

async function statusOf(parts: Parts, prefix: string): Promise<StorageStatus> {
  const revision = await askRevision(parts, prefix);
  const { identity } = parts.endpoints;
  const member = await callToRead(parts, async ({ url, client }, call) => {
    const answer = await client.maintenance.status(call);
    identity.check(url, parseClusterId(answer.header.cluster_id));
    return answer;
  });
  const foreign = await identity.findForeign();
  return {
    engine: `etcd ${member.version}`,
    revision,
    alarms: [...alarmsOf(member.errors), ...(foreign.length > 0 ? (['foreignMember'] as const) : [])],
    compactedRevision: parts.compacted.revision,
    sizeBytes: exact(Number(member.dbSize)),
    usedBytes: undefined,
    watches: parts.watches.count(),
  };
}
