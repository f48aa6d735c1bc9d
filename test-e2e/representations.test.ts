/**
 * Every kind and every subresource in every form that a client may ask for, and watches of each, against a running
 * server: each is answered, or refused as not acceptable; nothing is the server's fault. The requests are generated
 * from the declarations.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createApiScheme } from '@keelson/api';

import { minimalObject } from './support/minimal-objects.ts';
import { makeHome } from './support/serve.ts';
import type { Answer, Home, Started } from './support/serve.ts';
import { watchWhole } from './support/watch-whole.ts';

type Resource = ReturnType<ReturnType<typeof createApiScheme>['resources']>[number];

const view = (form: string, type: string, version = 'v1') =>
  `application/${type};as=${form};v=${version};g=meta.k8s.io`;
const types = ['json', 'yaml', 'vnd.kubernetes.protobuf'];
const plain = types.map((type) => `application/${type}`);
const views = ['Table', 'PartialObjectMetadata', 'PartialObjectMetadataList'].flatMap((form) =>
  types.flatMap((type) => [view(form, type), view(form, type, 'v1beta1')]),
);
const forms = [...plain, ...views];
const eventForms = [
  'application/vnd.kubernetes.protobuf',
  view('Table', 'json'),
  view('PartialObjectMetadata', 'json'),
];

const name = 'sample';
const namespace = 'default';

function collectionOf({ group, version, scope, plural }: Resource): string {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  return `${root}${scope === 'Namespaced' ? `/namespaces/${namespace}` : ''}/${plural}`;
}

function objectOf({ group, version, kind, plural }: Resource) {
  const { fields, fieldsOf, nameOf = (given: string) => given } = minimalObject(plural, group);
  const own = nameOf(name);
  const apiVersion = group === '' ? version : `${group}/${version}`;
  return { apiVersion, kind, metadata: { name: own }, ...fields, ...fieldsOf?.(own, namespace) };
}

const resources = createApiScheme()
  .resources()
  .filter(({ lifecycle, storage }) => lifecycle?.removed === undefined || storage.kind === 'stored');
const stored = resources.filter((resource) => resource.storage.kind === 'stored' && resource.verbs.includes('create'));

/** The paths of an object that can be read, with those of its parts. */
function pathsOf(resource: Resource): readonly string[] {
  const path = `${collectionOf(resource)}/${objectOf(resource).metadata.name}`;
  const parts = Object.entries(resource.subresources).filter(
    ([, { kind, verbs }]) => (kind === 'part' || kind === 'scale') && verbs.includes('get'),
  );
  return [path, ...parts.map(([part]) => `${path}/${part}`)];
}

describe('every kind', () => {
  let home: Home;
  let server: Started;
  beforeAll(async () => {
    home = await makeHome();
    server = await home.start('--controllers=-*', '--disable-admission-plugins=ServiceAccount');
    // Versions of one kind show the same object.
    for (const resource of stored) {
      await server.ask(collectionOf(resource), { method: 'POST', body: objectOf(resource) });
    }
  });
  afterAll(() => home.remove());

  const ask = (path: string, accept: string): Promise<Answer> => server.ask(path, { headers: { accept } });

  it.each(stored.map((resource) => [collectionOf(resource), resource] as const))(
    'is answered in every form: %s',
    async (collection, resource) => {
      const odd: string[] = [];
      for (const path of [...pathsOf(resource), collection]) {
        const answers = await Promise.all(forms.map((form) => ask(path, form)));
        answers.forEach(({ status, body }, index) => {
          // Not every view is one of every part.
          const isRefused = status === 406 && index >= plain.length;
          if (isRefused || (status === 200 && body.length > 0)) return;
          odd.push(`${path} as ${forms[index] ?? ''}: ${status} ${body.slice(0, 200)}`);
        });
      }
      expect(odd).toEqual([]);
    },
  );

  it('is warned of as deprecated where a form is served, and not where none is', async () => {
    const path = '/apis/policy/v1beta1/namespaces/default/poddisruptionbudgets';
    const warningOf = async (accept: string) => {
      const { status, headers } = await ask(path, accept);
      return [status, headers['warning'] !== undefined];
    };
    expect(await warningOf('application/json')).toEqual([200, true]);
    expect(await warningOf(view('Other', 'json'))).toEqual([406, true]);
    expect(await warningOf('text/html')).toEqual([406, false]);
  });

  it('is watched in every form that events have', async () => {
    const watched = stored.filter(({ verbs }) => verbs.includes('watch'));
    const seen = await Promise.all(
      watched.flatMap((resource) =>
        eventForms.map(async (form) => {
          const path = `${collectionOf(resource)}?watch=1&resourceVersion=0`;
          const watch = (seconds: number) => ask(`${path}&timeoutSeconds=${String(seconds)}`, form);
          const { status, body } = await watchWhole(watch, (answer) => answer.body.includes('ADDED'));
          return status === 200 && body.includes('ADDED') ? [] : [`${resource.plural} as ${form}: ${status}`];
        }),
      ),
    );
    expect(seen.flat()).toEqual([]);
  });
});
