/**
 * Checks a cluster at start: it answers, is one cluster, and is new enough. Writes
 * nothing.
 */
import { setTimeout as wait } from 'node:timers/promises';

import type { Logger } from '@keelson/telemetry';
import type { IStatusResponse } from 'etcd3';

import { StorageError } from '../contract/errors.ts';
import { parseClusterId } from './cluster-identity.ts';
import type { Endpoint, Endpoints } from './endpoints.ts';
import { errorOf, callFailureOf } from './failure.ts';

/** Older versions cannot fragment large watch responses, and their watches could lose events. */
const oldest = [3, 4, 0] as const;
const attemptMs = 2_000;
const pauseMs = 250;
/** The interval between log lines about the same fault. */
const tellMs = 10_000;

export interface GreetOptions {
  readonly endpoints: Endpoints;
  /** The time to wait for a cluster that is starting. */
  readonly openTimeoutMs: number;
  readonly logger: Logger;
}

interface Greeting {
  readonly endpoint: Endpoint;
  readonly status: IStatusResponse;
}

export async function greet({ endpoints, openTimeoutMs, logger }: GreetOptions): Promise<void> {
  const deadline = Date.now() + openTimeoutMs;
  let tellAt = 0;
  for (;;) {
    const answers = await Promise.allSettled(endpoints.all.map(askOne));
    const greetings = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    if (greetings.length > 0) {
      checkVersions(greetings);
      endpoints.identity.begin(parseClusterId(checkOneCluster(greetings)));
      return;
    }
    const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [callFailureOf(answer.reason)] : []));
    const hopeless = failures.find(({ code }) => code === 'notTrusted');
    const failure = hopeless ?? failures[0];
    if (failure !== undefined && (hopeless !== undefined || Date.now() + pauseMs > deadline)) {
      throw errorOf(failure, 'no');
    }
    if (Date.now() >= tellAt) {
      tellAt = Date.now() + tellMs;
      logger.warn('etcd does not answer yet', { urls: endpoints.all.map(({ url }) => url), reason: failure?.text });
    }
    await wait(pauseMs);
  }
}

async function askOne(endpoint: Endpoint): Promise<Greeting> {
  const status = await endpoint.client.maintenance.status({ deadline: Date.now() + attemptMs });
  return { endpoint, status };
}

function checkVersions(greetings: readonly Greeting[]): void {
  for (const { endpoint, status } of greetings) {
    if (isNewEnough(status.version)) continue;
    throw new StorageError(
      'serverTooOld',
      `etcd at ${endpoint.url} has version ${status.version}; the oldest supported is ${oldest.join('.')}. ` +
        'Upgrade etcd. Nothing was written to it.',
    );
  }
}

export function isNewEnough(version: string): boolean {
  const parts = /^(\d+)\.(\d+)\.(\d+)/.exec(version)?.slice(1).map(Number) ?? [];
  for (const [index, least] of oldest.entries()) {
    const part = parts[index] ?? 0;
    if (part !== least) return part > least;
  }
  return true;
}

/** Returns the id of the cluster. */
function checkOneCluster(greetings: readonly Greeting[]): string {
  const clusters = new Map(greetings.map(({ endpoint, status }) => [status.header.cluster_id, endpoint.url]));
  const [clusterId = '0', ...others] = clusters.keys();
  if (others.length === 0) return clusterId;
  throw new StorageError(
    'invalidArgument',
    `The etcd servers ${[...clusters.values()].join(' and ')} belong to different clusters. Correct --etcd-servers.`,
  );
}
