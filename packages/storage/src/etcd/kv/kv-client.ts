/** Reads and writes through one member. */
import type { WriteResult } from '../../contract.ts';
import type { EtcdCredentials } from '../credentials.ts';
import { readRangeAnswer, readTxnAnswer, writeRange, writeTxn } from './messages.ts';
import type { RangeAnswer, RangeRequest, TxnOptions } from './messages.ts';
import { createUnary } from './unary.ts';
import type { CallLimit } from './unary.ts';

export interface KvClient {
  range(request: RangeRequest, limit: CallLimit): Promise<RangeAnswer>;
  txn(options: TxnOptions, limit: CallLimit): Promise<WriteResult>;
  close(): void;
}

export function createKvClient(url: string, credentials: EtcdCredentials | undefined): KvClient {
  const unary = createUnary(url, credentials);
  return {
    range: async (request, limit) =>
      readRangeAnswer(await unary.call('/etcdserverpb.KV/Range', writeRange(request), limit)),
    txn: async (options, limit) => readTxnAnswer(await unary.call('/etcdserverpb.KV/Txn', writeTxn(options), limit)),
    close: unary.close,
  };
}
