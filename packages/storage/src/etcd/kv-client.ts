/** Ranges and transactions through one member. Every response is checked against the known history of the store. */
import {
  createClusterIdReader,
  createUnaryClient,
  decodeRangeResponse,
  decodeTxnResponse,
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
  UnaryClient,
} from '@keelson/etcd-client';

import type { StoreHistory } from './store-history.ts';

export interface KvClient {
  range(request: RangeRequest, limit: CallLimit): Promise<RangeResponse>;
  txn(options: TxnRequest, limit: CallLimit): Promise<TxnResponse>;
  /** A transaction without compares, not checked against the known history. Resolves with its revision. */
  send(txn: readonly Uint8Array[], limit: CallLimit): Promise<number>;
  /** A put, not checked either. Resolves with its revision. */
  put(request: readonly Uint8Array[], limit: CallLimit): Promise<number>;
  close(): void;
}

export interface KvClientOptions {
  readonly url: string;
  readonly credentials: CredentialSource | undefined;
  readonly timing?: ConnectionTiming | undefined;
}

interface Asking {
  readonly unary: UnaryClient;
  readonly history: StoreHistory;
  readonly clusterIdOf: (message: Buffer) => Buffer;
}

export function createKvClient({ url, credentials, timing }: KvClientOptions, history: StoreHistory): KvClient {
  const unary = createUnaryClient(url, credentials, timing);
  const asking = { unary, history, clusterIdOf: createClusterIdReader() };
  return {
    range: (request, limit) => askRange(asking, request, limit),
    txn: (options, limit) => askTxn(asking, options, limit),
    send: async (txn, limit) => decodeTxnResponse(await unary.call('/etcdserverpb.KV/Txn', txn, limit)).revision,
    // Both answers begin with the same header.
    put: async (request, limit) => decodeTxnResponse(await unary.call('/etcdserverpb.KV/Put', request, limit)).revision,
    close: unary.close,
  };
}

async function askRange(
  { unary, history, clusterIdOf }: Asking,
  request: RangeRequest,
  limit: CallLimit,
): Promise<RangeResponse> {
  const mark = history.mark();
  const message = await unary.call('/etcdserverpb.KV/Range', encodeRangeRequest(request), limit);
  const answer = decodeRangeResponse(message);
  if (!history.check(mark, { clusterId: clusterIdOf(message), revision: answer.revision })) return answer;
  let [newest] = answer.entries;
  for (const entry of answer.entries) if (newest === undefined || entry.revision > newest.revision) newest = entry;
  if (newest !== undefined) history.noteAnswer(newest);
  return answer;
}

async function askTxn(
  { unary, history, clusterIdOf }: Asking,
  options: TxnRequest,
  limit: CallLimit,
): Promise<TxnResponse> {
  const mark = history.mark();
  const message = await unary.call('/etcdserverpb.KV/Txn', encodeTxnRequest(options), limit);
  const result = decodeTxnResponse(message);
  const { revision, ok: isCommit } = result;
  if (!history.check(mark, { clusterId: clusterIdOf(message), revision, isCommit }) || !isCommit) return result;
  const { key, value } = options;
  history.noteAnswer({ key, revision, value });
  return result;
}
