/** Workloads over simulated nodes, with disruption budgets, endpoints and service accounts. */
import { beforeAll, expect, test } from '@jest/globals';

import { eventually } from './support/eventually.ts';
import { useHomes } from './support/homes.ts';
import { openStoredObjects, type StoredObjects } from './support/stored-objects.ts';
import { newStoryNamespace } from './support/story-namespace.ts';

const newHome = useHomes();
let objects: StoredObjects;

beforeAll(async () => {
  const home = await newHome();
  const simulation = ['--simulate-nodes=3', '--simulate-speed=20', '--simulate-events=false'];
  objects = openStoredObjects(await home.start(...simulation, '--enable-admission-plugins=ServiceAccount'));
});

const newNamespace = () => newStoryNamespace(objects);
const labels = { app: 'web' };
const container = { name: 'c', image: 'i:1', ports: [{ name: 'http', containerPort: 80 }] };
const podSpec = { terminationGracePeriodSeconds: 0, containers: [container] };
const template = { metadata: { labels }, spec: podSpec };
const selector = { matchLabels: labels };
const workload = (name: string, spec: object) => ({ metadata: { name }, spec: { selector, template, ...spec } });

test('a ReplicaSet and a ReplicationController tell that a quota keeps pods from them, until it does not', async () => {
  const { core, apps } = await newNamespace();
  await objects.create(`${core}/resourcequotas`, { metadata: { name: 'few' }, spec: { hard: { pods: '2' } } });
  await objects.shows(`${core}/resourcequotas/few`, { status: { hard: { pods: '2' } } });
  await objects.create(`${apps}/replicasets`, workload('rs', { replicas: 3 }));
  const failure = { conditions: [{ type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate' }] };
  await objects.shows(`${apps}/replicasets/rs`, { status: failure });
  await objects.merge(`${apps}/replicasets/rs`, { spec: { replicas: 2 } });
  await eventually(async () => {
    expect((await objects.find(`${apps}/replicasets/rs`))?.status['conditions']).toBeUndefined();
  });
  const other = { b: 'c' };
  await objects.create(`${core}/replicationcontrollers`, {
    metadata: { name: 'rc' },
    spec: { replicas: 1, selector: other, template: { ...template, metadata: { labels: other } } },
  });
  await objects.shows(`${core}/replicationcontrollers/rc`, { status: failure });
});

test('workloads are scaled by their scale, and others may write into their status', async () => {
  const { core, apps } = await newNamespace();
  for (const plural of ['deployments', 'replicasets', 'statefulsets']) {
    const name = plural.slice(0, 3);
    const own = { of: name };
    const spec = { replicas: 1, serviceName: 's', selector: { matchLabels: own } };
    const body = { metadata: { name }, spec: { ...spec, template: { ...template, metadata: { labels: own } } } };
    await objects.create(`${apps}/${plural}`, body);
    const path = `${apps}/${plural}/${name}`;
    await objects.shows(path, { status: { replicas: 1, readyReplicas: 1, availableReplicas: 1 } });
    const scaled = await objects.merge(`${path}/scale`, { spec: { replicas: 2 } });
    expect(scaled).toMatchObject({ kind: 'Scale', spec: { replicas: 2 }, status: { selector: `of=${name}` } });
    await objects.shows(path, { status: { readyReplicas: 2 } });
    const condition = { type: 'StatusUpdate', status: 'True', reason: 'E2E', message: 'set by a test' };
    await objects.merge(`${path}/status`, { status: { conditions: [condition] } });
  }
  await objects.counts(`${core}/pods`, 6);
});

test('a Deployment whose rollout is overtaken by another ends with the last template', async () => {
  const { core, apps } = await newNamespace();
  const strategy = { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } };
  const path = `${apps}/deployments/d`;
  await objects.create(`${apps}/deployments`, workload('d', { replicas: 3, strategy }));
  await objects.shows(path, { status: { availableReplicas: 3 } });
  for (const image of ['broken:1', 'i:2', 'i:3']) {
    await objects.merge(path, { spec: { template: { spec: { containers: [{ ...container, image }] } } } });
  }
  const done = { observedGeneration: 4, replicas: 3, updatedReplicas: 3, availableReplicas: 3 };
  await objects.shows(path, { status: done });
  const pods = await objects.counts(`${core}/pods`, 3);
  for (const { spec } of pods) expect(spec).toMatchObject({ containers: [{ image: 'i:3' }] });
  const sets = await objects.list(`${apps}/replicasets`);
  expect(sets.filter(({ spec }) => spec['replicas'] !== 0)).toHaveLength(1);
  await objects.merge(path, { spec: { revisionHistoryLimit: 0 } });
  await objects.counts(`${apps}/replicasets`, 1);
});

test('a ReplicaSet that is left behind is adopted by a Deployment that selects it', async () => {
  const { apps } = await newNamespace();
  await objects.create(`${apps}/deployments`, workload('d', { replicas: 1 }));
  const [set] = await objects.counts(`${apps}/replicasets`, 1);
  await objects.shows(`${apps}/deployments/d`, { status: { availableReplicas: 1 } });
  await objects.remove(`${apps}/deployments/d`, { propagationPolicy: 'Orphan' });
  await objects.isGone(`${apps}/deployments/d`);
  const { metadata } = await objects.create(`${apps}/deployments`, workload('e', { replicas: 1 }));
  await objects.shows(`${apps}/replicasets/${set?.metadata.name ?? ''}`, {
    metadata: { ownerReferences: [{ uid: metadata.uid, controller: true, blockOwnerDeletion: true }] },
  });
  await objects.counts(`${apps}/replicasets`, 1);
});

test('a StatefulSet makes its pod again where it failed', async () => {
  const { core, apps } = await newNamespace();
  await objects.create(`${apps}/statefulsets`, workload('ss', { replicas: 1, serviceName: 's' }));
  await objects.shows(`${core}/pods/ss-0`, { status: { phase: 'Running' } });
  const uid = (await objects.find(`${core}/pods/ss-0`))?.metadata.uid;
  await objects.merge(`${core}/pods/ss-0/status`, { status: { phase: 'Failed', reason: 'Evicted' } });
  await eventually(async () => expect((await objects.find(`${core}/pods/ss-0`))?.metadata.uid).not.toBe(uid));
  await objects.shows(`${core}/pods/ss-0`, { status: { phase: 'Running' } });
});

test('a StatefulSet is scaled in order, up and down', async () => {
  const { core, apps } = await newNamespace();
  const path = `${apps}/statefulsets/ss`;
  await objects.create(`${apps}/statefulsets`, workload('ss', { replicas: 3, serviceName: 's' }));
  await objects.shows(path, { status: { readyReplicas: 3 } });
  const pods = await objects.list(`${core}/pods`);
  expect(pods.map(({ metadata }) => metadata.name)).toEqual(['ss-0', 'ss-1', 'ss-2']);
  await objects.merge(path, { spec: { replicas: 0 } });
  await objects.counts(`${core}/pods`, 0);
  await objects.shows(path, { status: { replicas: 0 } });
});

test('a DaemonSet has a pod on each node, follows labels, and makes one again that failed', async () => {
  const { core, apps } = await newNamespace();
  const path = `${apps}/daemonsets/ds`;
  await objects.create(`${apps}/daemonsets`, workload('ds', {}));
  await objects.shows(path, { status: { desiredNumberScheduled: 3, numberReady: 3, numberAvailable: 3 } });
  const [pod] = await objects.list(`${core}/pods`);
  await objects.merge(`${core}/pods/${pod?.metadata.name ?? ''}/status`, { status: { phase: 'Failed' } });
  await eventually(async () => {
    const pods = await objects.list(`${core}/pods`);
    expect(pods.map(({ metadata }) => metadata.uid)).not.toContain(pod?.metadata.uid);
    expect(pods.map(({ status }) => status['phase'])).toEqual(['Running', 'Running', 'Running']);
  });
  await objects.merge(path, { spec: { template: { spec: { nodeSelector: { colour: 'blue' } } } } });
  await objects.counts(`${core}/pods`, 0);
  await objects.merge('/api/v1/nodes/node-2', { metadata: { labels: { colour: 'blue' } } });
  await objects.counts(`${core}/pods`, 1);
  await objects.merge('/api/v1/nodes/node-2', { metadata: { labels: { colour: null } } });
  await objects.counts(`${core}/pods`, 0);
});

test('an eviction is refused until its budget allows it', async () => {
  const { core, apps, policy } = await newNamespace();
  const budgets = `${policy}/poddisruptionbudgets`;
  await objects.create(budgets, { metadata: { name: 'b' }, spec: { minAvailable: 2, selector } });
  await objects.shows(`${budgets}/b`, { status: { observedGeneration: 1, disruptionsAllowed: 0, expectedPods: 0 } });
  await objects.create(`${apps}/replicasets`, workload('rs', { replicas: 2 }));
  await objects.shows(`${budgets}/b`, { status: { currentHealthy: 2, expectedPods: 2, disruptionsAllowed: 0 } });
  const [{ metadata } = { metadata: { name: '' } }] = await objects.list(`${core}/pods`);
  const pod = `${core}/pods/${metadata.name}`;
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: metadata.name } };
  const refused = await objects.ask('POST', `${pod}/eviction`, eviction);
  const reason = "Cannot evict pod as it would violate the pod's disruption budget.";
  expect([refused.status, refused.body]).toEqual([429, expect.stringContaining(reason)]);
  await objects.merge(`${budgets}/b`, { spec: { minAvailable: 1 } });
  await objects.shows(`${budgets}/b`, { status: { disruptionsAllowed: 1 } });
  expect((await objects.ask('POST', `${pod}/eviction`, eviction)).status).toBe(201);
  await objects.isGone(pod);
  await objects.remove(budgets);
  await objects.counts(budgets, 0);
});

