/** Custom resources through the clients of JavaScript and Python, and in the encodings that clients ask for. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CustomObjectsApi, KubeConfig, makeInformer } from '@kubernetes/client-node';
import type { KubernetesObject } from '@kubernetes/client-node';

import { define, redefine } from './support/definitions/define.ts';
import { monitor, monitors } from './support/definitions/monitor.ts';
import { route, routes } from './support/definitions/route.ts';
import { eventually } from './support/eventually.ts';
import { makeHome } from './support/serve.ts';
import type { Home, Started } from './support/serve.ts';

const packages = join(
  import.meta.dirname,
  '../node_modules/.cache/keelson/python-client/usr/lib/python3/dist-packages',
);
const python = '/usr/bin/python3';
const script = join(import.meta.dirname, 'support/custom-objects.py');
// Python and its libraries come from the package manager of the machine, which not every machine has.
const withPython = existsSync(packages) && existsSync(python) ? it : it.skip;

const mesh = { group: 'mesh.example.com', version: 'v1', plural: 'routes', namespace: 'default' };
const monitoring = { group: 'monitoring.example.com', version: 'v1', plural: 'monitors', namespace: 'default' };
const routesPath = '/apis/mesh.example.com/v1/namespaces/default/routes';

interface Custom extends KubernetesObject {
  readonly spec: Readonly<Record<string, unknown>>;
}

interface CustomList {
  readonly items: readonly Custom[];
}

let home: Home;
let server: Started;
let config: KubeConfig;
let api: CustomObjectsApi;
beforeAll(async () => {
  home = await makeHome();
  server = await home.start();
  config = new KubeConfig();
  config.loadFromFile(home.kubeconfig);
  api = config.makeApiClient(CustomObjectsApi);
  await define(server, routes('v1'));
  await define(server, monitors);
});
afterAll(() => home.remove());

const namesOf = ({ items }: CustomList): (string | undefined)[] => items.map(({ metadata }) => metadata?.name);

describe('the JavaScript client', () => {
  it('carries out every verb on custom objects', async () => {
    const named = { ...mesh, name: 'all-verbs' };
    const made = (await api.createNamespacedCustomObject({ ...mesh, body: route('all-verbs') })) as Custom;
    expect(made.spec).toEqual({ hosts: ['a.example.com'], className: 'internal', retries: 2 });
    expect(await api.getNamespacedCustomObject(named)).toEqual(made);
    expect(namesOf((await api.listNamespacedCustomObject(mesh)) as CustomList)).toEqual(['all-verbs']);
    expect(namesOf((await api.listCustomObjectForAllNamespaces(mesh)) as CustomList)).toEqual(['all-verbs']);
    const body = { ...made, spec: { ...made.spec, retries: 3 } };
    expect(await api.replaceNamespacedCustomObject({ ...named, body })).toMatchObject({ spec: { retries: 3 } });
    await expect(api.replaceNamespacedCustomObject({ ...named, body })).rejects.toMatchObject({ code: 409 });
    const patch = [{ op: 'replace', path: '/spec/retries', value: 4 }];
    expect(await api.patchNamespacedCustomObject({ ...named, body: patch })).toMatchObject({ spec: { retries: 4 } });
    const status = [{ op: 'add', path: '/status', value: { observed: 4 } }];
    await api.patchNamespacedCustomObjectStatus({ ...named, body: status });
    expect(await api.getNamespacedCustomObjectStatus(named)).toMatchObject({ status: { observed: 4 } });
    expect(await api.deleteNamespacedCustomObject(named)).toMatchObject({ status: 'Success' });
    await api.createNamespacedCustomObject({ ...mesh, body: route('another') });
    await api.deleteCollectionNamespacedCustomObject(mesh);
    expect(namesOf((await api.listNamespacedCustomObject(mesh)) as CustomList)).toEqual([]);
  });

  it('scales', async () => {
    const named = { ...monitoring, name: 'scaled' };
    await api.createNamespacedCustomObject({ ...monitoring, body: monitor('scaled') });
    const scale = (await api.getNamespacedCustomObjectScale(named)) as { spec: object };
    expect(scale).toMatchObject({ kind: 'Scale', apiVersion: 'autoscaling/v1', spec: { replicas: 2 } });
    await api.replaceNamespacedCustomObjectScale({ ...named, body: { ...scale, spec: { replicas: 9 } } });
    expect(await api.getNamespacedCustomObject(named)).toMatchObject({ spec: { replicas: 9 } });
    await api.deleteNamespacedCustomObject(named);
  });

  it('follows objects over changes of their schema, and misses nothing', async () => {
    const seen = new Map<string, unknown>();
    let connects = 0;
    let isOver = false;
    const list = async () => (await api.listNamespacedCustomObject(mesh)) as { items: Custom[] };
    const informer = makeInformer<Custom>(config, routesPath, list);
    const note = ({ metadata, spec }: Custom): void => void seen.set(metadata?.name ?? '', spec['retries']);
    informer.on('add', note);
    informer.on('update', note);
    informer.on('delete', ({ metadata }) => void seen.delete(metadata?.name ?? ''));
    informer.on('connect', () => (connects += 1));
    informer.on('error', () => {
      if (!isOver) void informer.start();
    });
    await informer.start();
    await eventually(() => expect(connects).toBeGreaterThan(0));
    const expected = new Map<string, number>();
    for (let round = 0; round < 5; round += 1) {
      const before = connects;
      for (let count = 0; count < 10; count += 1) {
        const name = `followed-${String(round)}-${String(count)}`;
        const body = route(name, { retries: count });
        await api.createNamespacedCustomObject({ ...mesh, body });
        expected.set(name, count);
        if (count === 5) await redefine(server, withExtra(`extra${String(round)}`));
        if (count % 3 === 0 && round > 0) {
          const older = `followed-${String(round - 1)}-${String(count)}`;
          await api.deleteNamespacedCustomObject({ ...mesh, name: older });
          expected.delete(older);
        }
      }
      await eventually(() => expect(connects).toBeGreaterThan(before));
    }
    await eventually(() => expect([...seen].sort()).toEqual([...expected].sort()));
    isOver = true;
    await informer.stop();
    await redefine(server, routes('v1'));
    await api.deleteCollectionNamespacedCustomObject(mesh);
  });
});

/** The definition of routes with one more field in v1. */
function withExtra(field: string): ReturnType<typeof routes> {
  const made = structuredClone(routes('v1'));
  const schema = made.spec.versions[0]?.schema.openAPIV3Schema as {
    properties: { spec: { properties: Record<string, object> } };
  };
  schema.properties.spec.properties[field] = { type: 'string' };
  return made;
}

