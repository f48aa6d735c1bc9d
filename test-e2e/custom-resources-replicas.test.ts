/** Definitions on two servers over one etcd: what one has made the other serves at once, and nothing of what is gone. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { startEtcd, type EtcdCluster } from '@keelson/storage/etcd-cluster';

import { make, parse } from './support/callers.ts';
import { eventually } from './support/eventually.ts';
import { useHomes } from './support/homes.ts';
import { startLaggingEtcd, type LaggingEtcd } from './support/lagging-etcd.ts';
import type { Answer, Question, Started } from './support/serve.ts';

const newHome = useHomes();
let etcd: EtcdCluster;
let lag: LaggingEtcd;
let swift: Started;
let lagging: Started;

beforeAll(async () => {
  etcd = await startEtcd({ members: 1, isTls: false });
  lag = await startLaggingEtcd(etcd.urls[0] ?? '');
  swift = await (await newHome()).start(`--etcd-servers=${etcd.urls[0] ?? ''}`, '--controllers=');
  lagging = await (await newHome()).start(`--etcd-servers=${lag.url}`, '--controllers=');
});

afterAll(async () => {
  await lag.close();
  await etcd.close();
});

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

interface Shape {
  readonly kind?: string;
  readonly scope?: 'Namespaced' | 'Cluster';
  readonly field?: string;
}

function specOf(group: string, { kind = 'Widget', scope = 'Namespaced', field = 'a' }: Shape) {
  const schema = { openAPIV3Schema: { type: 'object', properties: { [field]: { type: 'string' } } } };
  const columns = [{ name: field, type: 'string', jsonPath: `.${field}` }];
  const version = { name: 'v1', served: true, storage: true, schema, additionalPrinterColumns: columns };
  return { group, scope, names: { plural: 'widgets', kind }, versions: [version] };
}

async function define(group: string, shape: Shape = {}): Promise<void> {
  await make(swift, definitions, { metadata: { name: `widgets.${group}` }, spec: specOf(group, shape) });
  await untilEstablished(group);
}

async function untilEstablished(group: string): Promise<void> {
  await eventually(async () => {
    const { status } = parse<{ status: { conditions: object[] } }>(await swift.ask(`${definitions}/widgets.${group}`));
    expect(status.conditions).toContainEqual(expect.objectContaining({ type: 'Established', status: 'True' }));
  });
}

async function remove(group: string): Promise<void> {
  const path = `${definitions}/widgets.${group}`;
  expect((await swift.ask(path, { method: 'DELETE' })).status).toBe(200);
  await eventually(async () => expect((await swift.ask(path)).status).toBe(404));
}

const inside = (group: string) => `/apis/${group}/v1/namespaces/default/widgets`;
const widget = (group: string, name: string, fields: object = {}, kind = 'Widget') => ({
  apiVersion: `${group}/v1`,
  kind,
  metadata: { name },
  ...fields,
});

/** Says it again while it is answered that the definition has just changed. */
async function insist(path: string, question?: Question): Promise<Answer> {
  let answer = await lagging.ask(path, question);
  await eventually(async () => {
    if (answer.status === 429) answer = await lagging.ask(path, question);
    expect(answer.status).not.toBe(429);
  });
  return answer;
}

