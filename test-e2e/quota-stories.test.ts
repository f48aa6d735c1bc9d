/** ResourceQuotas as users of namespaces meet them: a quota counts, refuses, and gives back. */
import { beforeAll, expect, test } from '@jest/globals';

import { eventually } from './support/eventually.ts';
import { useHomes } from './support/homes.ts';
import { openStoredObjects, type StoredObjects } from './support/stored-objects.ts';
import { newStoryNamespace } from './support/story-namespace.ts';

const newHome = useHomes();
let objects: StoredObjects;

beforeAll(async () => {
  const home = await newHome();
  objects = openStoredObjects(await home.start());
});

const newNamespace = () => newStoryNamespace(objects);

async function makeQuota(core: string, hard: Readonly<Record<string, string>>, spec: object = {}): Promise<string> {
  await objects.create(`${core}/resourcequotas`, { metadata: { name: 'quota' }, spec: { hard, ...spec } });
  const path = `${core}/resourcequotas/quota`;
  await objects.shows(path, { status: { hard } });
  return path;
}

const pod = (name: string, amounts: Readonly<Record<string, string>> = {}, spec: object = {}) => ({
  metadata: { name },
  spec: { containers: [{ name: 'c', image: 'i', resources: { requests: amounts, limits: amounts } }], ...spec },
});
const now = { gracePeriodSeconds: 0 };

test('pods are counted with their amounts, refused beyond, and given back', async () => {
  const { core } = await newNamespace();
  const hard = { pods: '5', cpu: '1', memory: '500Mi', 'requests.ephemeral-storage': '50Gi' };
  const path = await makeQuota(core, hard);
  const small = { cpu: '500m', memory: '252Mi', 'ephemeral-storage': '30Gi' };
  await objects.create(`${core}/pods`, pod('one', small));
  const used = { pods: '1', cpu: '500m', memory: '252Mi', 'requests.ephemeral-storage': '30Gi' };
  await objects.shows(path, { status: { used } });
  const refused = await objects.ask(
    'POST',
    `${core}/pods`,
    pod('large', { cpu: '600m', memory: '100Mi', 'ephemeral-storage': '1Gi' }),
  );
  expect(refused.status).toBe(403);
  expect(refused.body).toContain(
    'pods \\"large\\" is forbidden: exceeded quota: quota, requested: cpu=600m, used: cpu=500m, limited: cpu=1',
  );
  await objects.remove(`${core}/pods/one`, now);
  await objects.shows(path, {
    status: { used: { pods: '0', cpu: '0', memory: '0', 'requests.ephemeral-storage': '0' } },
  });
});

test('Services are counted by their types, and given back where the type changes', async () => {
  const { core } = await newNamespace();
  const path = await makeQuota(core, { services: '5', 'services.nodeports': '1', 'services.loadbalancers': '1' });
  const service = (name: string, type: string, extra: object = {}) => ({
    metadata: { name },
    spec: { type, ports: [{ port: 80 }], ...extra },
  });
  await objects.create(`${core}/services`, service('plain', 'ClusterIP'));
  await objects.create(`${core}/services`, service('ports', 'NodePort'));
  await objects.shows(path, {
    status: { used: { services: '2', 'services.nodeports': '1', 'services.loadbalancers': '0' } },
  });
  const refused = await objects.ask('POST', `${core}/services`, service('balanced', 'LoadBalancer'));
  expect([refused.status, refused.body]).toEqual([403, expect.stringContaining('exceeded quota')]);
  await objects.create(
    `${core}/services`,
    service('balanced', 'LoadBalancer', { allocateLoadBalancerNodePorts: false }),
  );
  await objects.shows(path, {
    status: { used: { services: '3', 'services.nodeports': '1', 'services.loadbalancers': '1' } },
  });
  for (const name of ['plain', 'ports', 'balanced']) await objects.remove(`${core}/services/${name}`);
  await objects.shows(path, {
    status: { used: { services: '0', 'services.nodeports': '0', 'services.loadbalancers': '0' } },
  });
});

