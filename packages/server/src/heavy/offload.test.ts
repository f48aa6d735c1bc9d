/** Whatever a worker carries out has the outcome that it has on the main thread. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from '@jest/globals';
import { createListers, makePlugins, pluginsOnByDefault } from '@keelson/admission';
import { createApiScheme } from '@keelson/api';
import { createWatchCache } from '@keelson/cache';
import { createCallouts } from '@keelson/callouts';
import { createInformers, createRegisteredResources, type Informers } from '@keelson/informers';
import type { RequestTarget } from '@keelson/meta';
import {
  createRegistry,
  openClusterRanges,
  type Caller,
  type RegistryEngine,
  type Outcome,
  type PatchKind,
} from '@keelson/registry';
import type { Scheme } from '@keelson/schema';
import { openEmbedded, type Storage } from '@keelson/storage';
import { createMetrics, giveWay, silentLogger } from '@keelson/telemetry';

import { openAccess } from '../open-access.ts';
import { openWebhooks } from '../open-webhooks.ts';
import { createOffload } from './offload.ts';
import { createServices } from './services.ts';
import { shareDeclarations } from './shared-declarations.ts';
import { serveInProcess } from './testing/serve-in-process.ts';
import { createWorkerPool, type WorkerPool } from './worker-pool.ts';

const plugins = pluginsOnByDefault;
const admin: Caller = { user: { name: 'admin', groups: ['system:masters'] }, userAgent: 'tests/1.0' };

interface Side {
  readonly scheme: Scheme;
  readonly registry: RegistryEngine;
  /** The number of jobs that the worker has received. */
  jobs(): number;
  /** The writes to the store since the last call. */
  takeWrites(): readonly string[];
  close(): Promise<void>;
}

/** Notes the writes that a store is asked for, and whether they end at a deadline. */
function noteWrites(storage: Storage) {
  let writes: string[] = [];
  const note = (verb: string, options: { readonly deadline?: number | undefined } = {}): void => {
    writes.push(`${verb} ${options.deadline === undefined ? 'without' : 'with'} a deadline`);
  };
  const noted: Pick<Storage, 'prefix' | 'create' | 'update' | 'delete'> = {
    prefix: storage.prefix,
    create: (key, value, options) => {
      note('create', options);
      return storage.create(key, value, options);
    },
    update: (key, value, revision, options) => {
      note('update', options);
      return storage.update(key, value, revision, options);
    },
    delete: (key, revision, options) => {
      note('delete', options);
      return storage.delete(key, revision, options);
    },
  };
  const takeWrites = (): readonly string[] => {
    const taken = writes.sort();
    writes = [];
    return taken;
  };
  return { noted, takeWrites };
}

async function openSide(isOffloaded: boolean): Promise<Side> {
  const path = await mkdtemp(join(tmpdir(), 'keelson-offload-'));
  const storage = await openEmbedded({ path });
  const { noted, takeWrites } = noteWrites(storage);
  const scheme = createApiScheme({ includeRetired: true });
  const cache = createWatchCache({ storage });
  const resources = createRegisteredResources({ scheme, cache, prefix: storage.prefix });
  const informers = createInformers({ resources, logger: silentLogger });
  const ports = { first: 30_000, last: 30_003 };
  const { prefix } = storage;
  const ranges = openClusterRanges({
    addresses: ['10.0.0.0/29'],
    ports,
    reservesStatic: false,
    cache,
    prefix,
    random: () => 0,
  });
  let jobs = 0;
  const resolveService = () => ({ ok: false, message: 'no services here' }) as const;
  const callouts = createCallouts({ resolveService });
  const access = openAccess(['RBAC'], { scheme, informers, callouts });
  const metrics = createMetrics({ release: '1.24', logger: silentLogger });
  const webhooks = openWebhooks({ logger: silentLogger }, { scheme, informers, callouts, metrics });
  const { answerPostedReview, asked: authorizer, held } = access;
  const workers = createWorkerPool({
    start: (listener) =>
      serveInProcess(
        {
          domain: scheme.domain,
          prefix: storage.prefix,
          plugins,
          expirySeconds: 60,
          gatesOff: new Set(),
          release: '1.24',
        },
        listener,
      ),
    servicesOf: (job) => {
      jobs += 1;
      const parts = { scheme, storage: noted, cache, resources, ranges, authorizer, held, answerPostedReview };
      return createServices({ ...parts, webhooks: webhooks.host }, job);
    },
    queue: { tasks: 100, bytes: 100_000_000 },
    patienceMs: 10_000,
    silenceMs: 10_000,
    idleMs: 10_000,
    logger: silentLogger,
  });
  const registry = createRegistry({
    scheme,
    storage: noted,
    cache,
    resources,
    ranges,
    admission: [
      ...makePlugins(plugins, {
        listers: createListers(informers),
        mayDo: access.mayDo,
        others: webhooks.plugins,
        makeSuffix: () => 'abcde',
        giveWay,
      }),
      ...access.admission,
    ],
    answerPostedReview,
    expirySeconds: 60,
    ...(isOffloaded && {
      offload: createOffload({ pool: workers, resources, declarations: shareDeclarations(scheme, resources) }),
    }),
  });
  cache.start();
  await cache.whenReady();
  const close = () => closeSide({ informers, workers, cache, storage, path });
  return { scheme, registry, jobs: () => jobs, takeWrites, close };
}

