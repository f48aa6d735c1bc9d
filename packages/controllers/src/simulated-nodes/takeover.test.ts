/** Leader changes: the next leader resumes nodes and pods from their statuses. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';

import type { Node, Pod } from '@keelson/api';

import { openCluster, until, type Cluster } from '../testing/open-cluster.ts';
import { noRules } from './behaviour/simulation-rules.ts';
import { simulateNodes } from './simulate-nodes.ts';

let cluster: Cluster;

beforeAll(async () => {
  cluster = await openCluster();
});

afterAll(() => cluster.close());

const start = () =>
  cluster.start([
    simulateNodes({
      nodes: 1,
      rules: noRules,
      seed: 1,
      speed: 10,
      recordsEvents: false,
      bindsPods: true,
      actsAsNodes: true,
    }),
  ]);

async function createPod(name: string, annotations: Record<string, string> = {}, restartPolicy = 'Always') {
  const spec = { restartPolicy, containers: [{ name: 'c', image: 'i' }] };
  await cluster.create(cluster.kinds.pods, { metadata: { name, annotations }, spec });
}

function podIn(name: string, phase: string): Promise<Pod> {
  return until(async () => {
    const pod = (await cluster.read(cluster.kinds.pods, name)) as Pod | undefined;
    return pod?.status.phase === phase && pod;
  });
}

const annotate = (name: string, value: string) => ({ [`simulation.keelson.io/${name}`]: value });

it('Another leader goes on with the pods that run, and writes nothing that is written', async () => {
  const first = start();
  await createPod('service');
  await createPod('once', annotate('run-for', '30s'), 'Never');
  await createPod('fails', { ...annotate('run-for', '10s'), ...annotate('exit-code', '4') }, 'OnFailure');
  const before = await podIn('service', 'Running');
  const running = await podIn('once', 'Running');
  await podIn('fails', 'Running');
  await first.stop();
  await cluster.mergePatch(cluster.kinds.nodes, 'node-1', { metadata: { labels: { kept: 'yes' } } });

  const second = start();
  await createPod('later');
  const later = await podIn('later', 'Running');
  const done = await podIn('once', 'Succeeded');
  const after = await podIn('service', 'Running');
  expect(after.metadata.resourceVersion).toBe(before.metadata.resourceVersion);
  expect(done.status).toMatchObject({ startTime: running.status.startTime, podIP: running.status.podIP });
  expect([before.status.podIP, running.status.podIP]).not.toContain(later.status.podIP);
  const restarted = await until(async () => {
    const pod = (await cluster.read(cluster.kinds.pods, 'fails')) as Pod | undefined;
    return (pod?.status.containerStatuses?.[0]?.restartCount ?? 0) > 0 && pod;
  });
  expect(restarted.status.containerStatuses?.[0]?.lastState).toMatchObject({ terminated: { exitCode: 4 } });
  const node = (await cluster.read(cluster.kinds.nodes, 'node-1')) as unknown as Node;
  expect(node.metadata.labels).toMatchObject({ kept: 'yes' });
  await second.stop();
});

it('A node that was deleted stays away, and comes back when somebody makes it', async () => {
  const running = start();
  await createPod('first');
  await podIn('first', 'Running');
  await cluster.remove(cluster.kinds.nodes, 'node-1');
  await createPod('homeless');
  const waiting = await until(async () => {
    const pod = (await cluster.read(cluster.kinds.pods, 'homeless')) as Pod | undefined;
    return pod?.status.conditions?.find(({ type }) => type === 'PodScheduled');
  });
  expect(waiting).toMatchObject({ status: 'False', message: 'no nodes available to schedule pods' });
  await cluster.create(cluster.kinds.nodes, { metadata: { name: 'node-1' } });
  await podIn('homeless', 'Running');
  await running.stop();
});
