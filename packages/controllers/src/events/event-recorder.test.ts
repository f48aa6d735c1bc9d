import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { silentLogger } from '@keelson/telemetry';

import { createRegistryClient } from '../client/registry-client.ts';
import { realClock, type ControllerClock } from '../controller-clock.ts';
import { openCluster, tester, until, type Cluster } from '../testing/open-cluster.ts';
import { createEventRecorder } from './event-recorder.ts';

let cluster: Cluster;
beforeEach(async () => {
  cluster = await openCluster();
});
afterEach(() => cluster.close());

/** A clock that stands still until it is moved, so that no tokens are refilled meanwhile. */
function standingClock() {
  let nowMs = 0;
  let due: (() => void) | undefined;
  const clock: ControllerClock = {
    now: () => nowMs,
    wallMs: () => realClock.wallMs(),
    after: (delayMs, run) => {
      due = () => {
        nowMs += delayMs;
        run();
      };
      return () => (due = undefined);
    },
  };
  return { clock, move: () => due?.(), isWaitedFor: () => due !== undefined };
}

it('writes a burst of events at once and the others at a pace, and drops those that wait when it closes', async () => {
  const { registry, authorizer, scheme, kinds } = cluster;
  const { clock, move, isWaitedFor } = standingClock();
  const recorder = createEventRecorder({
    client: createRegistryClient({ registry, authorizer, domain: scheme.domain }, tester),
    events: kinds.events,
    component: 'tester',
    clock,
    logger: silentLogger,
    rate: { perSecond: 5, burst: 3 },
  });
  for (let number = 0; number < 6; number += 1) {
    const about = { apiVersion: 'v1', kind: 'Thing', namespace: 'default', name: `thing-${number}`, uid: `${number}` };
    recorder.record({ about, type: 'Normal', reason: 'Made', message: 'made' });
  }
  const count = async () => (await cluster.list(kinds.events)).length;
  await until(() => isWaitedFor() || undefined);
  expect(await count()).toBe(3);
  move();
  await until(async () => (await count()) === 4 || undefined);
  await until(() => isWaitedFor() || undefined);
  await recorder.close();
  expect(await count()).toBe(4);
});
