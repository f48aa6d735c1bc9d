/** The Deployment controller with that of ReplicaSets, over a real store. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DeploymentStatus } from '@keelson/api';

import { replicaSetController } from '../replicaset/replica-controller.ts';
import { openCluster, until, type Cluster, type Json } from '../testing/open-cluster.ts';
import { playKubelet } from '../testing/play-kubelet.ts';
import { deploymentController } from './deployment-controller.ts';

let cluster: Cluster;
/** Pods of other images stay pending. */
let runs: (image: string) => boolean;

beforeEach(async () => {
  cluster = await openCluster();
  runs = () => true;
  playKubelet(cluster, { runs: ({ object }) => runs(object.spec.containers?.[0]?.image ?? '') });
  cluster.start([deploymentController, replicaSetController]);
});

afterEach(async () => {
  await cluster.close();
});

const labels = { app: 'web' };
const templateOf = (image: string) => ({ metadata: { labels }, spec: { containers: [{ name: 'c', image }] } });

const create = (spec: object = {}) =>
  cluster.create(cluster.kinds.deployments, {
    metadata: { name: 'web', annotations: { owner: 'us' } },
    spec: { replicas: 3, selector: { matchLabels: labels }, template: templateOf('one'), ...spec },
  });

const patch = (spec: object) => cluster.mergePatch(cluster.kinds.deployments, 'web', { spec });
const setImage = (image: string) => patch({ template: templateOf(image) });

async function read() {
  const found = await cluster.read(cluster.kinds.deployments, 'web');
  return { ...found, status: (found?.['status'] ?? {}) as DeploymentStatus };
}

const conditionOf = ({ conditions }: DeploymentStatus, type: string) => conditions?.find((each) => each.type === type);

/** As `kubectl rollout status` waits. */
const untilRolledOut = (replicas = 3) =>
  until(async () => {
    const { status, metadata } = await read();
    const counts = [status.replicas, status.updatedReplicas, status.availableReplicas];
    const isSeen = status.observedGeneration === metadata?.['generation'];
    const isTold = conditionOf(status, 'Progressing')?.reason === 'NewReplicaSetAvailable';
    return isSeen && isTold && counts.every((count) => count === replicas) && status;
  });

const untilCondition = (type: string, reason: string) =>
  until(async () => {
    const condition = conditionOf((await read()).status, type);
    return condition?.reason === reason && condition;
  });

interface SetSpec {
  readonly replicas: number;
  readonly template: ReturnType<typeof templateOf>;
}

const specOf = (set: Json) => set['spec'] as SetSpec;

/** The sizes of ReplicaSets by image. */
async function sizes(): Promise<Record<string, number>> {
  const sets = await cluster.list(cluster.kinds.replicaSets);
  return Object.fromEntries(
    sets.map((set) => [specOf(set).template.spec.containers[0]?.image ?? '', specOf(set).replicas]),
  );
}

const untilSizes = (wanted: Record<string, number>) =>
  until(
    async () => JSON.stringify(Object.entries(await sizes()).sort()) === JSON.stringify(Object.entries(wanted).sort()),
  );

const pods = () => cluster.list(cluster.kinds.pods);

const annotationsOf = ({ metadata }: Pick<Json, 'metadata'>) =>
  (metadata['annotations'] ?? {}) as Record<string, string>;

async function setOf(image: string): Promise<Json> {
  const sets = await cluster.list(cluster.kinds.replicaSets);
  const found = sets.find((set) => specOf(set).template.spec.containers[0]?.image === image);
  if (found === undefined) throw new Error(`no ReplicaSet of ${image}`);
  return found;
}

async function messages(): Promise<string[]> {
  const events = await cluster.list(cluster.kinds.events);
  return events.filter(({ reason }) => reason === 'ScalingReplicaSet').map((event) => String(event['message']));
}

