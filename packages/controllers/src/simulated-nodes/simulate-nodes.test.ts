/** Simulated nodes over a real registry, with the default roles: what clients see of pods and nodes. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import type { Event, Node, Pod } from '@keelson/api';

import { openCluster, until, type Cluster } from '../testing/open-cluster.ts';
import { parseSimulationRules } from './behaviour/parse-rules.ts';
import { simulateNodes } from './simulate-nodes.ts';

let cluster: Cluster;

beforeAll(async () => {
  cluster = await openCluster();
  const parsed = parseSimulationRules(`
nodes:
- names: [node-3]
  capacity: {cpu: 500m}
  taints: [{key: special, effect: NoSchedule}]
  labels: {disk: fast}
pods:
- match: {labels: {kind: slow}}
  startAfter: 20s
`);
  if (!parsed.ok) throw new Error(parsed.message);
  const options = {
    nodes: 3,
    rules: parsed.rules,
    seed: 1,
    speed: 10,
    recordsEvents: true,
    bindsPods: true,
    actsAsNodes: true,
  };
  cluster.start([simulateNodes(options)]);
});

afterAll(() => cluster.close());

const pause = { name: 'c', image: 'pause' };

interface PodWish {
  readonly annotations?: Record<string, string>;
  readonly labels?: Record<string, string>;
  readonly finalizers?: readonly string[];
  readonly spec?: object;
}

async function createPod(name: string, { spec, ...metadata }: PodWish = {}): Promise<void> {
  await cluster.create(cluster.kinds.pods, {
    metadata: { name, ...metadata },
    spec: { containers: [pause], terminationGracePeriodSeconds: 30, ...spec },
  });
}

async function readPod(name: string): Promise<Pod | undefined> {
  return (await cluster.read(cluster.kinds.pods, name)) as Pod | undefined;
}

function podThat(name: string, holds: (pod: Pod) => boolean): Promise<Pod> {
  return until(async () => {
    const pod = await readPod(name);
    return pod !== undefined && holds(pod) && pod;
  });
}

const phase = (wanted: string) => (pod: Pod) => pod.status.phase === wanted;

function conditionOf({ status }: Pod, wanted: string) {
  return status.conditions?.find(({ type }) => type === wanted);
}

async function eventsOf(name: string): Promise<readonly Event[]> {
  const events = (await cluster.list(cluster.kinds.events)) as unknown as Event[];
  return events.filter(({ involvedObject }) => involvedObject.name === name);
}

const annotate = (settings: Record<string, string>) =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [`simulation.keelson.io/${name}`, value]));

describe('the nodes', () => {
  it('are ready, have room, and no taint but those of the rules', async () => {
    const node = await until(async () => {
      const found = (await cluster.read(cluster.kinds.nodes, 'node-1')) as Node | undefined;
      return found !== undefined && (found.spec.taints ?? []).length === 0 && found;
    });
    expect(node.status.conditions?.find(({ type }) => type === 'Ready')).toMatchObject({
      status: 'True',
      reason: 'KubeletReady',
    });
    expect(node.status.allocatable).toMatchObject({ cpu: '8', pods: '110' });
    expect(node.spec.podCIDR).toBe('10.192.0.0/24');
    const special = await until(async () => {
      const found = (await cluster.read(cluster.kinds.nodes, 'node-3')) as Node | undefined;
      return found?.spec.taints?.length === 1 && found;
    });
    expect(special.spec.taints).toEqual([{ key: 'special', effect: 'NoSchedule' }]);
    expect(special.metadata.labels).toMatchObject({ disk: 'fast', 'kubernetes.io/hostname': 'node-3' });
  });

  it('hold Leases in kube-node-lease that they own', async () => {
    const target = { resource: cluster.kinds.leases, namespace: 'kube-node-lease', name: 'node-2' };
    const lease = await until(async () => {
      const got = await cluster.registry.get(target, {});
      return got.ok && (JSON.parse(got.value.object.value.toString()) as object);
    });
    expect(lease).toMatchObject({
      metadata: { ownerReferences: [{ kind: 'Node', name: 'node-2' }] },
      spec: { holderIdentity: 'node-2', leaseDurationSeconds: 40, renewTime: expect.stringMatching(/\.\d{6}Z$/) },
    });
  });
});

describe('a pod that runs for ever', () => {
  it('is bound, gets an address, and becomes ready with two writes of others', async () => {
    await createPod('service');
    const pod = await podThat('service', (each) => conditionOf(each, 'Ready')?.status === 'True');
    expect(pod.spec.nodeName).toMatch(/^node-[12]$/);
    expect(pod.status).toMatchObject({
      phase: 'Running',
      hostIP: expect.stringMatching(/^10\.128\.[01]\.1$/),
      podIP: expect.stringMatching(/^10\.192\.[01]\.\d+$/),
      podIPs: [{ ip: pod.status.podIP }],
      startTime: expect.any(String),
      containerStatuses: [
        {
          name: 'c',
          ready: true,
          started: true,
          restartCount: 0,
          state: { running: { startedAt: expect.any(String) } },
        },
      ],
    });
    for (const type of ['Initialized', 'Ready', 'ContainersReady', 'PodScheduled']) {
      expect(conditionOf(pod, type)).toMatchObject({ status: 'True' });
      expect(conditionOf(pod, type)).not.toHaveProperty('reason');
    }
    const reasons = await until(async () => {
      const all = (await eventsOf('service')).map(({ reason, source }) => [reason, source.component, source.host]);
      return all.length === 4 && all;
    });
    const node = pod.spec.nodeName;
    expect(reasons).toEqual(
      expect.arrayContaining([
        ['Scheduled', 'default-scheduler', undefined],
        ['Pulled', 'kubelet', node],
        ['Created', 'kubelet', node],
        ['Started', 'kubelet', node],
      ]),
    );
  });

  it('is stopped within its grace period and deleted', async () => {
    await createPod('stopped', { annotations: annotate({ 'stop-after': '2s' }) });
    await podThat('stopped', phase('Running'));
    await cluster.remove(cluster.kinds.pods, 'stopped');
    expect(await readPod('stopped')).toMatchObject({ metadata: { deletionGracePeriodSeconds: 30 } });
    await until(async () => (await readPod('stopped')) === undefined);
    const killed = await until(async () => (await eventsOf('stopped')).find(({ reason }) => reason === 'Killing'));
    expect(killed).toMatchObject({ message: 'Stopping container c' });
  });

  it('that a finalizer holds shows that it has ended, and goes with the finalizer', async () => {
    await createPod('held', {
      finalizers: ['example.com/hold'],
      spec: { restartPolicy: 'Never', containers: [pause] },
      annotations: annotate({ 'run-for': '1h' }),
    });
    await podThat('held', phase('Running'));
    await cluster.remove(cluster.kinds.pods, 'held');
    const pod = await podThat('held', phase('Failed'));
    expect(pod.status.containerStatuses?.[0]?.state).toMatchObject({ terminated: { exitCode: 143, reason: 'Error' } });
    await cluster.mergePatch(cluster.kinds.pods, 'held', { metadata: { finalizers: null } });
    await until(async () => (await readPod('held')) === undefined);
  });

  it('that is never ready says why', async () => {
    await createPod('unready', { annotations: annotate({ ready: 'false' }) });
    const pod = await podThat('unready', phase('Running'));
    const fault = { status: 'False', reason: 'ContainersNotReady', message: 'containers with unready status: [c]' };
    expect(conditionOf(pod, 'Ready')).toMatchObject(fault);
    expect(conditionOf(pod, 'ContainersReady')).toMatchObject(fault);
  });

  it('becomes ready when its readiness gates let it', async () => {
    await createPod('gated', { spec: { readinessGates: [{ conditionType: 'example.com/ok' }] } });
    const waiting = await podThat('gated', phase('Running'));
    expect(conditionOf(waiting, 'Ready')).toMatchObject({
      reason: 'ReadinessGatesNotReady',
      message: 'corresponding condition of pod readiness gate "example.com/ok" does not exist.',
    });
    const conditions = [...(waiting.status.conditions ?? []), { type: 'example.com/ok', status: 'True' }];
    await cluster.mergePatch(cluster.kinds.pods, 'gated', { status: { conditions } }, 'status');
    const pod = await podThat('gated', (each) => conditionOf(each, 'Ready')?.status === 'True');
    expect(conditionOf(pod, 'Ready')).not.toHaveProperty('message');
    expect(conditionOf(pod, 'example.com/ok')?.status).toBe('True');
  });
});

describe('a pod that ends', () => {
  it('succeeds after its time', async () => {
    await createPod('done', { spec: { restartPolicy: 'Never' } });
    const pod = await podThat('done', phase('Succeeded'));
    expect(pod.status.containerStatuses?.[0]).toMatchObject({
      ready: false,
      started: false,
      state: { terminated: { exitCode: 0, reason: 'Completed' } },
    });
    expect(conditionOf(pod, 'Ready')).toMatchObject({ status: 'False', reason: 'PodCompleted' });
    expect(conditionOf(pod, 'Initialized')).toMatchObject({ status: 'True', reason: 'PodCompleted' });
  });

  it('fails with its exit code', async () => {
    await createPod('failed', { annotations: annotate({ 'exit-code': '3' }), spec: { restartPolicy: 'Never' } });
    const pod = await podThat('failed', phase('Failed'));
    expect(pod.status.containerStatuses?.[0]?.state).toMatchObject({ terminated: { exitCode: 3, reason: 'Error' } });
    expect(conditionOf(pod, 'Ready')).toMatchObject({ status: 'False', reason: 'ContainersNotReady' });
  });

  it('ends as its command says, unless an annotation says otherwise', async () => {
    const containers = [{ name: 'c', image: 'busybox', command: ['sh', '-c', 'exit 4'] }];
    await createPod('exits', { spec: { restartPolicy: 'Never', containers } });
    const annotations = annotate({ 'exit-code': '5' });
    await createPod('annotated', { annotations, spec: { restartPolicy: 'Never', containers } });
    for (const [name, exitCode] of [
      ['exits', 4],
      ['annotated', 5],
    ] as const) {
      const pod = await podThat(name, phase('Failed'));
      expect(pod.status.containerStatuses?.[0]?.state).toMatchObject({ terminated: { exitCode } });
    }
  });

  it('restarts as often as it is to fail', async () => {
    const annotations = annotate({ 'exit-code': '3', failures: '2', 'run-for': '100ms' });
    await createPod('flaky', { annotations, spec: { restartPolicy: 'OnFailure' } });
    const crashing = await podThat(
      'flaky',
      (pod) => pod.status.containerStatuses?.[0]?.state.waiting?.reason === 'CrashLoopBackOff',
    );
    expect(crashing.status).toMatchObject({
      phase: 'Running',
      containerStatuses: [
        {
          state: {
            waiting: {
              message: `back-off 10s restarting failed container=c pod=flaky_default(${crashing.metadata.uid ?? ''})`,
            },
          },
          lastState: { terminated: { exitCode: 3 } },
        },
      ],
    });
    const pod = await podThat('flaky', phase('Succeeded'));
    expect(pod.status.containerStatuses?.[0]).toMatchObject({
      restartCount: 2,
      state: { terminated: { exitCode: 0 } },
    });
  });

  it('misses its deadline', async () => {
    const spec = { restartPolicy: 'Never', activeDeadlineSeconds: 1 };
    await createPod('late', { annotations: annotate({ 'run-for': '1h' }), spec });
    const pod = await podThat('late', phase('Failed'));
    expect(pod.status).toMatchObject({ reason: 'DeadlineExceeded' });
  });
});

describe('containers', () => {
  it('are created before they run, where that takes a while', async () => {
    await createPod('creating', { labels: { kind: 'slow' } });
    const pod = await podThat('creating', ({ status }) => status.containerStatuses !== undefined);
    expect(pod.status).toMatchObject({
      phase: 'Pending',
      containerStatuses: [{ state: { waiting: { reason: 'ContainerCreating' } } }],
    });
    expect(pod.status).not.toHaveProperty('podIP');
    await podThat('creating', phase('Running'));
  });

  it('wait for the init containers', async () => {
    const initContainers = [
      { name: 'first', image: 'i' },
      { name: 'second', image: 'i' },
    ];
    await createPod('init', { annotations: annotate({ 'init-for': '5s' }), spec: { initContainers } });
    const pod = await podThat('init', ({ status }) => status.initContainerStatuses?.[1]?.state.running !== undefined);
    expect(pod.status).toMatchObject({
      phase: 'Pending',
      initContainerStatuses: [{ ready: true, state: { terminated: { exitCode: 0 } } }, { ready: false }],
      containerStatuses: [{ state: { waiting: { reason: 'PodInitializing' } } }],
    });
    expect(conditionOf(pod, 'Initialized')).toMatchObject({
      status: 'False',
      reason: 'ContainersNotInitialized',
      message: 'containers with incomplete status: [second]',
    });
    await podThat('init', phase('Running'));
  });

  it('that cannot start wait for the reason that is given', async () => {
    await createPod('stuck', { annotations: annotate({ 'waiting-reason': 'ImagePullBackOff' }) });
    const pod = await podThat('stuck', ({ status }) => status.containerStatuses !== undefined);
    expect(pod.status).toMatchObject({
      phase: 'Pending',
      containerStatuses: [
        { state: { waiting: { reason: 'ImagePullBackOff', message: 'Back-off pulling image "pause"' } } },
      ],
    });
    await cluster.remove(cluster.kinds.pods, 'stuck');
    await until(async () => (await readPod('stuck')) === undefined);
  });

  it('whose image cannot be pulled have the events of a kubelet that has tried', async () => {
    await createPod('unpulled', { annotations: annotate({ 'waiting-reason': 'ImagePullBackOff' }) });
    await podThat('unpulled', ({ status }) => status.containerStatuses !== undefined);
    const told = await until(async () => {
      const ofKubelet = (await eventsOf('unpulled')).filter(({ source }) => source.component === 'kubelet');
      return ofKubelet.length === 5 && ofKubelet.map(({ type, reason, message }) => [type, reason, message]);
    });
    const missing = 'failed to pull and unpack image "pause": failed to resolve reference "pause": pause: not found';
    expect(told).toHaveLength(5);
    expect(told).toEqual(
      expect.arrayContaining([
        ['Normal', 'Pulling', 'Pulling image "pause"'],
        ['Warning', 'Failed', `Failed to pull image "pause": rpc error: code = NotFound desc = ${missing}`],
        ['Warning', 'Failed', 'Error: ErrImagePull'],
        ['Normal', 'BackOff', 'Back-off pulling image "pause"'],
        ['Warning', 'Failed', 'Error: ImagePullBackOff'],
      ]),
    );
    await createPod('fails', { annotations: annotate({ 'waiting-reason': 'ErrImagePull' }) });
    const pod = await podThat('fails', ({ status }) => status.containerStatuses !== undefined);
    expect(pod.status.containerStatuses).toMatchObject([
      { state: { waiting: { reason: 'ErrImagePull', message: `rpc error: code = NotFound desc = ${missing}` } } },
    ]);
  });

  it.each(['webserver:404', 'foo:non-existent', 'registry.example.com/does-not-exist:v1'])(
    'cannot start from an image that says it is not there, such as %s',
    async (image) => {
      await createPod('absent', { spec: { containers: [{ name: 'c', image }] } });
      const pod = await podThat('absent', ({ status }) => status.containerStatuses !== undefined);
      expect(pod.status.containerStatuses).toMatchObject([{ state: { waiting: { reason: 'ImagePullBackOff' } } }]);
      await cluster.remove(cluster.kinds.pods, 'absent');
      await until(async () => (await readPod('absent')) === undefined);
    },
  );
});

describe('a pod that fits nowhere', () => {
  it('says so as kube-scheduler does, and is bound when the cluster has changed', async () => {
    const spec = { containers: [{ ...pause, resources: { requests: { cpu: '6' } } }] };
    for (const name of ['large-1', 'large-2']) await createPod(name, { spec });
    for (const name of ['large-1', 'large-2']) await podThat(name, phase('Running'));
    await createPod('large-3', { spec });
    const message =
      '0/3 nodes are available: 1 node(s) had untolerated taint {special: }, 2 Insufficient cpu. preemption: 0/3 nodes are ' +
      'available: 1 Preemption is not helpful for scheduling, 2 No preemption victims found for incoming pod.';
    const waiting = await podThat('large-3', (pod) => conditionOf(pod, 'PodScheduled') !== undefined);
    expect(waiting.status.phase).toBe('Pending');
    expect(conditionOf(waiting, 'PodScheduled')).toMatchObject({ status: 'False', reason: 'Unschedulable', message });
    const told = await until(async () =>
      (await eventsOf('large-3')).find(({ reason }) => reason === 'FailedScheduling'),
    );
    expect(told).toMatchObject({ type: 'Warning', message, source: { component: 'default-scheduler' } });
    await cluster.remove(cluster.kinds.pods, 'large-1');
    const bound = await podThat('large-3', phase('Running'));
    expect(conditionOf(bound, 'PodScheduled')).not.toHaveProperty('message');
    for (const name of ['large-2', 'large-3']) await cluster.remove(cluster.kinds.pods, name);
  });

  it('may be told to', async () => {
    await createPod('unwanted', { annotations: annotate({ schedulable: 'false' }) });
    const pod = await podThat('unwanted', (each) => conditionOf(each, 'PodScheduled') !== undefined);
    expect(conditionOf(pod, 'PodScheduled')?.message).toMatch(/^0\/3 nodes are available: 3 node\(s\) didn't match/);
  });
});

describe('a pod that is particular', () => {
  const tolerations = [{ key: 'special', operator: 'Exists' }];

  it('goes to the node that it selects, and whose taint it tolerates', async () => {
    await createPod('selecting', { spec: { nodeSelector: { disk: 'fast' }, tolerations } });
    expect((await podThat('selecting', phase('Running'))).spec.nodeName).toBe('node-3');
  });

  it('goes to the node that its affinity prefers', async () => {
    const preference = { matchExpressions: [{ key: 'disk', operator: 'In', values: ['fast'] }] };
    const nodeAffinity = { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 100, preference }] };
    await createPod('preferring', { spec: { tolerations, affinity: { nodeAffinity } } });
    expect((await podThat('preferring', phase('Running'))).spec.nodeName).toBe('node-3');
  });

  it('keeps away from its like, and from the last one where there is no other place', async () => {
    const term = { labelSelector: { matchLabels: { app: 'shy' } }, topologyKey: 'kubernetes.io/hostname' };
    const affinity = { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } };
    for (const name of ['shy-1', 'shy-2', 'shy-3'])
      await createPod(name, { labels: { app: 'shy' }, spec: { affinity } });
    const pods = await until(async () => {
      const all = await Promise.all(['shy-1', 'shy-2', 'shy-3'].map((name) => readPod(name)));
      return all.every((pod) => pod !== undefined && conditionOf(pod, 'PodScheduled') !== undefined) && all;
    });
    const bound = pods.flatMap((pod) => pod?.spec.nodeName ?? []);
    expect([...bound].sort()).toEqual(['node-1', 'node-2']);
    const left = pods.find((pod) => (pod?.spec.nodeName ?? '') === '');
    expect(left && conditionOf(left, 'PodScheduled')?.message).toContain(
      "2 node(s) didn't match pod anti-affinity rules",
    );
  });

  it('runs where another one put it, whatever its scheduler', async () => {
    await createPod('placed', { spec: { nodeName: 'node-2', schedulerName: 'other' } });
    expect(conditionOf(await podThat('placed', phase('Running')), 'PodScheduled')).toMatchObject({ status: 'True' });
    await createPod('foreign', { spec: { schedulerName: 'other' } });
    await createPod('after');
    await podThat('after', phase('Running'));
    expect((await readPod('foreign'))?.spec).not.toHaveProperty('nodeName');
  });
});

it('A node that is cordoned takes no pod', async () => {
  for (const name of ['node-1', 'node-2']) {
    await cluster.mergePatch(cluster.kinds.nodes, name, { spec: { unschedulable: true } });
  }
  await until(
    () => cluster.informers.informer<Node>(cluster.kinds.nodes).get({ name: 'node-2' })?.object.spec.unschedulable,
  );
  await createPod('cordoned');
  const pod = await podThat('cordoned', (each) => conditionOf(each, 'PodScheduled') !== undefined);
  expect(conditionOf(pod, 'PodScheduled')?.message).toContain('2 node(s) were unschedulable');
  await cluster.mergePatch(cluster.kinds.nodes, 'node-1', { spec: { unschedulable: null } });
  expect((await podThat('cordoned', phase('Running'))).spec.nodeName).toBe('node-1');
});
