/** Stored custom objects whose definition changes: defaults, pruning, versions and the version that is stored. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { define, definitionsPath, mergePatch, redefine } from './support/definitions/define.ts';
import { definition, integer, list, object, string, type Schema } from './support/definitions/definition.ts';
import { route, routes, type RouteVersion } from './support/definitions/route.ts';
import { makeHome } from './support/serve.ts';
import type { Answer, Home, Started } from './support/serve.ts';

interface Found {
  readonly apiVersion: string;
  readonly metadata: { readonly resourceVersion: string; readonly generation: number };
  readonly spec: Readonly<Record<string, unknown>>;
}

const parse = <T>({ body }: Answer): T => JSON.parse(body) as T;

let home: Home;
let server: Started;
beforeAll(async () => {
  home = await makeHome();
  server = await home.start();
});
afterAll(() => home.remove());

async function create(path: string, body: object): Promise<Found> {
  const made = await server.ask(path, { method: 'POST', body });
  expect(made).toMatchObject({ status: 201 });
  return parse(made);
}

const read = async (path: string): Promise<Found> => parse(await server.ask(path));

/** The first event of a watch that begins now: the object as watches show it. */
async function watched(path: string, name: string): Promise<Found> {
  const query = `watch=true&fieldSelector=metadata.name=${name}`;
  const isEnough = (received: Buffer): boolean => received.includes('\n');
  const { body } = await server.ask(`${path}?${query}`, { isEnough });
  return (JSON.parse(body.split('\n')[0] ?? '') as { object: Found }).object;
}

describe('stored objects of a changed schema', () => {
  const group = 'stored.example.com';
  const path = `/apis/${group}/v1/namespaces/default/gauges`;
  const gauges = (properties: Readonly<Record<string, Schema>>) =>
    definition({
      group,
      names: { plural: 'gauges', singular: 'gauge', kind: 'Gauge' },
      versions: [{ name: 'v1', schema: object({ spec: object(properties) }) }],
    });
  const parts = list(integer);
  const gauge = (name: string, spec: object) => ({
    apiVersion: `${group}/v1`,
    kind: 'Gauge',
    metadata: { name },
    spec,
  });

  beforeAll(() => define(server, gauges({ colour: string, size: integer, parts })));
  afterAll(async () => {
    expect(await server.ask(`${definitionsPath}/gauges.${group}`, { method: 'DELETE' })).toMatchObject({ status: 200 });
  });

  it('have its new defaults, and not its removed fields, wherever they are read', async () => {
    const made = await create(path, gauge('old', { colour: 'red', size: 1 }));
    // Written by a worker.
    await create(path, gauge('large', { colour: 'red', parts: Array.from({ length: 20_000 }, (_, at) => at) }));
    expect(await redefine(server, gauges({ size: integer, parts, unit: { ...string, default: 'bar' } }))).toMatchObject(
      {
        status: 200,
      },
    );
    const spec = { size: 1, unit: 'bar' };
    const { resourceVersion } = made.metadata;
    const expected = { spec, metadata: { resourceVersion } };
    const shown = await read(`${path}/old`);
    expect(shown).toMatchObject(expected);
    expect(shown.spec).toEqual(spec);
    expect((await watched(path, 'old')).spec).toEqual(spec);
    expect(parse<{ items: Found[] }>(await server.ask(path)).items.map((each) => each.spec)).toContainEqual(spec);
  });

  it.each(['old', 'large'])('are written in its form by an update that changes nothing: %s', async (name) => {
    const before = await read(`${path}/${name}`);
    const put = await server.ask(`${path}/${name}`, { method: 'PUT', body: before });
    expect(put).toMatchObject({ status: 200 });
    expect(Number(parse<Found>(put).metadata.resourceVersion)).toBeGreaterThan(Number(before.metadata.resourceVersion));
    const again = await server.ask(`${path}/${name}`, { method: 'PUT', body: parse<Found>(put) });
    expect(parse<Found>(again).metadata.resourceVersion).toBe(parse<Found>(put).metadata.resourceVersion);
  });

  it('show removed fields once more where they come back before a write', async () => {
    await create(path, gauge('kept', { size: 2 }));
    await redefine(server, gauges({ unit: string }));
    expect((await read(`${path}/kept`)).spec).toEqual({ unit: 'bar' });
    await redefine(server, gauges({ unit: string, size: integer }));
    expect((await read(`${path}/kept`)).spec).toEqual({ unit: 'bar', size: 2 });
  });

  it('that the schema refuses now are read and deleted, and not written', async () => {
    await redefine(server, gauges({ size: { ...integer, minimum: 10 } }));
    const kept = await read(`${path}/kept`);
    expect(kept.spec).toEqual({ size: 2 });
    expect(await mergePatch(server, `${path}/kept`, { metadata: { labels: { a: 'b' } } })).toMatchObject({
      status: 422,
    });
    expect(await server.ask(`${path}/kept`, { method: 'DELETE' })).toMatchObject({ status: 200 });
  });
});

