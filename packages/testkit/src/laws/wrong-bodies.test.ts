import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { createApiScheme } from '@keelson/api';
import { groupVersion, type Resource, type Verb } from '@keelson/schema';

import type { TestResponse } from '../client/test-client.ts';
import { collectionOf, names } from './every-object.ts';
import { serveEveryKind } from './serve-every-kind.ts';
import type { EveryKindServed } from './serve-every-kind.ts';

const scheme = createApiScheme();
const [name] = names;

let served: EveryKindServed;
beforeAll(async () => {
  served = await serveEveryKind();
});
afterAll(() => served.stop());

const text: readonly (string | undefined)[] = [
  undefined,
  '{}',
  'null',
  '[]',
  '[null]',
  '"text"',
  '0',
  '{"metadata":null}',
  '{"metadata":[]}',
  '{"preconditions":null,"dryRun":[null],"items":null}',
  `{"metadata":{"name":"${name}"},"spec":null,"status":null}`,
  `{"metadata":{"name":"${name}"},"spec":[],"status":0}`,
  '{"kind":null,"apiVersion":null}',
  '{"kind":"Status","apiVersion":"v1"}',
];

/** Bodies by their types. YAML becomes what JSON becomes. */
type Bodies = Readonly<Record<string, readonly (string | undefined)[]>>;

const whole: Bodies = {
  'application/json': text,
  'application/yaml': ['null', '- null', 'metadata:'],
  'application/vnd.kubernetes.protobuf': [undefined, 'k8s\0', 'k8s\0\n\x0a\n\x02v1\x12\x04List\x12\x00'],
};
const patches: Bodies = {
  'application/json-patch+json': text.slice(0, 6),
  'application/merge-patch+json': text,
  'application/strategic-merge-patch+json': text.slice(0, 9),
  'application/apply-patch+yaml': text.slice(0, 9),
};

interface Writing {
  readonly method: string;
  readonly bodies: Bodies;
}

const writings: Readonly<Partial<Record<Verb, Writing>>> = {
  create: { method: 'POST', bodies: whole },
  update: { method: 'PUT', bodies: whole },
  patch: { method: 'PATCH', bodies: patches },
  delete: { method: 'DELETE', bodies: whole },
  deletecollection: { method: 'DELETE', bodies: whole },
};

const collectionVerbs: readonly Verb[] = ['create', 'deletecollection'];

interface Place {
  readonly path: string;
  readonly verb: Verb;
}

/** All that a resource can be written through. */
function placesOf(resource: Resource): Place[] {
  const collection = collectionOf(resource);
  const own = resource.verbs.map((verb) => ({
    path: collectionVerbs.includes(verb) ? collection : `${collection}/${name}`,
    verb,
  }));
  const parts = Object.entries(resource.subresources).flatMap(([part, { verbs }]) =>
    verbs.map((verb) => ({ path: `${collection}/${name}/${part}`, verb })),
  );
  return [...own, ...parts];
}

function send(method: string, path: string, type: string, body: string | undefined): Promise<TestResponse> {
  return served.ask(`${path}?dryRun=All&fieldManager=tests`, {
    method,
    body,
    headers: type === '' ? {} : { 'Content-Type': type },
  });
}

/** Otherwise each place is sent every third body, and the next place the bodies behind them: all of them take minutes. */
const areAllSent = process.env['KEELSON_ALL_BODIES'] !== undefined;
const turns = 3;

/** The code alone does not say: clients know some refusals as 500, such as those of DeleteOptions that cannot be read. */
function isFault({ status, body }: TestResponse): boolean {
  return status >= 500 && body.includes('the server met a fault of its own');
}

const resources = scheme.resources().map((each) => [`${each.plural} of ${groupVersion(each)}`, each] as const);

describe('a body that is none', () => {
  let places = 0;

  it.each(resources)('is refused for what it is by %s', async (_title, resource) => {
    for (const { path, verb } of placesOf(resource)) {
      const { method, bodies } = writings[verb] ?? { method: '', bodies: {} };
      const turn = (places += 1) % turns;
      const asked = Object.entries(bodies)
        .flatMap(([type, each]) => each.map((body) => ({ type, body })))
        .filter((_, index) => areAllSent || index % turns === turn);
      const said = await Promise.all(
        asked.map(async ({ type, body }) => {
          const reply = await send(method, path, type, body);
          const { kind } = JSON.parse(reply.body) as { readonly kind: string };
          return { isFault: isFault(reply), isKind: kind !== '', request: [method, path, type, body] };
        }),
      );
      expect(said.filter((each) => each.isFault || !each.isKind)).toEqual([]);
    }
  });

  it('is no fault of the server in the audit log either', async () => {
    const stages = (await served.auditLog()).trimEnd().split('\n');
    expect(stages.length).toBeGreaterThan(1_000);
    expect(stages.filter((line) => (JSON.parse(line) as { stage: string }).stage === 'Panic')).toEqual([]);
  });
});

describe('what is proxied to a node', () => {
  const proxied = [
    ...['attach', 'exec', 'log', 'portforward', 'proxy', 'proxy/x/y'].map(
      (part) => `namespaces/default/pods/${name}/${part}`,
    ),
    ...['proxy', 'proxy/'].map((part) => `namespaces/default/services/${name}/${part}`),
    ...['proxy', 'proxy/stats'].map((part) => `nodes/${name}/${part}`),
  ];
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'];

  it.each(proxied)('is refused for every method and body, without a fault: %s', async (path) => {
    for (const method of methods) {
      for (const type of ['application/json', 'text/plain', '']) {
        for (const body of [undefined, '{}', 'null', '{']) {
          const reply = await send(method, `/api/v1/${path}`, type, body);
          expect([method, type, body, isFault(reply), refusals.has(reply.status)]).toEqual([
            method,
            type,
            body,
            false,
            true,
          ]);
        }
      }
    }
  });

  /** Of what asks for nothing, for what is not there, or for what has no address. */
  const refusals: ReadonlySet<number> = new Set([204, 400, 404, 405, 406]);
});
