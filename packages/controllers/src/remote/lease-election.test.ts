import { afterEach, expect, it } from '@jest/globals';
import { silentLogger } from '@keelson/telemetry';

import type { ControllerClient } from '../client/controller-client.ts';
import { createRegistryClient } from '../client/registry-client.ts';
import { realClock, type ControllerClock } from '../controller-clock.ts';
import { openCluster, tester, until, type Cluster } from '../testing/open-cluster.ts';
import { createLeaseElection } from './lease-election.ts';

let cluster: Cluster | undefined;
afterEach(async () => {
  await cluster?.close();
});

/** Runs what is due when it is moved. */
class ManualClock implements ControllerClock {
  #nowMs = 1_000;
  readonly #timers = new Set<{ readonly atMs: number; readonly run: () => void }>();

  now(): number {
    return this.#nowMs;
  }

  wallMs(): number {
    return realClock.wallMs();
  }

  after(delayMs: number, run: () => void): () => void {
    const timer = { atMs: this.#nowMs + delayMs, run };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  move(ms: number): void {
    this.#nowMs += ms;
    for (const timer of [...this.#timers].filter(({ atMs }) => atMs <= this.#nowMs)) {
      if (this.#timers.delete(timer)) timer.run();
    }
  }
}

const times = { leaseMs: 15_000, renewMs: 10_000, retryMs: 2_000 };

async function open(wrap: (client: ControllerClient) => ControllerClient, clock: ControllerClock) {
  cluster = await openCluster();
  const { authorizer, kinds, registry, scheme } = cluster;
  const client = wrap(createRegistryClient({ registry, authorizer, domain: scheme.domain }, tester));
  const place = { namespace: 'kube-system', name: 'tested' };
  return createLeaseElection({ client, leases: kinds.leases, ...place, ...times, clock, logger: silentLogger });
}

it('counts the time of a leader from when it asked for its Lease, not from a late answer', async () => {
  const clock = new ManualClock();
  const election = await open(
    (client) => ({
      ...client,
      create: async (target, object) => {
        const created = await client.create<never>(target, object);
        clock.move(12_000);
        return created;
      },
    }),
    clock,
  );
  const place = await election.campaign('', { identity: 'a' });
  expect(place.isCurrent()).toBe(false);
  await place.resign();
});

it('ends a leadership in time while the server does not answer', async () => {
  const clock = new ManualClock();
  let answer: () => void = () => undefined;
  let isAsked = false;
  const election = await open(
    (client) => ({
      ...client,
      update: (target, object) =>
        new Promise((resolve, reject) => {
          isAsked = true;
          answer = () => void client.update<never>(target, object).then(resolve, reject);
        }),
    }),
    clock,
  );
  const place = await election.campaign('', { identity: 'a' });
  clock.move(2_000);
  await until(() => isAsked);
  expect(place.signal.aborted).toBe(false);
  clock.move(8_000);
  expect(place.signal.aborted).toBe(true);
  answer();
  await place.resign();
});
