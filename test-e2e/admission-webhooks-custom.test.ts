/** Admission webhooks about custom resources, their definitions, connections to pods, and their own configurations. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { makeAuthority, type Authority } from '@keelson/callouts/testing';

import { make, parse } from './support/callers.ts';
import { eventually } from './support/eventually.ts';
import { useHomes } from './support/homes.ts';
import { findKubectls, openSession } from './support/kubectl.ts';
import type { Answer, Home, Question, Started } from './support/serve.ts';
import { configurationOf, startWebhookServer, type Decide, type WebhookServer } from './support/webhook-server.ts';

const newHome = useHomes();
const group = 'hooked.example.com';
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const configurations = '/apis/admissionregistration.k8s.io/v1';
const widgetsIn = (version: string) => `/apis/${group}/${version}/namespaces/default/widgets`;

let home: Home;
let server: Started;
let authority: Authority;
let hooks: WebhookServer;

const deny: Decide = ({ request: { operation } }) =>
  Promise.resolve({ allowed: false, status: { message: `${operation} is not allowed` } });

interface Data {
  readonly data?: Readonly<Record<string, string>>;
}

/** Each stage adds its mark where the one before has left its own. */
const mark =
  (before: string, mark: string): Decide =>
  ({ request: { object } }) => {
    const { data = {} } = (object ?? {}) as Data;
    if (data[before] === undefined) return Promise.resolve({ allowed: true });
    const operation = { op: 'add', path: `/data/${mark}`, value: 'yes' };
    return Promise.resolve({ allowed: true, patchType: 'JSONPatch', patch: base64([operation]) });
  };

/** Tries to change whatever it is asked about. */
const brand: Decide = () => {
  const operation = { op: 'add', path: '/metadata/labels', value: { branded: 'yes' } };
  return Promise.resolve({ allowed: true, patchType: 'JSONPatch', patch: base64([operation]) });
};

const change =
  (path: string, value: unknown, op = 'add'): Decide =>
  () =>
    Promise.resolve({ allowed: true, patchType: 'JSONPatch', patch: base64([{ op, path, value }]) });

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');

beforeAll(async () => {
  authority = makeAuthority();
  hooks = await startWebhookServer(authority.issue({ names: ['IP:127.0.0.1'] }), {
    deny,
    brand,
    rename: change('/metadata/namespace', 'elsewhere'),
    empty: change('', {}, 'replace'),
    mistype: change('/data', 'text'),
    meddle: change('/data/k', 'other'),
    redirect: change('/container', 'other'),
    first: mark('start', 'one'),
    second: mark('one', 'two'),
  });
  home = await newHome();
  server = await home.start('--disable-admission-plugins=ServiceAccount');
  await define();
});

afterEach(async () => {
  for (const plural of ['mutatingwebhookconfigurations', 'validatingwebhookconfigurations']) {
    await ask(`${configurations}/${plural}`, { method: 'DELETE' });
  }
});

afterAll(async () => {
  await hooks.kill();
  authority.close();
});

const ask = (path: string, question?: Question): Promise<Answer> => server.ask(path, question);
const merge = { 'Content-Type': 'application/merge-patch+json' };
const patch = (path: string, change: object): Promise<Answer> =>
  ask(path, { method: 'PATCH', body: JSON.stringify(change), headers: merge });

const schema = {
  type: 'object',
  properties: { data: { type: 'object', properties: { start: { type: 'string' }, one: { type: 'string' } } } },
};
const versionOf = (name: string, isStored: boolean) => ({
  name,
  served: true,
  storage: isStored,
  schema: { openAPIV3Schema: schema },
});
const definition = (plural: string, kind: string) => ({
  metadata: { name: `${plural}.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List` },
    versions: [versionOf('v1', true), versionOf('v2', false)],
  },
});

/** A field of each mark is declared, but for that of the second stage. */
async function define(): Promise<void> {
  await make(server, definitions, definition('widgets', 'Widget'));
  await eventually(async () => {
    expect((await ask(widgetsIn('v1'))).status).toBe(200);
  });
}

interface Wanted {
  readonly path: string;
  readonly operations: readonly string[];
  readonly resources: readonly string[];
  readonly groups?: readonly string[];
  readonly versions?: readonly string[];
}

type Kind = 'Mutating' | 'Validating';
const pluralOf = (kind: Kind): string => `${kind.toLowerCase()}webhookconfigurations`;

function configure(
  kind: Kind,
  ...wanted: readonly Wanted[]
): Promise<{ readonly metadata: { readonly name: string } }> {
  const webhooks = wanted.map(({ path, operations, resources, groups = [group], versions = ['v1'] }, index) => ({
    name: `h${index}.example.com`,
    path,
    rules: [{ operations, apiGroups: groups, apiVersions: versions, resources }],
  }));
  const body = configurationOf(kind, { url: hooks.url, authority: authority.pem }, webhooks);
  return make(server, `${configurations}/${pluralOf(kind)}`, body);
}

