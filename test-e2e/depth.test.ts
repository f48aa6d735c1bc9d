/** The nesting limit: enforced on input in every notation, so that nested input harms nobody afterwards. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { maxNesting } from '@keelson/schema';

import { makeHome } from './support/serve.ts';
import type { Home, Started } from './support/serve.ts';

let home: Home;
let server: Started;
beforeAll(async () => {
  home = await makeHome();
  server = await home.start();
});
afterAll(() => home.remove());

const revisions = '/apis/apps/v1/namespaces/default/controllerrevisions';
const nested = (levels: number) => '{"a":'.repeat(levels - 1) + '{}' + '}'.repeat(levels - 1);
/** With its data as deep as that makes the whole. `filler` is for what is carried out by a worker. */
const revision = (name: string, levels: number, filler = '') => {
  const metadata = JSON.stringify({ name, annotations: { filler } });
  return `{"apiVersion":"apps/v1","kind":"ControllerRevision","metadata":${metadata},"revision":1,"data":${nested(levels - 1)}}`;
};
const large = 'x'.repeat(200_000);

const post = (body: string, type = 'application/json') =>
  server.ask(revisions, { method: 'POST', body, headers: { 'Content-Type': type } });

const patch = (name: string, body: string, type: string, query = '') =>
  server.ask(`${revisions}/${name}${query}`, { method: 'PATCH', body, headers: { 'Content-Type': type } });

describe('what nests', () => {
  it.each([maxNesting + 1, 900, 5_000, 100_000])('is refused at %i levels', async (levels) => {
    for (const type of ['application/json', 'application/yaml']) {
      for (const filler of ['', large]) {
        const { status, body } = await post(revision('deep', levels, filler), type);
        expect({ type, status }).toEqual({ type, status: 400 });
        expect(body).toMatch(/exceeded max depth|nested more than 500 levels/);
      }
    }
  });

  it.each([
    ['small', ''],
    ['large', large],
  ])('is taken at the limit, and written in every notation, alone and in lists, where it is %s', async (_, filler) => {
    const name = filler === '' ? 'small' : 'large';
    expect((await post(revision(name, maxNesting, filler))).status).toBe(201);
    for (const accept of ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf']) {
      for (const path of [revisions, `${revisions}/${name}`]) {
        const { status } = await server.ask(path, { headers: { Accept: accept } });
        expect({ accept, path, status }).toEqual({ accept, path, status: 200 });
      }
    }
    for (const query of ['pretty=true', 'watch=true&timeoutSeconds=1']) {
      expect((await server.ask(`${revisions}?${query}`)).status).toBe(200);
    }
    const table = 'application/json;as=Table;v=v1;g=meta.k8s.io';
    expect((await server.ask(`${revisions}?includeObject=Object`, { headers: { Accept: table } })).status).toBe(200);
    const label = '{"metadata":{"labels":{"a":"b"}}}';
    for (const type of ['application/merge-patch+json', 'application/strategic-merge-patch+json']) {
      expect((await patch(name, label, type)).status).toBe(200);
    }
    const applied = revision(name, maxNesting, filler);
    const query = '?fieldManager=test&force=true';
    expect((await patch(name, applied, 'application/apply-patch+yaml', query)).status).toBe(200);
    const got = await server.ask(`${revisions}/${name}`);
    expect((await server.ask(`${revisions}/${name}`, { method: 'PUT', body: got.body })).status).toBe(200);
    expect((await server.ask(`${revisions}/${name}`, { method: 'DELETE' })).status).toBe(200);
  });

  it.each([
    ['application/merge-patch+json', ''],
    ['application/strategic-merge-patch+json', ''],
    ['application/apply-patch+yaml', '?fieldManager=test'],
  ])('is refused in a patch of %s', async (type, query) => {
    await post(revision('patched', 3));
    const { status } = await patch('patched', revision('patched', 900), type, query);
    expect(status).toBe(400);
  });

  it('cannot be made deeper by patches, level by level', async () => {
    await post(revision('wrapped', maxNesting - 10));
    const wrap = JSON.stringify([
      { op: 'add', path: '/metadata/annotations', value: {} },
      ...Array.from({ length: 100 }, () => [
        { op: 'add', path: '/t', value: {} },
        { op: 'move', from: '/data', path: '/t/a' },
        { op: 'move', from: '/t', path: '/data' },
      ]).flat(),
    ]);
    expect((await patch('wrapped', wrap, 'application/json-patch+json')).status).toBe(422);
    expect((await server.ask(`${revisions}/wrapped`)).status).toBe(200);
  });
});
