/** Replays: equal pods and an equal seed give equal nodes and ends, with as few writes as possible. */
import { expect, it } from '@jest/globals';

import type { Pod } from '@keelson/api';

import { realClock, type ControllerClock } from '../controller-clock.ts';
import { openCluster, until } from '../testing/open-cluster.ts';
import { parseSimulationRules } from './behaviour/parse-rules.ts';
import { simulateNodes } from './simulate-nodes.ts';

interface Story {
  /** By prefix and ordinal: the node and the exit code. */
  readonly ends: readonly (readonly [string, string | undefined, number | undefined])[];
  /** The distinct numbers of writes of a pod after its creation. */
  readonly writes: ReadonlySet<number>;
}

const count = 30;
const rules = 'pods: [{startAfter: 100ms-2s, runFor: 1s-3s, failureRate: 0.4, exitCode: 7}]';

/** A clock that stands still while pods are bound, so that no pod ends before the last is bound; then it runs. */
function createHeldClock(): ControllerClock & { readonly release: () => void } {
  const held: (() => void)[] = [];
  let isHeld = true;
  const heldMs = realClock.now();
  return {
    ...realClock,
    now: () => (isHeld ? heldMs : realClock.now()),
    after: (delayMs, run) => {
      if (!isHeld) return realClock.after(delayMs, run);
      let cancel = (): void => void held.splice(held.indexOf(begin), 1);
      const begin = (): void => {
        cancel = realClock.after(delayMs, run);
      };
      held.push(begin);
      return () => cancel();
    },
    release: () => {
      isHeld = false;
      for (const begin of [...held]) begin();
    },
  };
}

async function play(seed: number): Promise<Story> {
  const cluster = await openCluster();
  try {
    const parsed = parseSimulationRules(rules);
    if (!parsed.ok) throw new Error(parsed.message);
    const { pods } = cluster.kinds;
    const writes = new Map<string, number>();
    const informer = cluster.informers.informer<Pod>(pods);
    informer.addHandler({ onUpdate: (_, { name }) => writes.set(name, (writes.get(name) ?? 0) + 1) });
    const options = {
      nodes: 5,
      rules: parsed.rules,
      seed,
      speed: 1_000,
      recordsEvents: false,
      bindsPods: true,
      actsAsNodes: true,
    };
    const clock = createHeldClock();
    cluster.start([simulateNodes(options)], { clock });
    const names: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const containers = [{ name: 'c', image: 'i' }];
      const metadata = index % 2 === 0 ? { generateName: 'made-' } : { name: `named-${index}` };
      names.push(
        (await cluster.create(pods, { metadata, spec: { restartPolicy: 'Never', containers } })).metadata.name,
      );
    }
    const podsThat = (holds: (pod: Pod) => boolean) =>
      until(() => {
        const all = names.flatMap((name) => informer.get({ namespace: 'default', name })?.object ?? []);
        return all.length === count && all.every(holds) && all;
      });
    await podsThat(({ spec }) => spec.nodeName !== undefined);
    clock.release();
    const ended = await podsThat(({ status }) => status.phase === 'Succeeded' || status.phase === 'Failed');
    return {
      ends: ended.map((pod, index) => [
        index % 2 === 0 ? `made ${index}` : (names[index] ?? ''),
        pod.spec.nodeName,
        pod.status.containerStatuses?.[0]?.state.terminated?.exitCode,
      ]),
      writes: new Set(writes.values()),
    };
  } finally {
    await cluster.close();
  }
}

it('A seed decides the nodes and the ends of pods, and three writes are a life', async () => {
  const first = await play(1);
  expect(first.writes).toEqual(new Set([3]));
  const codes = first.ends.map(([, , code]) => code);
  expect(new Set(codes)).toEqual(new Set([0, 7]));
  expect((await play(1)).ends).toEqual(first.ends);
  expect((await play(2)).ends).not.toEqual(first.ends);
});
