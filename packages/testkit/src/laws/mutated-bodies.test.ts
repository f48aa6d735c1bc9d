/** Objects of every kind in which one value, however deep, is of another type: refused or taken, but never a fault. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { createApiScheme } from '@keelson/api';
import { groupVersion, type Resource } from '@keelson/schema';

import { collectionOf, names } from './every-object.ts';
import { serveEveryKind } from './serve-every-kind.ts';
import type { EveryKindServed } from './serve-every-kind.ts';

const scheme = createApiScheme();
const [name] = names;
const seed = 1;
const mutationsOfEach = 4;

let served: EveryKindServed;
beforeAll(async () => {
  served = await serveEveryKind();
});
afterAll(() => served.stop());

type Json = null | number | string | boolean | readonly Json[] | { readonly [key: string]: Json };
type Path = readonly (string | number)[];

const values: readonly Json[] = [null, [], [null], {}, { a: null }, [[]], [{}], 1, -1, 1e300, true, '', 'x'];

/** Of a list only the first item: the others are alike. */
function pathsIn(value: Json): Path[] {
  if (typeof value !== 'object' || value === null) return [[]];
  const entries: [string | number, Json][] = Array.isArray(value)
    ? value.slice(0, 1).map((item: Json) => [0, item])
    : Object.entries(value);
  return [[], ...entries.flatMap(([key, each]) => pathsIn(each).map((path) => [key, ...path]))];
}

function replace(value: Json, [first, ...rest]: Path, by: Json): Json {
  if (first === undefined) return by;
  if (Array.isArray(value)) return value.map((item: Json, index) => (index === first ? replace(item, rest, by) : item));
  const fields = value as Readonly<Record<string, Json>>;
  return { ...fields, [first]: replace(fields[first] ?? null, rest, by) };
}

/** The existing object, or the posted body where nothing can be read. */
async function objectAt(url: string, resource: Resource): Promise<Json> {
  const { status, body } = await served.ask(url);
  const read = status === 200 ? (JSON.parse(body) as Json) : null;
  const type = { kind: resource.kind, apiVersion: groupVersion(resource) };
  return replace(read ?? { ...type, metadata: { name }, spec: {}, status: {} }, ['metadata', 'resourceVersion'], '');
}

interface Sending {
  readonly method: string;
  readonly url: string;
  readonly type: string;
  readonly body: string;
}

function sendingsOf(collection: string, url: string, object: Json): fc.Arbitrary<readonly Sending[]> {
  const mutation = fc.record({ path: fc.constantFrom(...pathsIn(object)), value: fc.constantFrom(...values) });
  return mutation.map(({ path, value }) => {
    const body = JSON.stringify(replace(object, path, value));
    const pointer = path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
    const patch = (type: string, text: string): Sending => ({ method: 'PATCH', url, type, body: text });
    return [
      { method: 'POST', url: collection, type: 'application/json', body: body.replaceAll(name, 'fresh') },
      { method: 'POST', url, type: 'application/json', body },
      { method: 'PUT', url, type: 'application/json', body },
      { method: 'PUT', url, type: 'application/yaml', body },
      { method: 'DELETE', url, type: 'application/json', body },
      patch('application/merge-patch+json', body),
      patch('application/strategic-merge-patch+json', body),
      patch('application/apply-patch+yaml', body),
      patch('application/json-patch+json', JSON.stringify([{ op: 'replace', path: pointer, value }])),
    ];
  });
}

async function isFault({ method, url, type, body }: Sending): Promise<boolean> {
  const headers = { 'Content-Type': type };
  const reply = await served.ask(`${url}?dryRun=All&fieldManager=tests&force=true`, { method, body, headers });
  return reply.status >= 500 && reply.body.includes('the server met a fault of its own');
}

const resources = scheme.resources().map((each) => [`${each.plural} of ${groupVersion(each)}`, each] as const);

describe('a body with a value of another type', () => {
  it.each(resources)('is no fault of the server: %s', async (_title, resource) => {
    const collection = collectionOf(resource);
    const parts = ['', ...Object.keys(resource.subresources).map((part) => `/${part}`)];
    for (const url of parts.map((part) => `${collection}/${name}${part}`)) {
      const sendings = sendingsOf(collection, url, await objectAt(url, resource));
      const sample = fc.sample(sendings, { seed, numRuns: mutationsOfEach }).flat();
      const faults = await Promise.all(sample.map(isFault));
      expect(sample.filter((_, index) => faults[index])).toEqual([]);
    }
  });

  it('is none in the audit log either', async () => {
    expect((await served.auditLog()).includes('"stage":"Panic"')).toBe(false);
  });
});