describe('the Python client', () => {
  withPython('carries out every verb on custom objects, and follows them', async () => {
    const env = { PATH: process.env['PATH'], PYTHONPATH: packages, HOME: home.folder };
    const ran = await promisify(execFile)(python, [script, home.kubeconfig], { env, timeout: 150_000 });
    expect(JSON.parse(ran.stdout)).toEqual({
      defaulted: '24h',
      pages: [['python-0', 'python-1'], ['python-2', 'python-3'], ['python-4']],
      odd: ['python-1', 'python-3'],
      events: [
        ['MODIFIED', 'python-0', 'http'],
        ['MODIFIED', 'python-1', 81],
        ['DELETED', 'python-2', 'web'],
      ],
      status: [3, 'web'],
      scale: ['Scale', 3, 3, 'a=b'],
      scaled: 7,
      refused: [
        [422, 'spec.replicas'],
        [422, 'spec.replicas'],
        [404, 'NotFound'],
      ],
      left: 0,
      definition: ['Monitor', ['NamesAccepted', 'Established'], 'object'],
    });
  });
});

describe('encodings of custom objects', () => {
  const protobuf = 'application/vnd.kubernetes.protobuf';
  const json = 'application/json';
  const as = (kind: string, type = json): string => `${type};as=${kind};v=v1;g=meta.k8s.io`;
  const accept = (type: string) => ({ headers: { Accept: type } });
  const typeOf = ({ headers }: { headers: Readonly<Record<string, unknown>> }): unknown => headers['content-type'];

  beforeAll(() => api.createNamespacedCustomObject({ ...mesh, body: route('encoded') }));
  afterAll(() => api.deleteNamespacedCustomObject({ ...mesh, name: 'encoded' }));

  it.each(['', '/encoded', '?watch=true&timeoutSeconds=1'])('are not protobuf: 406 for %j', async (path) => {
    const answer = await server.ask(`${routesPath}${path}`, accept(protobuf));
    expect(answer).toMatchObject({ status: 406 });
    expect(JSON.parse(answer.body)).toMatchObject({ reason: 'NotAcceptable' });
    expect(answer.body).toContain('only the following media types are accepted');
  });

  it('are JSON where a client takes that too', async () => {
    const answer = await server.ask(`${routesPath}/encoded`, accept(`${protobuf}, ${json}`));
    expect([answer.status, typeOf(answer)]).toEqual([200, json]);
    const list = await server.ask(routesPath, accept(`${protobuf},${json}`));
    expect([list.status, typeOf(list)]).toEqual([200, json]);
  });

  it.each<[string, string, string]>([
    ['POST', '', route('sent').kind],
    ['PUT', '/encoded', route('sent').kind],
  ])('are refused as protobuf in bodies: %s', async (method, path) => {
    const headers = { 'Content-Type': protobuf };
    const answer = await server.ask(`${routesPath}${path}`, { method, headers, body: Buffer.from('k8s\0') });
    expect(answer).toMatchObject({ status: 415 });
    expect(JSON.parse(answer.body)).toMatchObject({
      reason: 'UnsupportedMediaType',
      message:
        'the body of the request was in an unknown format - accepted media types include: application/json, application/yaml',
    });
  });

  it.each([
    ['application/strategic-merge-patch+json', '/encoded'],
    ['text/plain', '/encoded'],
  ])('are refused as patches of type %s', async (type, path) => {
    const init = { method: 'PATCH', headers: { 'Content-Type': type }, body: '{}' };
    const answer = await server.ask(`${routesPath}${path}`, init);
    expect(answer).toMatchObject({ status: 415 });
    expect(JSON.parse(answer.body)).toMatchObject({
      message:
        'the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml',
    });
  });

  it('are read as YAML', async () => {
    const headers = { 'Content-Type': 'application/yaml', Accept: 'application/yaml' };
    const body = Buffer.from(
      'apiVersion: mesh.example.com/v1\nkind: Route\nmetadata:\n  name: yaml\nspec:\n  hosts: [b.example.com]\n',
    );
    const made = await server.ask(routesPath, { method: 'POST', headers, body });
    expect([made.status, typeOf(made)]).toEqual([201, 'application/yaml']);
    expect(made.body).toContain('className: internal');
    await api.deleteNamespacedCustomObject({ ...mesh, name: 'yaml' });
  });

  it('have their metadata alone, in JSON and in protobuf', async () => {
    const one = await server.ask(`${routesPath}/encoded`, accept(as('PartialObjectMetadata')));
    expect(JSON.parse(one.body)).toMatchObject({
      kind: 'PartialObjectMetadata',
      apiVersion: 'meta.k8s.io/v1',
      metadata: { name: 'encoded' },
    });
    expect(JSON.parse(one.body)).not.toHaveProperty('spec');
    const list = await server.ask(routesPath, accept(as('PartialObjectMetadataList')));
    expect(JSON.parse(list.body)).toMatchObject({
      kind: 'PartialObjectMetadataList',
      items: [{ metadata: { name: 'encoded' } }],
    });
    const binary = await server.ask(routesPath, accept(as('PartialObjectMetadataList', protobuf)));
    expect([binary.status, typeOf(binary)]).toEqual([200, protobuf]);
    expect(binary.body).toMatch(/^k8s\0/);
    expect(binary.body).toContain('encoded');
  });

  it('are rows of a table', async () => {
    const answer = await server.ask(routesPath, accept(`${as('Table')},${json}`));
    expect(JSON.parse(answer.body)).toMatchObject({
      kind: 'Table',
      columnDefinitions: [{ name: 'Name' }, { name: 'Hosts' }, { name: 'Class' }, { name: 'Backends', priority: 1 }],
      rows: [{ cells: ['encoded', '["a.example.com"]', 'internal', null] }],
    });
  });
});