test('Secrets, ConfigMaps, claims of a class, ReplicaSets, controllers and custom resources are counted', async () => {
  const { core, apps, name } = await newNamespace();
  const group = 'quota.example.com';
  await objects.create('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
    metadata: { name: `widgets.${group}` },
    spec: {
      ...{ group, scope: 'Namespaced', names: { plural: 'widgets', kind: 'Widget' } },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
    },
  });
  const widgets = `/apis/${group}/v1/namespaces/${name}/widgets`;
  await eventually(async () => expect((await objects.ask('GET', widgets)).status).toBe(200));
  const secrets = (await objects.list(`${core}/secrets`)).length;
  const hard = {
    secrets: '10',
    configmaps: '10',
    persistentvolumeclaims: '10',
    'requests.storage': '10Gi',
    'gold.storageclass.storage.k8s.io/requests.storage': '3Gi',
    'gold.storageclass.storage.k8s.io/persistentvolumeclaims': '2',
    replicationcontrollers: '10',
    'count/replicasets.apps': '5',
    [`count/widgets.${group}`]: '1',
    resourcequotas: '1',
  };
  const path = await makeQuota(core, hard);
  const data = { metadata: { name: 'd' } };
  await objects.create(`${core}/secrets`, data);
  await objects.create(`${core}/configmaps`, data);
  await objects.create(`${core}/persistentvolumeclaims`, {
    metadata: { name: 'claim' },
    spec: { storageClassName: 'gold', accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  });
  const selector = { matchLabels: { a: 'b' } };
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
  await objects.create(`${apps}/replicasets`, { metadata: { name: 'rs' }, spec: { replicas: 0, selector, template } });
  await objects.create(`${core}/replicationcontrollers`, {
    metadata: { name: 'rc' },
    spec: { replicas: 0, selector: { a: 'b' }, template },
  });
  const widget = (each: string) => ({ apiVersion: `${group}/v1`, kind: 'Widget', metadata: { name: each } });
  await objects.create(widgets, widget('one'));
  const used = {
    secrets: String(secrets + 1),
    persistentvolumeclaims: '1',
    'requests.storage': '1Gi',
    'gold.storageclass.storage.k8s.io/requests.storage': '1Gi',
    'gold.storageclass.storage.k8s.io/persistentvolumeclaims': '1',
    replicationcontrollers: '1',
    'count/replicasets.apps': '1',
    [`count/widgets.${group}`]: '1',
    resourcequotas: '1',
  };
  await objects.shows(path, { status: { used } });
  const refused = await objects.ask('POST', widgets, widget('two'));
  expect([refused.status, refused.body]).toEqual([403, expect.stringContaining(`limited: count/widgets.${group}=1`)]);
  await objects.remove(`${widgets}/one`);
  await objects.remove(`${core}/persistentvolumeclaims/claim`);
  await objects.remove(`${core}/secrets/d`);
  await objects.shows(path, {
    status: {
      used: {
        secrets: String(secrets),
        persistentvolumeclaims: '0',
        'requests.storage': '0',
        [`count/widgets.${group}`]: '0',
      },
    },
  });
});

test('scopes select pods that end, best-effort pods, and pods of a priority', async () => {
  const { core } = await newNamespace();
  const make = async (name: string, spec: object): Promise<string> => {
    await objects.create(`${core}/resourcequotas`, { metadata: { name }, spec });
    await objects.shows(`${core}/resourcequotas/${name}`, { status: { hard: { pods: '5' } } });
    return `${core}/resourcequotas/${name}`;
  };
  const hard = { pods: '5' };
  const ending = await make('ending', { hard, scopes: ['Terminating'] });
  const staying = await make('staying', { hard, scopes: ['NotTerminating'] });
  const best = await make('best', { hard, scopes: ['BestEffort'] });
  const other = await make('other', { hard, scopes: ['NotBestEffort'] });
  await objects.create('/apis/scheduling.k8s.io/v1/priorityclasses', { metadata: { name: 'story-high' }, value: 1000 });
  const scopeSelector = { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values: ['story-high'] }] };
  const high = await make('high', { hard, scopeSelector });
  await objects.create(`${core}/pods`, pod('a'));
  await objects.create(`${core}/pods`, pod('b', { cpu: '1m' }, { activeDeadlineSeconds: 3600 }));
  await objects.create(`${core}/pods`, pod('c', { cpu: '1m' }, { priorityClassName: 'story-high' }));
  const shows = (path: string, pods: string) => objects.shows(path, { status: { used: { pods } } });
  await shows(ending, '1');
  await shows(staying, '2');
  await shows(best, '1');
  await shows(other, '2');
  await shows(high, '1');
  await objects.remove(`${core}/pods/b`, now);
  await objects.remove(`${core}/pods/c`, now);
  await shows(ending, '0');
  await shows(other, '0');
  await shows(high, '0');
});

test('a quota is changed and deleted, and its status can be written', async () => {
  const { core } = await newNamespace();
  const path = await makeQuota(core, { cpu: '1', memory: '500Mi' });
  await objects.merge(path, { spec: { hard: { cpu: '2', memory: '1Gi' } } });
  await objects.shows(path, { status: { hard: { cpu: '2', memory: '1Gi' }, used: { cpu: '0', memory: '0' } } });
  await objects.merge(`${path}/status`, { status: { hard: { cpu: '9' } } });
  // The controller puts right what is not its own count.
  await objects.shows(path, { status: { hard: { cpu: '2', memory: '1Gi' } } });
  await objects.remove(path);
  await objects.isGone(path);
});