interface Open {
  readonly informers: Informers;
  readonly workers: WorkerPool;
  readonly cache: { close(): void };
  readonly storage: { close(): Promise<void> };
  readonly path: string;
}

async function closeSide({ informers, workers, cache, storage, path }: Open): Promise<void> {
  informers.stop();
  await workers.close();
  cache.close();
  await storage.close();
  await rm(path, { recursive: true, force: true });
}

/** Makes any object heavy. */
const padding = { annotations: { padding: 'x'.repeat(70_000) } };

type Step = (side: Side) => Promise<unknown>;

function at(
  { scheme }: Side,
  plural: string,
  place: Omit<RequestTarget, 'resource'> = {},
  groupVersion = 'v1',
): RequestTarget {
  const [version = '', group = ''] = groupVersion.split('/').reverse();
  const resource = scheme.resource(group, version, plural);
  if (resource === undefined) throw new Error(`no ${plural} in ${groupVersion}`);
  return { resource, ...place };
}

const bytesOf = (body: unknown) => Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
const bodyOf = (body: unknown) => ({ format: 'json' as const, bytes: bytesOf(body) });

interface Asked {
  readonly groupVersion?: string;
  readonly options?: object;
  readonly caller?: Caller;
}

function create(plural: string, place: Omit<RequestTarget, 'resource'>, body: unknown, asked: Asked = {}): Step {
  const { groupVersion, options = {}, caller = admin } = asked;
  return (side) => side.registry.create(at(side, plural, place, groupVersion), { body: bodyOf(body), options, caller });
}

function update(
  plural: string,
  place: Omit<RequestTarget, 'resource'>,
  body: unknown,
  { groupVersion, options = {} }: Asked = {},
): Step {
  return (side) =>
    side.registry.update(at(side, plural, place, groupVersion), { body: bodyOf(body), options, caller: admin });
}

interface Patching extends Asked {
  readonly kind: PatchKind;
  readonly body: unknown;
}

function patch(
  plural: string,
  place: Omit<RequestTarget, 'resource'>,
  { kind, body, groupVersion, options = {} }: Patching,
): Step {
  return (side) => {
    const request = { patch: { kind, bytes: bytesOf(body) }, options, caller: admin };
    return side.registry.patch(at(side, plural, place, groupVersion), request);
  };
}

function remove(
  plural: string,
  place: Omit<RequestTarget, 'resource'>,
  body?: unknown,
  { groupVersion }: Asked = {},
): Step {
  return (side) => {
    const request = { ...(body !== undefined && { body: bodyOf(body) }), options: {}, caller: admin };
    return side.registry.delete(at(side, plural, place, groupVersion), request);
  };
}

const spaces = { namespace: 'default' };
const meta = (name: string, more: object = {}) => ({ metadata: { name, ...padding, ...more } });
const container = { name: 'a', image: 'b' };
const [pod, map] = [
  { ...spaces, name: 'pod' },
  { ...spaces, name: 'map' },
];
const deployment = { ...spaces, name: 'deployment' };
const service = { ...spaces, name: 'service' };
const apps = { groupVersion: 'apps/v1' };
const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [container] } };
const deploymentSpec = { replicas: 1, selector: { matchLabels: { a: 'b' } }, template };
const someone: Caller = { user: { name: 'someone', groups: ['system:authenticated'] }, userAgent: 'tests/1.0' };
const rbac = { groupVersion: 'rbac.authorization.k8s.io/v1' };