describe('custom resources', () => {
  it('are denied their creation, update and deletion', async () => {
    await make(server, widgetsIn('v1'), { apiVersion: `${group}/v1`, kind: 'Widget', metadata: { name: 'kept' } });
    await configure('Validating', { path: 'deny', operations: ['CREATE', 'UPDATE', 'DELETE'], resources: ['widgets'] });
    const denied = (operation: string) => ({
      code: 400,
      message: `admission webhook "h0.example.com" denied the request: ${operation} is not allowed`,
    });
    const body = { apiVersion: `${group}/v1`, kind: 'Widget', metadata: { name: 'new' } };
    expect(parse(await ask(widgetsIn('v1'), { method: 'POST', body }))).toMatchObject(denied('CREATE'));
    expect(parse(await patch(`${widgetsIn('v1')}/kept`, { data: { start: 'x' } }))).toMatchObject(denied('UPDATE'));
    expect(parse(await ask(`${widgetsIn('v1')}/kept`, { method: 'DELETE' }))).toMatchObject(denied('DELETE'));
    // By the other version too, as that is the same object.
    expect(parse(await ask(`${widgetsIn('v2')}/kept`, { method: 'DELETE' }))).toMatchObject(denied('DELETE'));
  });

  it('are changed in stages, and what the schema does not know is pruned', async () => {
    const stage = (path: string): Wanted => ({ path, operations: ['CREATE'], resources: ['widgets'] });
    await configure('Mutating', stage('first'), stage('second'));
    const body = { apiVersion: `${group}/v1`, kind: 'Widget', metadata: { name: 'staged' }, data: { start: 'x' } };
    const made = parse<Data>(await ask(widgetsIn('v1'), { method: 'POST', body }));
    expect(made.data).toEqual({ start: 'x', one: 'yes' });
  });

  it('are changed on the way in whichever version is stored', async () => {
    await configure('Mutating', { path: 'first', operations: ['CREATE', 'UPDATE'], resources: ['widgets'] });
    const body = (name: string, version: string) => ({
      apiVersion: `${group}/${version}`,
      kind: 'Widget',
      metadata: { name },
      data: { start: 'x' },
    });
    await make(server, widgetsIn('v1'), body('older', 'v1'));
    const versions = [versionOf('v1', false), versionOf('v2', true)];
    expect((await patch(`${definitions}/widgets.${group}`, { spec: { versions } })).status).toBe(200);
    const patched = parse<Data>(await patch(`${widgetsIn('v1')}/older`, { data: { one: null } }));
    expect(patched.data).toEqual({ start: 'x', one: 'yes' });
    const made = await make<Data>(server, widgetsIn('v2'), body('newer', 'v2'));
    expect(made.data).toEqual({ start: 'x', one: 'yes' });
  });

  it('have definitions that are denied as well', async () => {
    const wanted = { path: 'deny', operations: ['CREATE'], resources: ['customresourcedefinitions'] };
    await configure('Validating', { ...wanted, groups: ['apiextensions.k8s.io'], versions: ['*'] });
    const answer = await ask(definitions, { method: 'POST', body: definition('gadgets', 'Gadget') });
    expect(parse(answer)).toMatchObject({
      message: 'admission webhook "h0.example.com" denied the request: CREATE is not allowed',
    });
  });
});

it('a connection to a pod is denied to kubectl', async () => {
  await make(server, '/api/v1/namespaces/default/pods', {
    metadata: { name: 'attached' },
    spec: { containers: [{ name: 'c', image: 'i' }] },
  });
  await patch('/api/v1/namespaces/default/pods/attached/status', { status: { phase: 'Running' } });
  await configure('Validating', { path: 'deny', operations: ['CONNECT'], resources: ['pods/attach'], groups: [''] });
  const [kubectl] = findKubectls();
  if (kubectl === undefined) throw new Error('no kubectl');
  const session = openSession(kubectl, home.kubeconfig, home.folder);
  const { err } = await session.run(['attach', 'attached', '-c', 'c', '-i'], { code: 1 });
  expect(err).toContain('admission webhook "h0.example.com" denied the request: CONNECT is not allowed');
});

it('a connection to a pod is made with the options that webhooks leave', async () => {
  await make(server, '/api/v1/namespaces/default/pods', {
    metadata: { name: 'redirected' },
    spec: { nodeName: 'n', containers: [{ name: 'c', image: 'i' }] },
  });
  await configure('Mutating', { path: 'redirect', operations: ['CONNECT'], resources: ['pods/exec'], groups: [''] });
  const answer = await ask('/api/v1/namespaces/default/pods/redirected/exec?command=ls&container=c');
  expect(parse(answer)).toMatchObject({ code: 400, message: 'container other is not valid for pod redirected' });
});