describe('stored objects of several versions', () => {
  const path = (version: RouteVersion) => `/apis/mesh.example.com/${version}/namespaces/default/routes`;
  const crd = `${definitionsPath}/routes.mesh.example.com`;
  const storedVersions = async () =>
    parse<{ status: { storedVersions: string[] } }>(await server.ask(crd)).status.storedVersions;

  beforeAll(() => define(server, routes('v1alpha1')));

  it('have what both the stored version and that of the request have', async () => {
    const rules = [{ name: 'all', match: { prefix: '/' } }];
    const made = await create(path('v1'), route('mixed', { rules }));
    expect(made.spec).toEqual({ hosts: ['a.example.com'], className: 'internal' });
    expect(await read(`${path('v1')}/mixed`)).toEqual(made);
    expect((await watched(path('v1'), 'mixed')).spec).toEqual(made.spec);
    expect((await read(`${path('v1alpha1')}/mixed`)).spec).toEqual({ ...made.spec, timeout: '10s' });
  });

  it('keep the form that they were stored in until they are written', async () => {
    const target = { hosts: ['a.example.com'], className: 'internal', target: 'x', timeout: '10s' };
    await create(path('v1alpha1'), route('moved', { target: 'x' }, 'v1alpha1'));
    expect(await redefine(server, routes('v1'))).toMatchObject({ status: 200 });
    expect(await storedVersions()).toEqual(['v1alpha1', 'v1']);
    expect((await read(`${path('v1alpha1')}/moved`)).spec).toEqual(target);
    expect((await watched(path('v1alpha1'), 'moved')).spec).toEqual(target);
    const { hosts, className } = target;
    const shown = await read(`${path('v1')}/moved`);
    expect(shown.spec).toEqual({ hosts, className });
    expect((await watched(path('v1'), 'moved')).spec).toEqual(shown.spec);

    const put = parse<Found>(await server.ask(`${path('v1')}/moved`, { method: 'PUT', body: shown }));
    expect(Number(put.metadata.resourceVersion)).toBeGreaterThan(Number(shown.metadata.resourceVersion));
    expect((await read(`${path('v1')}/moved`)).spec).toEqual({ hosts, className, retries: 2 });
    expect((await read(`${path('v1alpha1')}/moved`)).spec).toEqual({ hosts, className });
  });

  it('are seen alike after a restart', async () => {
    const lists = async () => {
      const found: unknown[] = [];
      for (const version of ['v1', 'v1alpha1'] as const) {
        found.push(parse<{ items: Found[] }>(await server.ask(path(version))).items);
      }
      return found;
    };
    await create(path('v1alpha1'), route('late', { target: 'y' }, 'v1alpha1'));
    const before = await lists();
    server.process.kill('SIGTERM');
    await server.ended;
    server = await home.start();
    expect(await lists()).toEqual(before);
  });

  it('guard the list of their versions', async () => {
    const status = (storedVersions: string[]) => mergePatch(server, `${crd}/status`, { status: { storedVersions } });
    expect(await status(['v1alpha1'])).toMatchObject({ status: 422 });
    const onlyV1 = routes('v1');
    const without = { ...onlyV1, spec: { ...onlyV1.spec, versions: onlyV1.spec.versions.slice(0, 1) } };
    const refused = await redefine(server, without);
    expect(refused).toMatchObject({ status: 422 });
    expect(refused.body).toContain('must appear in spec.versions');
    expect(await status(['v1'])).toMatchObject({ status: 200 });
    expect(await redefine(server, without)).toMatchObject({ status: 200 });
    expect(await server.ask(path('v1alpha1'))).toMatchObject({ status: 404 });
    expect((await read(`${path('v1')}/moved`)).apiVersion).toBe('mesh.example.com/v1');
  });
});