const steps: readonly (readonly [title: string, step: Step])[] = [
  ['a namespace', create('namespaces', {}, { metadata: { name: 'default' } })],
  ['a namespace that is large', create('namespaces', {}, meta('large'))],
  ['a small object in it', create('configmaps', { namespace: 'large' }, { metadata: { name: 'small' } })],
  ['its delete', remove('namespaces', { name: 'large' })],
  ['a small object in it, too late', create('configmaps', { namespace: 'large' }, { metadata: { name: 'late' } })],
  ['its end', (side) => side.registry.emptyNamespace('large')],
  ['an object', create('configmaps', spaces, { ...meta('map'), data: { a: 'b' } })],
  ['an object of a name that is taken', create('configmaps', spaces, meta('map'))],
  [
    'an object of a name that is to be made',
    create('configmaps', spaces, { metadata: { generateName: 'made-', ...padding } }, { options: { dryRun: ['All'] } }),
  ],
  ['an object in a namespace that is not there', create('configmaps', { namespace: 'nowhere' }, meta('map'))],
  [
    'an object with a field that nobody knows',
    create('configmaps', spaces, { ...meta('x'), nonsense: 1 }, { options: { fieldValidation: 'Strict' } }),
  ],
  [
    'an object with a field that is warned of',
    create('configmaps', spaces, { ...meta('warned'), nonsense: 1 }, { options: { fieldValidation: 'Warn' } }),
  ],
  ['an object that breaks its rules', create('pods', spaces, { ...meta('pod'), spec: { containers: [{}] } })],
  ['what is no JSON', create('pods', spaces, `{"metadata":${' '.repeat(70_000)}`)],
  ['what is of another kind', create('pods', spaces, { kind: 'Secret', apiVersion: 'v1', ...meta('pod') })],
  ['a pod', create('pods', spaces, { ...meta('pod', { finalizers: ['a.b/c'] }), spec: { containers: [container] } })],
  ['a service', create('services', spaces, { ...meta('service'), spec: { type: 'NodePort', ports: [{ port: 80 }] } })],
  [
    'a service at an address that is taken',
    create('services', spaces, { ...meta('other'), spec: { clusterIP: '10.0.0.1', ports: [{ port: 80 }] } }),
  ],
  [
    'a service that is moved elsewhere',
    update('services', service, { ...meta('service'), spec: { type: 'ExternalName', externalName: 'a.b' } }),
  ],
  [
    'a service at the address that it had',
    create('services', spaces, { ...meta('other'), spec: { clusterIP: '10.0.0.1', ports: [{ port: 80 }] } }),
  ],
  ['the delete of a service', remove('services', { ...spaces, name: 'other' })],
  ['an update', update('configmaps', map, { ...meta('map'), data: { a: 'c' } })],
  ['an update that changes nothing', update('configmaps', map, { ...meta('map'), data: { a: 'c' } })],
  ['an update of an older version', update('configmaps', map, { ...meta('map', { resourceVersion: '1' }) })],
  [
    'an update as a dry run',
    update('configmaps', map, { ...meta('map'), data: { a: 'd' } }, { options: { dryRun: ['All'] } }),
  ],
  ['an update of what is not there', update('configmaps', { ...spaces, name: 'none' }, meta('none'))],
  ['a merge patch', patch('configmaps', map, { kind: 'merge', body: { data: { b: 'x' } } })],
  ['a JSON patch', patch('configmaps', map, { kind: 'json', body: [{ op: 'add', path: '/data/c', value: 'y' }] })],
  [
    'a JSON patch that fails',
    patch('configmaps', map, { kind: 'json', body: [{ op: 'test', path: '/data/c', value: 'z' }] }),
  ],
  [
    'a strategic merge patch',
    patch('pods', pod, { kind: 'strategic', body: { spec: { containers: [{ name: 'a', image: 'c' }] } } }),
  ],
  [
    'an apply',
    patch('configmaps', map, {
      kind: 'apply',
      body: { apiVersion: 'v1', kind: 'ConfigMap', ...meta('map'), data: { d: 'e' } },
      options: { fieldManager: 'm' },
    }),
  ],
  [
    'an apply that conflicts',
    patch('configmaps', map, {
      kind: 'apply',
      body: { apiVersion: 'v1', kind: 'ConfigMap', ...meta('map'), data: { b: 'e' } },
      options: { fieldManager: 'm' },
    }),
  ],
  [
    'an apply that makes what is not there',
    patch(
      'configmaps',
      { ...spaces, name: 'applied' },
      {
        kind: 'apply',
        body: { apiVersion: 'v1', kind: 'ConfigMap', ...meta('applied') },
        options: { fieldManager: 'm' },
      },
    ),
  ],
  [
    'a status',
    patch('pods', { ...pod, subresource: 'status' }, { kind: 'merge', body: { status: { phase: 'Running' } } }),
  ],
  [
    'a binding',
    create(
      'pods',
      { ...pod, subresource: 'binding' },
      { metadata: { name: 'pod' }, target: { kind: 'Node', name: 'n' } },
    ),
  ],
  [
    'a binding of what is bound',
    create(
      'pods',
      { ...pod, subresource: 'binding' },
      { metadata: { name: 'pod' }, target: { kind: 'Node', name: 'n' } },
    ),
  ],
  ['a deployment', create('deployments', spaces, { ...meta('deployment'), spec: deploymentSpec }, apps)],
  [
    'its scale',
    (side) =>
      Promise.resolve(
        side.registry.get(at(side, 'deployments', { ...deployment, subresource: 'scale' }, 'apps/v1'), {}),
      ),
  ],
  [
    'a change of its scale',
    patch(
      'deployments',
      { ...deployment, subresource: 'scale' },
      { kind: 'merge', body: { spec: { replicas: 3 } }, ...apps },
    ),
  ],
  ['an eviction', create('pods', { ...pod, subresource: 'eviction' }, { metadata: { name: 'pod' } })],
  ['a delete of what a finalizer holds', remove('pods', pod)],
  ['the end of what a finalizer held', patch('pods', pod, { kind: 'merge', body: { metadata: { finalizers: null } } })],
  ['a delete with a precondition that fails', remove('configmaps', map, { preconditions: { uid: 'another' } })],
  ['a delete', remove('configmaps', map, { propagationPolicy: 'Background' })],
  ['a delete of what is gone', remove('configmaps', map)],
  ['a delete of what has dependents', remove('deployments', deployment, { propagationPolicy: 'Foreground' }, apps)],
  [
    'a role of what its maker does not hold',
    create(
      'roles',
      spaces,
      { ...meta('role'), rules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }] },
      { ...rbac, caller: someone },
    ),
  ],
  [
    'a role',
    create(
      'roles',
      spaces,
      { ...meta('role'), rules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }] },
      rbac,
    ),
  ],
  [
    'a binding of a role that its maker does not hold',
    create(
      'rolebindings',
      spaces,
      { ...meta('rb'), roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'role' }, subjects: [] },
      { ...rbac, caller: someone },
    ),
  ],
  [
    'a review of access',
    create(
      'selfsubjectaccessreviews',
      {},
      { metadata: padding, spec: { resourceAttributes: { verb: 'get', resource: 'pods', namespace: 'default' } } },
      { groupVersion: 'authorization.k8s.io/v1' },
    ),
  ],
  [
    'a deletecollection',
    (side) => side.registry.deleteCollection(at(side, 'configmaps', spaces), { options: {}, caller: admin }, {}),
  ],
  ['what is left', (side) => side.registry.list(at(side, 'configmaps', spaces), {})],
];

