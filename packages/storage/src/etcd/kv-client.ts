/**
 * Ranges, transactions and leases through one member. Every response is checked: that it is of the cluster in use, and
 * ranges and transactions against the known history of the store.
 */
import {
  createClusterIdReader,
  createUnaryClient,
  decodeRangeResponse,
  decodeTxnResponse,
  encodeCompaction,
  encodeRangeRequest,
  encodeTxnRequest,
} from '@keelson/etcd-client';
import type {
  CallLimit,
  ConnectionTiming,
  CredentialSource,
  RangeRequest,
  RangeResponse,
  TxnRequest,
  TxnResponse,
} from '@keelson/etcd-client';

import type { ClusterIdentity, IdentifiedMember } from './cluster-identity.ts';
import { createLeaseClient, type CheckedCall, type LeaseClient } from './lease-client.ts';
import type { StoreHistory } from './store-history.ts';

export interface KvClient extends Omit<IdentifiedMember, 'url'> {
  range(request: RangeRequest, limit: CallLimit): Promise<RangeResponse>;
  txn(options: TxnRequest, limit: CallLimit): Promise<TxnResponse>;
  /** A transaction without compares, not checked against the known history. Resolves with its revision. */
  send(txn: readonly Uint8Array[], limit: CallLimit): Promise<number>;
  /** A put, not checked either. Resolves with its revision. */
  put(request: readonly Uint8Array[], limit: CallLimit): Promise<number>;
  compact(revision: number, limit: CallLimit): Promise<void>;
  readonly leases: LeaseClient;
  /** The member is asked for the id of its cluster again before the next call. */
  revoke(): void;
  close(): void;
}

export interface KvClientOptions {
  readonly url: string;
  readonly credentials: CredentialSource | undefined;
  readonly timing?: ConnectionTiming | undefined;
}

export interface KnownStore {
  readonly identity: Pick<ClusterIdentity, 'admit' | 'check'>;
  readonly history: StoreHistory;
}

interface Asking {
  readonly call: CheckedCall;
  readonly history: StoreHistory;
}

export function createKvClient(
  { url, credentials, timing }: KvClientOptions,
  { identity, history }: KnownStore,
): KvClient {
  const admit = (clusterId: Buffer): Promise<void> => identity.admit(url, clusterId);
  const unary = createUnaryClient(url, credentials, { ...timing, admit });
  const clusterIdOf = createClusterIdReader();
  const call: CheckedCall = async (path, parts, limit) => {
    const message = await unary.call(path, parts, limit);
    identity.check(url, clusterIdOf(message));
    return message;
  };
  const asking = { call, history };
  return {
    range: (request, limit) => askRange(asking, request, limit),
    txn: (options, limit) => askTxn(asking, options, limit),
    send: async (txn, limit) => decodeTxnResponse(await call('/etcdserverpb.KV/Txn', txn, limit)).revision,
    // Both answers begin with the same header.
    put: async (request, limit) => decodeTxnResponse(await call('/etcdserverpb.KV/Put', request, limit)).revision,
    compact: async (revision, limit) => {
      await call('/etcdserverpb.KV/Compact', encodeCompaction(revision), limit);
    },
    leases: createLeaseClient(call),
    identify: unary.identify,
    revoke: unary.revoke,
    close: unary.close,
  };
}

async function askRange({ call, history }: Asking, request: RangeRequest, limit: CallLimit): Promise<RangeResponse> {
  const mark = history.mark();
  const message = await call('/etcdserverpb.KV/Range', encodeRangeRequest(request), limit);
  const answer = decodeRangeResponse(message);
  if (!history.check(mark, { revision: answer.revision })) return answer;
  let [newest] = answer.entries;
  for (const entry of answer.entries) if (newest === undefined || entry.revision > newest.revision) newest = entry;
  if (newest !== undefined) history.noteAnswer(newest);
  return answer;
}

async function askTxn({ call, history }: Asking, options: TxnRequest, limit: CallLimit): Promise<TxnResponse> {
  const mark = history.mark();
  const message = await call('/etcdserverpb.KV/Txn', encodeTxnRequest(options), limit);
  const result = decodeTxnResponse(message);
  const { revision, ok: isCommit } = result;
  if (!history.check(mark, { revision, isCommit }) || !isCommit) return result;
  const { key, value } = options;
  history.noteAnswer({ key, revision, value });
  return result;
}
