/** Reads and writes through one member. Every answer is held against what is known of the history of the store. */
import type { WriteResult } from '../../contract.ts';
import type { EtcdCredentials } from '../credentials.ts';
import type { StoreHistory } from '../history/store-history.ts';
import { createClusterIdReader } from './cluster-id.ts';
import type { ConnectionTiming } from '../http2/connection.ts';
import { readRangeAnswer, readTxnAnswer, writeRange, writeTxn } from './messages.ts';
import type { RangeAnswer, RangeRequest, TxnOptions } from './messages.ts';
import { createUnary } from './unary.ts';
import type { CallLimit, Unary } from './unary.ts';

export interface KvClient {
  range(request: RangeRequest, limit: CallLimit): Promise<RangeAnswer>;
  txn(options: TxnOptions, limit: CallLimit): Promise<WriteResult>;
  close(): void;
}

export interface KvClientOptions {
  readonly url: string;
  readonly credentials: EtcdCredentials | undefined;
  readonly timing?: ConnectionTiming | undefined;
}

interface Asking {
  readonly unary: Unary;
  readonly history: StoreHistory;
  readonly clusterIdOf: (message: Buffer) => Buffer;
}

export function createKvClient({ url, credentials, timing }: KvClientOptions, history: StoreHistory): KvClient {
  const unary = createUnary(url, credentials, timing);
  const asking = { unary, history, clusterIdOf: createClusterIdReader() };
  return {
    range: (request, limit) => askRange(asking, request, limit),
    txn: (options, limit) => askTxn(asking, options, limit),
    close: unary.close,
  };
}

async function askRange(
  { unary, history, clusterIdOf }: Asking,
  request: RangeRequest,
  limit: CallLimit,
): Promise<RangeAnswer> {
  const mark = history.mark();
  const message = await unary.call('/etcdserverpb.KV/Range', writeRange(request), limit);
  const answer = readRangeAnswer(message);
  if (!history.check(mark, { clusterId: clusterIdOf(message), revision: answer.revision })) return answer;
  let [newest] = answer.entries;
  for (const entry of answer.entries) if (newest === undefined || entry.revision > newest.revision) newest = entry;
  if (newest !== undefined) history.noteAnswer(newest);
  return answer;
}

async function askTxn(
  { unary, history, clusterIdOf }: Asking,
  options: TxnOptions,
  limit: CallLimit,
): Promise<WriteResult> {
  const mark = history.mark();
  const message = await unary.call('/etcdserverpb.KV/Txn', writeTxn(options), limit);
  const result = readTxnAnswer(message);
  const { revision, ok: isCommit } = result;
  if (!history.check(mark, { clusterId: clusterIdOf(message), revision, isCommit }) || !isCommit) return result;
  const { key, value } = options;
  history.noteAnswer({ key, revision, value });
  return result;
}