/** Of nothing that is large. */
const light = new Set(['a namespace', 'a delete of what is gone', 'what is left']);

/** Without what is different each time: times, and identities, which are numbered in the order in which they are met. */
function createTidy(): (outcome: unknown) => unknown {
  const uids = new Map<string, string>();
  return (outcome) => {
    const text = JSON.stringify(outcome, (key, value: unknown) => {
      if (key === 'form') return (value as { kind: string; version: string; message: { name: string } }).message.name;
      if (key === 'value' && isBuffer(value)) return JSON.parse(Buffer.from(value.data).toString()) as unknown;
      return key === 'attributes' || key === 'derived' ? undefined : value;
    });
    const tidied: unknown = JSON.parse(
      text
        .replaceAll('x'.repeat(70_000), 'padding')
        .replaceAll(/\bmade-[a-z0-9]{5}\b/g, 'made')
        .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, 'time')
        .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (uid) => {
          uids.set(uid, uids.get(uid) ?? `uid ${String(uids.size)}`);
          return uids.get(uid) ?? '';
        }),
    );
    return tidied;
  };
}

function isBuffer(value: unknown): value is { data: number[] } {
  return (value as { type?: string } | null)?.type === 'Buffer';
}

describe('a question', () => {
  it('that is larger than anybody asks is refused', async () => {
    const side = await openSide(true);
    const spec = { resourceAttributes: { verb: 'get', resource: 'x'.repeat(300_000) } };
    const review = create('selfsubjectaccessreviews', {}, { spec }, { groupVersion: 'authorization.k8s.io/v1' });
    expect(await review(side)).toMatchObject({ ok: false, status: { code: 413 } });
    await side.close();
  });
});

/** One story: each step needs what those before it left. */
it('the outcome in a worker is the outcome on the main thread, and leaves the same behind', async () => {
  const [tidyHere, tidyThere] = [createTidy(), createTidy()];
  const [here, there] = await Promise.all([openSide(false), openSide(true)]);
  for (const [title, step] of steps) {
    const before = there.jobs();
    const [expected, found] = await Promise.all([step(here), step(there)]);
    const isOffloaded = light.has(title) || there.jobs() > before;
    const wanted = { title, outcome: tidyHere(expected), writes: here.takeWrites(), isOffloaded: true, jobsHere: 0 };
    const outcome = tidyThere(found);
    expect({ title, outcome, writes: there.takeWrites(), isOffloaded, jobsHere: here.jobs() }).toEqual(wanted);
  }
  await Promise.all([here.close(), there.close()]);
});