describe('a Deployment', () => {
  it('makes a ReplicaSet of its template, and says when its pods are available', async () => {
    await create();
    const status = await untilRolledOut();
    const set = await setOf('one');
    const hash = set.metadata.name.replace('web-', '');
    expect(set.metadata).toMatchObject({
      labels: { app: 'web', 'pod-template-hash': hash },
      annotations: {
        owner: 'us',
        'deployment.kubernetes.io/revision': '1',
        'deployment.kubernetes.io/desired-replicas': '3',
        'deployment.kubernetes.io/max-replicas': '4',
      },
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', controller: true }],
    });
    expect(set['spec']).toMatchObject({ selector: { matchLabels: { app: 'web', 'pod-template-hash': hash } } });
    expect(status).toMatchObject({ replicas: 3, updatedReplicas: 3, readyReplicas: 3, availableReplicas: 3 });
    expect(status.unavailableReplicas).toBeUndefined();
    expect(conditionOf(status, 'Available')).toMatchObject({
      status: 'True',
      reason: 'MinimumReplicasAvailable',
      message: 'Deployment has minimum availability.',
    });
    expect(conditionOf(status, 'Progressing')).toMatchObject({
      status: 'True',
      message: `ReplicaSet "${set.metadata.name}" has successfully progressed.`,
    });
    expect(annotationsOf((await read()) as Json)['deployment.kubernetes.io/revision']).toBe('1');
    await until(async () => (await messages()).includes(`Scaled up replica set ${set.metadata.name} to 3`));
  });

  it('rolls from one template to the next without too many or too few pods', async () => {
    await create({ replicas: 4, strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } } });
    await untilRolledOut(4);
    let [most, fewest] = [0, Infinity];
    const informer = cluster.informers.informer<{ status: { conditions?: object[] } }>(cluster.kinds.pods);
    const look = (): void => {
      const living = [...informer.list()].filter(({ head }) => head.deletionTimestamp === undefined);
      most = Math.max(most, living.length);
      fewest = Math.min(fewest, living.filter(({ object }) => object.status.conditions !== undefined).length);
    };
    const remove = informer.addHandler({ onAdd: look, onUpdate: look, onDelete: look });
    await setImage('two');
    await until(async () => (await sizes())['two'] === 4);
    await untilRolledOut(4);
    remove();
    expect(await sizes()).toEqual({ one: 0, two: 4 });
    expect(most).toBeLessThanOrEqual(5);
    expect(fewest).toBeGreaterThanOrEqual(3);
    expect(annotationsOf((await read()) as Json)['deployment.kubernetes.io/revision']).toBe('2');
  });

  it('goes back to an earlier template, whose ReplicaSet gets a new revision', async () => {
    await create();
    await untilRolledOut();
    await setImage('two');
    await until(async () => (await sizes())['two'] === 3);
    await untilRolledOut();
    await setImage('one');
    await untilSizes({ one: 3, two: 0 });
    expect(annotationsOf(await setOf('one'))).toMatchObject({
      'deployment.kubernetes.io/revision': '3',
      'deployment.kubernetes.io/revision-history': '1',
    });
    await until(async () => annotationsOf((await read()) as Json)['deployment.kubernetes.io/revision'] === '3');
  });

  it('counts on from the revision of a ReplicaSet that it adopts, however large', async () => {
    await cluster.create(cluster.kinds.replicaSets, {
      metadata: { name: 'old', labels, annotations: { 'deployment.kubernetes.io/revision': '3546343826724305832' } },
      spec: { replicas: 1, selector: { matchLabels: labels }, template: templateOf('old') },
    });
    await create();
    const read = await until(async () => {
      const sets = await cluster.list(cluster.kinds.replicaSets);
      return sets.find(({ metadata }) => metadata.name !== 'old');
    });
    expect(annotationsOf(read)['deployment.kubernetes.io/revision']).toBe('3546343826724305833');
  });

  it('stops where the new pods do not become ready, and tells so after its deadline', async () => {
    await create({ progressDeadlineSeconds: 1 });
    await untilRolledOut();
    runs = (image) => image === 'one';
    await setImage('stuck');
    const condition = await untilCondition('Progressing', 'ProgressDeadlineExceeded');
    expect(condition).toMatchObject({
      status: 'False',
      message: `ReplicaSet "${(await setOf('stuck')).metadata.name}" has timed out progressing.`,
    });
    expect(await sizes()).toEqual({ one: 3, stuck: 1 });
    expect(conditionOf((await read()).status, 'Available')?.status).toBe('True');
    await setImage('one');
    await untilSizes({ one: 3, stuck: 0 });
    await untilRolledOut();
  });

  it('that is scaled in the middle of a rollout scales its ReplicaSets in proportion', async () => {
    await create({ replicas: 10, strategy: { rollingUpdate: { maxSurge: 3, maxUnavailable: 2 } } });
    await untilRolledOut(10);
    runs = (image) => image === 'one';
    await setImage('stuck');
    await untilSizes({ one: 8, stuck: 5 });
    await patch({ replicas: 30 });
    await untilSizes({ one: 20, stuck: 13 });
  });

  it('that is paused rolls nothing out, is scaled, and goes on when it is resumed', async () => {
    await create({ replicas: 2 });
    await untilRolledOut(2);
    await patch({ paused: true });
    await untilCondition('Progressing', 'DeploymentPaused');
    await setImage('two');
    await patch({ replicas: 4 });
    await untilSizes({ one: 4 });
    await patch({ paused: false });
    await until(async () => (await sizes())['two'] === 4);
    await untilRolledOut(4);
  });

  it('recreates: no pod of a new template comes before the last one of the old is gone', async () => {
    await create({ replicas: 2, strategy: { type: 'Recreate' } });
    await untilRolledOut(2);
    const [held] = await pods();
    await cluster.mergePatch(cluster.kinds.pods, held?.metadata.name ?? '', {
      metadata: { finalizers: ['example.com/stay'] },
    });
    await setImage('two');
    await until(async () => (await pods()).length === 1);
    await untilSizes({ one: 0 });
    await cluster.mergePatch(cluster.kinds.pods, held?.metadata.name ?? '', { metadata: { finalizers: [] } });
    await until(async () => (await sizes())['two'] === 2);
    await untilRolledOut(2);
  });

  it('keeps as many old ReplicaSets as it is told', async () => {
    await create({ revisionHistoryLimit: 1 });
    for (const image of ['two', 'three']) {
      await untilRolledOut();
      await setImage(image);
      await until(async () => (await sizes())[image] === 3);
    }
    await untilRolledOut();
    await untilSizes({ two: 0, three: 3 });
  });

  it('adopts ReplicaSets that nobody controls, and makes one anew that is deleted', async () => {
    const template = templateOf('one');
    const spec = { replicas: 1, selector: { matchLabels: labels }, template };
    await cluster.create(cluster.kinds.replicaSets, { metadata: { name: 'mine', labels }, spec });
    await create({ replicas: 1 });
    await untilRolledOut(1);
    const sets = await cluster.list(cluster.kinds.replicaSets);
    expect(sets.map(({ metadata }) => metadata.name)).toEqual(['mine']);
    expect(sets[0]?.metadata['ownerReferences']).toMatchObject([{ kind: 'Deployment', name: 'web' }]);
    await cluster.remove(cluster.kinds.replicaSets, 'mine', { propagationPolicy: 'Background' });
    await until(async () =>
      (await cluster.list(cluster.kinds.replicaSets)).some(({ metadata }) => metadata.name !== 'mine'),
    );
  });

  it('takes another name where a ReplicaSet of another has the one of its template', async () => {
    await create({ replicas: 1 });
    await untilRolledOut(1);
    const { metadata } = await setOf('one');
    await patch({ paused: true });
    await untilCondition('Progressing', 'DeploymentPaused');
    await cluster.remove(cluster.kinds.replicaSets, metadata.name, { propagationPolicy: 'Background' });
    await until(async () => (await cluster.list(cluster.kinds.replicaSets)).length === 0);
    const foreign = { replicas: 0, selector: { matchLabels: { app: 'x' } } };
    const template = { ...templateOf('x'), metadata: { labels: { app: 'x' } } };
    await cluster.create(cluster.kinds.replicaSets, {
      metadata: { name: metadata.name },
      spec: { ...foreign, template },
    });
    await patch({ paused: false });
    await until(async () => (await read()).status.collisionCount === 1 && (await sizes())['one'] === 1);
  });

  it('tells why pods cannot be created', async () => {
    const role = 'system:controller:replicaset-controller';
    const sets = { apiGroups: ['apps'], resources: ['replicasets', 'replicasets/status'], verbs: ['get', 'update'] };
    await cluster.mergePatch(cluster.kinds.clusterRoles, role, { rules: [sets] });
    await create();
    expect(await untilCondition('ReplicaFailure', 'FailedCreate')).toMatchObject({ status: 'True' });
    expect(conditionOf((await read()).status, 'Available')).toMatchObject({ reason: 'MinimumReplicasUnavailable' });
  });

  it('makes no further write once it is rolled out', async () => {
    await create();
    await untilRolledOut();
    const version = (await read()).metadata?.resourceVersion;
    await cluster.create(cluster.kinds.deployments, {
      metadata: { name: 'other' },
      spec: {
        replicas: 0,
        selector: { matchLabels: { app: 'o' } },
        template: { ...templateOf('o'), metadata: { labels: { app: 'o' } } },
      },
    });
    await until(async () => (await cluster.read(cluster.kinds.deployments, 'other'))?.['status'] !== undefined);
    expect((await read()).metadata?.resourceVersion).toBe(version);
  });
});