describe('configurations', () => {
  const every: Omit<Wanted, 'path'> = { operations: ['*'], resources: ['*/*'], groups: ['*'], versions: ['*'] };

  it('are neither changed nor kept from deletion by webhooks', async () => {
    await configure('Mutating', { path: 'brand', ...every });
    await configure('Validating', { path: 'deny', ...every, operations: ['DELETE'] });
    const other = configurationOf('Validating', { url: hooks.url, authority: authority.pem }, []);
    const named = { ...other, metadata: { name: 'other' } };
    const made = await make<{ readonly metadata: object }>(
      server,
      `${configurations}/${pluralOf('Validating')}`,
      named,
    );
    expect(made.metadata).not.toHaveProperty('labels');
    const path = `${configurations}/${pluralOf('Validating')}/other`;
    expect((await ask(path, { method: 'DELETE' })).status).toBe(200);
  });

  it('take effect as soon as they are updated or patched', async () => {
    const made = await configure('Validating', {
      path: 'deny',
      operations: ['CREATE'],
      resources: ['configmaps'],
      groups: [''],
    });
    const path = `${configurations}/${pluralOf('Validating')}/${made.metadata.name}`;
    const configMaps = '/api/v1/namespaces/default/configmaps?dryRun=All';
    const statusOf = async (): Promise<number> =>
      (await ask(configMaps, { method: 'POST', body: { metadata: { name: 'a' } } })).status;
    expect(await statusOf()).toBe(400);
    const operations = async (next: readonly string[]): Promise<void> => {
      const current = parse<{ webhooks: { rules: { operations: readonly string[] }[] }[] }>(await ask(path));
      for (const rule of current.webhooks.flatMap(({ rules }) => rules)) rule.operations = next;
      expect((await ask(path, { method: 'PUT', body: current })).status).toBe(200);
    };
    await operations(['UPDATE']);
    expect(await statusOf()).toBe(201);
    await operations(['CREATE']);
    expect(await statusOf()).toBe(400);
    expect((await patch(path, { webhooks: [] })).status).toBe(200);
    expect(await statusOf()).toBe(201);
  });

  it('are listed and deleted together, by label, and in discovery', async () => {
    const plural = `${configurations}/${pluralOf('Validating')}`;
    const one = configurationOf('Validating', { url: hooks.url, authority: authority.pem }, []);
    for (const name of ['a', 'b', 'c']) {
      await make(server, plural, { ...one, metadata: { name, labels: { set: name === 'c' ? 'two' : 'one' } } });
    }
    expect((await ask(`${plural}?labelSelector=set%3Done`, { method: 'DELETE' })).status).toBe(200);
    const left = parse<{ items: { metadata: { name: string } }[] }>(await ask(plural));
    expect(left.items.map(({ metadata: { name } }) => name)).toEqual(['c']);
    const served = parse<{ resources: { name: string }[] }>(await ask(configurations));
    expect(served.resources.map(({ name }) => name)).toEqual([pluralOf('Mutating'), pluralOf('Validating')]);
  });
});

describe('bad input', () => {
  const configMaps = '/api/v1/namespaces/default/configmaps';
  const wanted = (path: string): Wanted => ({
    path,
    operations: ['CREATE', 'UPDATE'],
    resources: ['configmaps'],
    groups: [''],
  });

  it.each([
    [
      'a namespace that is not that of the request',
      'rename',
      400,
      'the namespace of the provided object does not match',
    ],
    ['an object without what it needs', 'empty', 422, 'ConfigMap "" is invalid: metadata.name: Required value'],
    ['a value of another type', 'mistype', 500, 'Internal error occurred: json: cannot unmarshal string into'],
  ])('in a patch is refused, and nothing is stored: %s', async (_, path, code, message) => {
    await configure('Mutating', wanted(path));
    const body = { metadata: { name: `bad-${path}` }, data: { k: 'v' } };
    const answer = parse(await ask(configMaps, { method: 'POST', body }));
    expect(answer).toMatchObject({ code, message: expect.stringContaining(message) });
    expect((await ask(`${configMaps}/bad-${path}`)).status).toBe(404);
  });

  it('that changes what cannot change is refused, and the object stays', async () => {
    const made = await make(server, configMaps, { metadata: { name: 'fixed' }, immutable: true, data: { k: 'v' } });
    await configure('Mutating', wanted('meddle'));
    const path = `${configMaps}/fixed`;
    const answer = parse(await patch(path, { metadata: { labels: { a: 'b' } } }));
    expect(answer).toMatchObject({ code: 422, message: expect.stringContaining('field is immutable') });
    expect(parse(await ask(path))).toEqual(made);
  });

  it('in a bundle of authorities is told by whom it concerns', async () => {
    const body = configurationOf('Validating', { url: hooks.url, authority: 'no certificate' }, [
      { name: 'broken.example.com', path: 'deny' },
    ]);
    await make(server, `${configurations}/${pluralOf('Validating')}`, body);
    const answer = parse(await ask(configMaps, { method: 'POST', body: { metadata: { name: 'untold' } } }));
    expect(answer).toMatchObject({
      code: 500,
      message:
        'Internal error occurred: failed calling webhook "broken.example.com": could not get REST client: unable to load root certificates: unable to parse bytes as PEM block',
    });
    expect((await ask(`${configMaps}/untold`)).status).toBe(404);
  });
});
