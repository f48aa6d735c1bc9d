/** An etcd cluster for programs that read or fill a whole store: no watch, and no check of the known history. */
import type { CallLimit, RangeResponse } from '@keelson/etcd-client';
import { silentLogger } from '@keelson/telemetry';
import type { Etcd3 } from 'etcd3';

import { historyRestartedError } from '../contract/errors.ts';
import type { StorageError } from '../contract/errors.ts';
import { defaultTimeoutMs } from '../contract/limits.ts';
import { callToRead, createGate } from './call.ts';
import { greet } from './greet.ts';
import type { KvClient } from './kv-client.ts';
import type { EtcdOptions } from './open-etcd.ts';
import { readPage } from './ranges.ts';
import type { RangePage } from './ranges.ts';
import { createStoreHistory } from './store-history.ts';

export interface RawCluster {
  /** Calls a member, and the next one if it fails: only for calls that read. */
  client<T>(send: (member: Etcd3, limit: CallLimit) => Promise<T>): Promise<T>;
  /** As `client`, for calls that can be repeated. */
  kv<T>(send: (kv: KvClient, limit: CallLimit) => Promise<T>): Promise<T>;
  /** Fewer entries than requested where a message could not hold them. Rejects once a response shows another history. */
  page(request: RangePage): Promise<RangeResponse>;
  close(): Promise<void>;
}

/** Rejects as `openEtcd` does. */
export async function openRawCluster(options: EtcdOptions): Promise<RawCluster> {
  const { endpoints: urls, credentials, openTimeoutMs = 30_000, random = Math.random } = options;
  const { logger = silentLogger } = options;
  const { createEndpoints } = await import('./endpoints.ts');
  let restarted: StorageError | undefined;
  const history = createStoreHistory(({ seen, lastRevision }) => {
    restarted = historyRestartedError(seen, lastRevision);
  });
  const endpoints = createEndpoints({ urls, history, random, credentials, logger });
  const caller = { endpoints, timeoutMs: defaultTimeoutMs, random, gate: createGate() };
  try {
    await greet({ endpoints, openTimeoutMs, logger });
  } catch (error) {
    endpoints.close();
    throw error;
  }
  return {
    client: (send) => callToRead(caller, ({ client }, limit) => send(client, limit)),
    kv: (send) => callToRead(caller, ({ kv }, limit) => send(kv, limit)),
    page: async (request) => {
      const answer = await readPage(caller, request);
      if (restarted !== undefined) throw restarted;
      return answer;
    },
    close: async () => {
      await caller.gate.close();
      endpoints.close();
    },
  };
}
