/**
 * The controllers of namespaces over a real registry: they decide by decoded fields, whatever text
 * the objects hold.
 */
import { setTimeout } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { createWorkQueueMetrics } from '@keelson/informers';
import type { RequestTarget } from '@keelson/meta';
import type { Outcome, RegistryEngine, WriteAnswer } from '@keelson/registry';
import { createMetrics, silentLogger } from '@keelson/telemetry';

import { systemCaller as caller } from './controller.ts';
import { namespaceController } from './namespace/namespace-controller.ts';
import { makeFirstObjects, objectControllers } from './namespaced-objects/object-controllers.ts';
import { openCluster, type Cluster } from './testing/open-cluster.ts';

let cluster: Cluster;
let registry: RegistryEngine;
let authority = 'PEM';
let tellOfAuthority = (): void => undefined;
const metrics = createMetrics({ release: '1.24', logger: silentLogger });

/** The text of a terminating object's field. */
const fake = '"deletionTimestamp":"2020-01-01T00:00:00Z"';
const words = {
  labels: { deletionTimestamp: 'x' },
  annotations: { deletionTimestamp: '2020-01-01T00:00:00Z', text: `{"metadata":{${fake}}}`, quoted: fake },
};

beforeAll(async () => {
  cluster = await openCluster();
  ({ registry } = cluster);
  await create(placeOf('namespaces'), { metadata: { name: 'prod', ...words } });
  await create(placeOf('namespaces'), { metadata: { name: 'ca' } });
  cluster.start([namespaceController, ...objectControllers], {
    record: createWorkQueueMetrics(metrics),
    credentials: {
      authority: () => authority,
      followAuthority: (listener) => {
        tellOfAuthority = listener;
        return () => undefined;
      },
      signingAuthority: () => undefined,
      maxSigningSeconds: 0,
    },
  });
});

afterAll(() => cluster.close());

function placeOf(plural: string, namespace?: string, name?: string): RequestTarget {
  const resource = cluster.scheme.resource('', 'v1', plural);
  if (resource === undefined) throw new Error(`there are no ${plural}`);
  return { resource, namespace, name };
}

const bodyOf = (object: unknown) => ({ format: 'json' as const, bytes: Buffer.from(JSON.stringify(object)) });

async function create(place: RequestTarget, object: unknown): Promise<void> {
  settled(await registry.create(place, { body: bodyOf(object), options: {}, caller }));
}

function settled(outcome: Outcome<WriteAnswer>): void {
  if (!outcome.ok) throw new Error(outcome.status.message);
}

/** `undefined` where nothing is. */
async function read(place: RequestTarget): Promise<Record<string, unknown> | undefined> {
  const got = await registry.get(place, {});
  return got.ok ? (JSON.parse(got.value.object.value.toString()) as Record<string, unknown>) : undefined;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await setTimeout(20);
}

describe('a namespace that speaks of deletion without being deleted', () => {
  it('gets its account and its authority, and keeps what is in it', async () => {
    await create(placeOf('configmaps', 'prod'), { metadata: { name: 'kept', ...words }, data: { k: fake } });
    await until(async () => (await read(placeOf('serviceaccounts', 'prod', 'default'))) !== undefined);
    await until(async () => (await read(placeOf('configmaps', 'prod', 'kube-root-ca.crt'))) !== undefined);
    // Another namespace ends in the meantime, so that what empties them has surely had its turn.
    await create(placeOf('namespaces'), { metadata: { name: 'ends', ...words } });
    await create(placeOf('configmaps', 'ends'), { metadata: { name: 'a' } });
    await registry.delete(placeOf('namespaces', undefined, 'ends'), { options: {}, caller });
    await until(async () => (await read(placeOf('namespaces', undefined, 'ends'))) === undefined);
    expect(await read(placeOf('namespaces', undefined, 'prod'))).toMatchObject({ status: { phase: 'Active' } });
    expect(await read(placeOf('configmaps', 'prod', 'kept'))).toMatchObject({ data: { k: fake } });
  });
});

describe('the default service account', () => {
  it('is made again when it is deleted, in a namespace that is new too', async () => {
    const place = placeOf('serviceaccounts', 'later', 'default');
    await create(placeOf('namespaces'), { metadata: { name: 'later' } });
    await until(async () => (await read(place)) !== undefined);
    const { metadata } = (await read(place)) as { readonly metadata: { readonly uid: string } };
    await registry.delete(place, { options: {}, caller });
    await until(async () => {
      const found = await read(place);
      return found !== undefined && (found['metadata'] as { readonly uid: string }).uid !== metadata.uid;
    });
  });
});

describe('the queues of controllers', () => {
  it('are measured under the names that operators know', async () => {
    const { text } = await metrics.print();
    for (const name of ['namespace', 'serviceaccount', 'root_ca_cert_publisher']) {
      expect(text).toContain(`workqueue_depth{name="${name}"}`);
    }
  });
});

describe('the published authority', () => {
  it('is put right where it only stands somewhere in the object', async () => {
    const name = 'kube-root-ca.crt';
    const place = placeOf('configmaps', 'ca', name);
    await until(async () => (await read(place)) !== undefined);
    const good = `"data":${JSON.stringify({ 'ca.crt': 'PEM' })}`;
    const wrong = { metadata: { name, annotations: { good } }, data: { 'ca.crt': 'OTHER', good } };
    settled(await registry.update(place, { body: bodyOf(wrong), options: {}, caller }));
    await until(async () => JSON.stringify((await read(place))?.['data']) === '{"ca.crt":"PEM"}');
  });

  it('follows the authority of this server', async () => {
    const place = placeOf('configmaps', 'prod', 'kube-root-ca.crt');
    await until(async () => (await read(place)) !== undefined);
    authority = 'NEXT';
    tellOfAuthority();
    await until(async () => JSON.stringify((await read(place))?.['data']) === '{"ca.crt":"NEXT"}');
  });
});

describe('a server that starts', () => {
  it('makes what its namespaces lack, for the controllers that are chosen, and changes nothing that is there', async () => {
    const other = await openCluster();
    const maps = other.kinds.configMaps;
    await other.create(maps, { metadata: { name: 'kube-root-ca.crt' }, data: { 'ca.crt': 'OTHER' } });
    const parts = { ...other, logger: silentLogger, authority: () => 'PEM' };
    await makeFirstObjects({ ...parts, chosen: ['job'] });
    expect(await other.list(maps)).toHaveLength(1);
    await makeFirstObjects({ ...parts, chosen: ['serviceaccount', 'root-ca-cert-publisher'] });
    expect((await other.read(maps, 'kube-root-ca.crt'))?.['data']).toEqual({ 'ca.crt': 'OTHER' });
    const made = await other.read(maps, 'kube-root-ca.crt', 'kube-system');
    expect(made?.['data']).toEqual({ 'ca.crt': 'PEM' });
    expect(made?.metadata.managedFields).toEqual([expect.objectContaining({ manager: 'kube-controller-manager' })]);
    await other.close();
  });
});