test('a Service has Endpoints and slices of the pods that it selects, and loses them when it goes', async () => {
  const { core, discovery } = await newNamespace();
  const slices = `${discovery}/endpointslices?labelSelector=kubernetes.io/service-name=web`;
  const ports = [{ name: 'http', port: 80, targetPort: 'http' }];
  await objects.create(`${core}/services`, { metadata: { name: 'web' }, spec: { selector: labels, ports } });
  await objects.counts(slices, 1);
  await objects.create(`${core}/pods`, { metadata: { name: 'p', labels }, spec: podSpec });
  const conditions = { ready: true, serving: true, terminating: false };
  const shown = {
    endpoints: [{ conditions, targetRef: { kind: 'Pod', name: 'p' } }],
    ports: [{ name: 'http', port: 80 }],
  };
  await eventually(async () => expect(await objects.list(slices)).toMatchObject([{ addressType: 'IPv4', ...shown }]));
  await objects.shows(`${core}/endpoints/web`, { subsets: [{ addresses: [{ targetRef: { name: 'p' } }] }] });
  await objects.remove(`${core}/services/web`);
  await objects.isGone(`${core}/endpoints/web`);
  await objects.counts(slices, 0);
});

test('Endpoints of a Service without a selector are mirrored, changed and removed', async () => {
  const { core, discovery } = await newNamespace();
  const slices = `${discovery}/endpointslices?labelSelector=kubernetes.io/service-name=own`;
  await objects.create(`${core}/services`, { metadata: { name: 'own' }, spec: { ports: [{ name: 'e', port: 80 }] } });
  const subsets = (ip: string, port: number) => [{ addresses: [{ ip }], ports: [{ name: 'e', port }] }];
  await objects.create(`${core}/endpoints`, { metadata: { name: 'own' }, subsets: subsets('10.1.2.3', 80) });
  const managedBy = 'endpointslicemirroring-controller.k8s.io';
  const [mirror] = await objects.counts(slices, 1);
  expect(mirror).toMatchObject({ endpoints: [{ addresses: ['10.1.2.3'] }] });
  expect(mirror?.metadata.labels).toMatchObject({ 'endpointslice.kubernetes.io/managed-by': managedBy });
  await objects.merge(`${core}/endpoints/own`, { subsets: subsets('10.2.3.4', 81) });
  await eventually(async () => {
    const expected = [{ endpoints: [{ addresses: ['10.2.3.4'] }], ports: [{ port: 81 }] }];
    expect(await objects.list(slices)).toMatchObject(expected);
  });
  await objects.remove(`${core}/endpoints/own`);
  await objects.counts(slices, 0);
});