describe('a definition that was made on one server', () => {
  it.each<readonly [string, (group: string) => string, Question?]>([
    ['list', inside],
    ['list of all namespaces', (group) => `/apis/${group}/v1/widgets`],
    ['discovery of its version', (group) => `/apis/${group}/v1`],
    ['discovery of its group', (group) => `/apis/${group}`],
    ['create', inside, { method: 'POST' }],
  ])('is there for the first request to the other, while that one lags: a %s', async (what, path, question = {}) => {
    const group = `${what.replaceAll(' ', '-')}.example.com`;
    lag.hold();
    await define(group);
    const body = question.method === undefined ? {} : { body: widget(group, 'x') };
    const asked = lagging.ask(path(group), { ...question, ...body });
    setTimeout(() => lag.release(), 300);
    expect([200, 201]).toContain((await asked).status);
    await remove(group);
    expect((await lagging.ask(path(group))).status).toBe(404);
  });

  it('is in the documents of the other as soon as that has heard of it', async () => {
    const group = 'documents.example.com';
    await define(group);
    expect((await lagging.ask(inside(group))).status).toBe(200);
    expect((await lagging.ask(`/openapi/v3/apis/${group}/v1`)).body).toContain('com.example.documents.v1.Widget');
    expect((await lagging.ask('/apis')).body).toContain(group);
    await remove(group);
    expect((await lagging.ask(inside(group))).status).toBe(404);
    expect((await lagging.ask(`/openapi/v3/apis/${group}/v1`)).status).toBe(404);
    expect((await lagging.ask('/apis')).body).not.toContain(group);
  });
});

describe('a definition that is made again', () => {
  it('shows nothing of the first one on a server that lags', async () => {
    const group = 'again.example.com';
    await define(group);
    await make(lagging, inside(group), widget(group, 'x', { a: 'old' }));
    lag.hold();
    await remove(group);
    await define(group, { kind: 'Gadget', field: 'b' });
    await make(swift, inside(group), widget(group, 'x', { b: 'new' }, 'Gadget'));
    const asked = [
      lagging.ask(inside(group)),
      lagging.ask(`${inside(group)}/x`),
      lagging.ask(inside(group), { headers: { Accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' } }),
    ];
    const patched = lagging.ask(`${inside(group)}/x`, {
      method: 'PATCH',
      body: { a: 'patched' },
      headers: { 'Content-Type': 'application/merge-patch+json' },
    });
    for (const { status, body } of [...(await Promise.all(asked)), await patched]) {
      expect({ status, body }).toMatchObject({ status: 429, body: expect.stringContaining('has just changed') });
    }
    lag.release();
    const shown = parse<object>(await insist(`${inside(group)}/x`));
    expect(shown).toMatchObject({ kind: 'Gadget', b: 'new' });
    expect(shown).not.toHaveProperty('a');
    await remove(group);
  });

  it('may have another scope', async () => {
    const group = 'scope.example.com';
    await define(group);
    expect((await lagging.ask(inside(group))).status).toBe(200);
    await remove(group);
    await define(group, { scope: 'Cluster' });
    const path = `/apis/${group}/v1/widgets`;
    await eventually(async () => {
      const made = await lagging.ask(path, { method: 'POST', body: widget(group, 'x', { a: '1' }) });
      expect(made.status).toBe(201);
    });
    expect((await lagging.ask(inside(group))).status).toBe(404);
    await remove(group);
  });
});

describe('a definition that changes', () => {
  it('prints its columns on both servers, and ends the watches of what was before', async () => {
    const group = 'columns.example.com';
    await define(group);
    await make(swift, inside(group), widget(group, 'x', { a: 'old' }));
    const watching = lagging.ask(`${inside(group)}?watch=1&timeoutSeconds=30`);
    await eventually(async () => expect((await lagging.ask(inside(group))).body).toContain('old'));
    const headers = { 'Content-Type': 'application/merge-patch+json' };
    const body = { spec: specOf(group, { field: 'b' }) };
    expect((await swift.ask(`${definitions}/widgets.${group}`, { method: 'PATCH', body, headers })).status).toBe(200);
    expect((await watching).body).toContain('"a":"old"');
    for (const server of [swift, lagging]) {
      await eventually(async () => {
        const Accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
        const table = await server.ask(inside(group), { headers: { Accept } });
        const { columnDefinitions } = parse<{ columnDefinitions: { name: string }[] }>(table);
        expect(columnDefinitions.map(({ name }) => name)).toEqual(['Name', 'b']);
        expect(table.body).not.toContain('old');
      });
    }
    await remove(group);
  });
});
