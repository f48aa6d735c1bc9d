/** No definition, and no object of a custom resource, keeps the server from answering others, or is its fault. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { parse } from './support/callers.ts';
import { eventually } from './support/eventually.ts';
import { listenTo } from './support/heartbeat.ts';
import { hostileObjects, schema } from './support/hostile-custom-objects.ts';
import { definition, hostileDefinitions, objectOf } from './support/hostile-definitions.ts';
import { many } from './support/hostile-input.ts';
import { makeHome, type Answer, type Home, type Question, type Started } from './support/serve.ts';

/** On a machine that is busy with other things. That the loop itself stands still for less is watched over besides. */
const mostSilenceMs = 2_000;
const mostStallMs = '300';

let home: Home;
let server: Started;
beforeAll(async () => {
  home = await makeHome({ KEELSON_TEST_STALL_MS: mostStallMs });
  server = await home.start('--controllers=');
});
afterAll(() => home.remove());

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const json = { 'Content-Type': 'application/json' };

/** While somebody else asks all the time. */
async function ask(path: string, question: Question): Promise<Answer> {
  const heartbeat = listenTo(server);
  const answer = await server.ask(path, question);
  expect(await heartbeat.stop()).toBeLessThan(mostSilenceMs);
  return answer;
}

/** With the path and the words, as far as they are told. */
function expectAnswer(answer: Answer, status: readonly number[], says: string | undefined): void {
  const { message = '' } = parse<{ message?: string }>(answer);
  expect(`${String(answer.status)} ${message.slice(0, 500)}`).toMatch(new RegExp(`^(?:${status.join('|')}) `));
  expect(message).toContain(says ?? '');
}

interface Made {
  readonly path: string;
  readonly apiVersion: string;
  readonly kind: string;
}

/** Defines it, and waits until its objects are served. */
async function define(body: object): Promise<Made> {
  const { metadata, spec } = body as {
    metadata: { name: string };
    spec: { group: string; names: Record<string, string> };
  };
  const { status, body: text } = await ask(definitions, { method: 'POST', body });
  if (status !== 201) throw new Error(`${String(status)} ${text.slice(0, 500)}`);
  const { plural = '', kind = '' } = spec.names;
  const path = `/apis/${spec.group}/v1/namespaces/default/${plural}`;
  await eventually(async () => expect((await server.ask(path)).status).toBe(200));
  expect(metadata.name).toContain(plural);
  return { path, apiVersion: `${spec.group}/v1`, kind };
}

describe('a hostile definition', () => {
  it.each(hostileDefinitions.map((each) => [each.name, each] as const))(
    'is answered, and so is everybody else meanwhile: %s',
    async (_, { make, status, says }) => {
      const answer = await ask(definitions, { method: 'POST', body: make(), headers: json });
      expectAnswer(answer, [status], says);
    },
  );
});

describe('a hostile custom object', () => {
  let made: Made;
  let names = 0;
  beforeAll(async () => {
    made = await define(definition(schema));
    await server.ask(made.path, { method: 'POST', body: { ...made, metadata: { name: 'base' } } });
  });

  const bodyOf = (name: string, fields: string): string =>
    `{"apiVersion":"${made.apiVersion}","kind":"${made.kind}","metadata":{"name":"${name}"},${fields}}`;
  const refusals = [400, 413, 422];

  it.each(hostileObjects.map((each) => [each.name, each] as const))(
    'is answered, and so is everybody else meanwhile: %s',
    async (_, { fields, says, strictly = says }) => {
      const text = fields();
      const post = (query: string) =>
        ask(`${made.path}${query}`, { method: 'POST', body: bodyOf(`o${String((names += 1))}`, text), headers: json });
      expectAnswer(await post(''), says === undefined ? [201] : refusals, says);
      expectAnswer(await post('?fieldValidation=Strict'), strictly === undefined ? [201] : refusals, strictly);
      const base = `${made.path}/base`;
      const { metadata } = parse<{ metadata: { resourceVersion: string } }>(await server.ask(base));
      const put = bodyOf('base', text).replace(
        '"metadata":{',
        `"metadata":{"resourceVersion":"${metadata.resourceVersion}",`,
      );
      const others = [
        await ask(base, { method: 'PUT', body: put, headers: json }),
        await ask(base, {
          method: 'PATCH',
          body: `{${text}}`,
          headers: { 'Content-Type': 'application/merge-patch+json' },
        }),
      ];
      for (const { status } of others) expect(says === undefined ? [200, 413] : refusals).toContain(status);
      const name = `o${String((names += 1))}`;
      const applied = await ask(`${made.path}/${name}?fieldManager=m`, {
        method: 'PATCH',
        body: bodyOf(name, text),
        headers: { 'Content-Type': 'application/apply-patch+yaml' },
      });
      expect([201, ...refusals]).toContain(applied.status);
    },
  );
});

describe('a definition of a megabyte', () => {
  const text = { type: 'string' };
  const fields = (count: number, make: (at: number) => object) =>
    objectOf(Object.fromEntries(many(count, (at) => [`p${String(at)}`, make(at)])));

  it.each([
    ['defaults', () => fields(9_000, () => ({ ...text, default: 'd', description: 'x'.repeat(60) }))],
    ['patterns', () => fields(15_000, () => ({ ...text, pattern: '^(d|[a-z]{1,5})+$' }))],
    ['fractions', () => fields(15_000, () => ({ type: 'number', multipleOf: 0.5, description: 'x'.repeat(20) }))],
    [
      'objects',
      () =>
        fields(5_000, () => objectOf({ a: { ...text, default: 'x' }, b: { type: 'object', properties: { c: text } } })),
    ],
  ])('of %s costs others nothing, nor does its first object', async (_, make) => {
    const made = await define(definition(make()));
    const create = (name: string) => ask(made.path, { method: 'POST', body: { ...made, metadata: { name } } });
    expect((await create('first')).status).toBe(201);
    expect((await create('second')).status).toBe(201);
    const headers = { 'Content-Type': 'application/merge-patch+json' };
    expect((await ask(`${made.path}/first`, { method: 'PATCH', body: { p1: null }, headers })).status).toBe(200);
    for (const Accept of ['application/json', 'application/yaml', 'application/json;as=Table;v=v1;g=meta.k8s.io']) {
      expect((await ask(made.path, { headers: { Accept } })).status).toBe(200);
    }
    for (const path of [`/openapi/v3/apis/${made.apiVersion}`, '/openapi/v2']) {
      const answer = await ask(path, {});
      expect(answer.status).toBe(200);
      expect(answer.body).toContain(made.kind);
    }
    expect((await ask(`${made.path}/first`, { method: 'DELETE' })).status).toBe(200);
  });
});