test('a namespace has the authority of the API, which is put right and made again', async () => {
  const { core } = await newNamespace();
  const path = `${core}/configmaps/kube-root-ca.crt`;
  const good = { data: { 'ca.crt': expect.stringContaining('BEGIN CERTIFICATE') } };
  await objects.shows(path, good);
  await objects.remove(path);
  await objects.shows(path, good);
  await objects.merge(path, { data: { 'ca.crt': '' } });
  await objects.shows(path, good);
});

test('pods get a token of their account, unless they or it opt out', async () => {
  const { core } = await newNamespace();
  const account = { metadata: { name: 'opted-out' }, automountServiceAccountToken: false };
  await objects.create(`${core}/serviceaccounts`, account);
  const pathsOf = async (name: string, spec: object): Promise<unknown> => {
    const made = await objects.create(`${core}/pods`, { metadata: { name }, spec: { ...podSpec, ...spec } });
    const [only] = made.spec['containers'] as { readonly volumeMounts?: readonly { readonly mountPath: string }[] }[];
    return only?.volumeMounts?.map(({ mountPath }) => mountPath);
  };
  const mounted = ['/var/run/secrets/kubernetes.io/serviceaccount'];
  expect(await pathsOf('a', {})).toEqual(mounted);
  expect(await pathsOf('b', { automountServiceAccountToken: false })).toBeUndefined();
  expect(await pathsOf('c', { serviceAccountName: 'opted-out' })).toBeUndefined();
  const overridden = { serviceAccountName: 'opted-out', automountServiceAccountToken: true };
  expect(await pathsOf('d', overridden)).toEqual(mounted);
});
