/** The controllers and the scheduler of Kubernetes, unchanged, on this server: they see what there is and make what is missing. */
import { setTimeout } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { findControllers, startControllers } from './support/controllers.ts';
import type { Controllers } from './support/controllers.ts';
import { eventually } from './support/eventually.ts';
import { makeHome } from './support/serve.ts';
import type { Home, Started } from './support/serve.ts';

interface ApiObject {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly nodeName?: string };
  readonly status: Readonly<Record<string, unknown>>;
}

const labels = { app: 'web' };
const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } };
const job = { spec: { template: { spec: { ...template.spec, restartPolicy: 'Never' } } } };
const apps = '/apis/apps/v1/namespaces/shop';
const batch = '/apis/batch/v1/namespaces/shop';
const core = '/api/v1/namespaces/shop';

const objects: readonly (readonly [collection: string, object: object])[] = [
  [core + '/services', { metadata: { name: 'web' }, spec: { selector: labels, ports: [{ port: 80 }] } }],
  [core + '/resourcequotas', { metadata: { name: 'quota' }, spec: { hard: { pods: '20' } } }],
  [
    apps + '/deployments',
    { metadata: { name: 'web' }, spec: { replicas: 2, selector: { matchLabels: labels }, template } },
  ],
  [batch + '/jobs', { metadata: { name: 'once' }, ...job }],
  [batch + '/cronjobs', { metadata: { name: 'often' }, spec: { schedule: '* * * * *', jobTemplate: job } }],
  [
    '/apis/policy/v1/namespaces/shop/poddisruptionbudgets',
    { metadata: { name: 'web' }, spec: { minAvailable: 1, selector: { matchLabels: labels } } },
  ],
];

/** Long enough that a watch that ends early is begun again, which shows in the logs. */
const quietMs = 20_000;
/** Log lines of informers whose watches fail, and of panics. */
const complaint = /unable to decode|very short watch|panic|Failed to watch|too old resource version/;

const bin = findControllers();
const withControllers = bin === undefined ? describe.skip : describe;

withControllers('the controllers and the scheduler of Kubernetes (KEELSON_PEER names a folder with them)', () => {
  let home: Home;
  let server: Started;
  let controllers: Controllers;
  beforeAll(async () => {
    home = await makeHome();
    server = await home.start('--controllers=');
    controllers = await startControllers(bin ?? '', home);
  });
  afterAll(async () => {
    await controllers.stop();
    await home.remove();
  });

  async function send(method: string, path: string, body?: object, type = 'application/json'): Promise<void> {
    const { status, body: said } = await server.ask(path, { method, body, headers: { 'Content-Type': type } });
    if (status >= 300) throw new Error(`${method} ${path}: ${said}`);
  }

  async function list(path: string): Promise<readonly ApiObject[]> {
    expect(controllers.ended()).toBeUndefined();
    const { status, body } = await server.ask(path);
    return status === 200 ? (JSON.parse(body) as { readonly items: readonly ApiObject[] }).items : [];
  }

  async function get(path: string): Promise<ApiObject | undefined> {
    const { status, body } = await server.ask(path);
    return status === 200 ? (JSON.parse(body) as ApiObject) : undefined;
  }

  it('make what a workload consists of, and bind its pods', async () => {
    await send('POST', '/api/v1/nodes', { metadata: { name: 'node' } });
    const now = new Date().toISOString();
    const ready = { type: 'Ready', status: 'True', lastHeartbeatTime: now, lastTransitionTime: now };
    const room = { cpu: '8', memory: '16Gi', pods: '110' };
    const status = { capacity: room, allocatable: room, conditions: [ready] };
    await send('PATCH', '/api/v1/nodes/node/status', { status }, 'application/merge-patch+json');
    await send('POST', '/api/v1/namespaces', { metadata: { name: 'shop' } });
    await eventually(async () => expect(await get(`${core}/serviceaccounts/default`)).toBeDefined());
    for (const [collection, object] of objects) await send('POST', collection, object);
    await eventually(async () => {
      const pods = await list(`${core}/pods`);
      expect(pods.length).toBeGreaterThanOrEqual(3);
      expect(pods.map(({ spec }) => spec.nodeName)).toEqual(pods.map(() => 'node'));
      expect(await list(`${apps}/replicasets`)).toHaveLength(1);
      expect((await get(`${apps}/deployments/web`))?.status).toMatchObject({ replicas: 2 });
      expect((await get(`${batch}/jobs/once`))?.status).toMatchObject({ active: 1 });
      expect(await get(`${core}/endpoints/web`)).toBeDefined();
      expect((await list('/apis/discovery.k8s.io/v1/namespaces/shop/endpointslices')).length).toBeGreaterThan(0);
      expect((await get(`${core}/resourcequotas/quota`))?.status).toMatchObject({ used: { pods: expect.anything() } });
    });
  });

  it('collect what has lost its owner', async () => {
    await send('DELETE', `${apps}/deployments/web`);
    await eventually(async () => {
      expect(await list(`${apps}/replicasets`)).toEqual([]);
      // There is no kubelet, which would end the pods.
      for (const { metadata } of await list(`${core}/pods?labelSelector=app=web`)) {
        await server.ask(`${core}/pods/${metadata.name}`, { method: 'DELETE', body: { gracePeriodSeconds: 0 } });
      }
      expect(await list(`${core}/pods?labelSelector=app=web`)).toEqual([]);
    });
  });

  it('have no complaints of what they read', async () => {
    await setTimeout(quietMs);
    expect(controllers.ended()).toBeUndefined();
    expect(controllers.logged()).toMatch(/Caches are synced/);
    const lines = controllers.logged().split('\n');
    expect(lines.filter((line) => complaint.test(line))).toEqual([]);
  });
});
