/**
 * The law of content: whatever users write into labels, annotations and data, the names
 * of the API's own fields and text that looks like them included, changes nothing that
 * the server does. For every kind that is served, one object full of such words and one
 * full of other words go the same way, and get the same answers.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { createApiScheme } from '@keelson/api';

import { eventually } from './support/eventually.ts';
import { findKubectls, openSession } from './support/kubectl.ts';
import { minimalObject } from './support/minimal-objects.ts';
import { normalForm } from './support/normal-form.ts';
import { makeHome } from './support/serve.ts';
import type { Answer, Home, Question, Started } from './support/serve.ts';
import { fieldNames, withWords, withoutWords } from './support/words.ts';
import { watchWhole } from './support/watch-whole.ts';

const scheme = createApiScheme();
type Resource = ReturnType<typeof scheme.resources>[number];

let home: Home;
let server: Started;
beforeAll(async () => {
  home = await makeHome();
  // Controllers that make objects of those that are stored here would change their life.
  server = await home.start(
    '--runtime-config=api/all=true',
    '--controllers=namespace,serviceaccount,root-ca-cert-publisher',
  );
  for (const { namespace, words } of roles) {
    const body = withWords(resourceOf('namespaces'), { metadata: { name: namespace } }, words);
    expect((await server.ask('/api/v1/namespaces', { method: 'POST', body })).status).toBe(201);
  }
  runAll();
});
afterAll(() => home.remove());

function resourceOf(plural: string): Resource {
  const found = scheme.resource('', 'v1', plural);
  if (found === undefined) throw new Error(`there are no ${plural}`);
  return found;
}

/** One of the two objects of a kind. */
interface Role {
  readonly namespace: string;
  readonly words: readonly string[];
  readonly set: ReadonlySet<string>;
}

const names = fieldNames(scheme);
const roleOf = (namespace: string, words: readonly string[]): Role => ({ namespace, words, set: new Set(words) });
const roles = [
  roleOf('worded', names),
  roleOf(
    'plain',
    names.map((_, index) => `n${index}x`),
  ),
] as const;

/** The word, or what stands in its place. */
const wordIn = ({ words }: Role, name: string): string => words[names.indexOf(name)] ?? '';
/** The field names that most decisions depend on. */
const deciding = [
  'deletionTimestamp',
  'finalizers',
  'phase',
  'ownerReferences',
  'resourceVersion',
  'kind',
  'constructor',
];

type Fields = Readonly<Record<string, unknown>>;
interface Stored extends Fields {
  readonly metadata: Fields & { readonly labels: Record<string, string> };
}

const served = scheme.resources().filter(({ verbs }) => verbs.includes('create'));
const titled = served.map((resource) => [`${resource.plural} of ${versionOf(resource)}`, resource] as const);

function versionOf({ group, version }: Resource): string {
  return group === '' ? version : `${group}/${version}`;
}

/** The requests about one object and their answers, step by step, in the form that both objects share. */
class Course {
  readonly steps: (readonly [what: string, status: number, answer: unknown, words: number])[] = [];
  readonly role: Role;
  readonly resource: Resource;
  readonly name: string;
  readonly collection: string;

  constructor(role: Role, resource: Resource, index: number) {
    const { group, plural, scope } = resource;
    const { nameOf = (name: string) => name } = minimalObject(plural, group);
    this.role = role;
    this.resource = resource;
    this.name = nameOf(`${role.namespace}-${index}`);
    const base = group === '' ? '/api/v1' : `/apis/${versionOf(resource)}`;
    this.collection = `${base}${scope === 'Namespaced' ? `/namespaces/${role.namespace}` : ''}/${plural}`;
  }

  get one(): string {
    return `${this.collection}/${this.name}`;
  }

  body(): Fields {
    const { fields, fieldsOf } = minimalObject(this.resource.plural, this.resource.group);
    const { namespace, words } = this.role;
    const object = { ...fields, ...fieldsOf?.(this.name, namespace), metadata: { name: this.name } };
    return withWords(this.resource, object, words);
  }

  async ask(what: string, path: string, question: Question = {}): Promise<Answer> {
    const at = this.steps.length;
    this.steps.push([what, 0, undefined, 0]);
    const answer = await server.ask(path, question);
    const isText = String(answer.headers['content-type']).startsWith('application/json');
    const lines = isText ? answer.body.trimEnd().split('\n') : [];
    const parsed = what.startsWith('watch') ? lines.filter((line) => line !== '').map(parse) : lines.map(parse);
    const { rest, count } = withoutWords(parsed, this.role.set);
    this.steps[at] = [what, answer.status, normalForm(rest, [this.name, this.role.namespace]), count];
    return answer;
  }
}

const parse = (text: string): unknown => JSON.parse(text);
const patchType = (kind: string) => ({ headers: { 'Content-Type': `application/${kind}` } });
const accept = (form: string) => ({ headers: { Accept: `application/${form}` } });
const meta = 'g=meta.k8s.io;v=v1';

async function read(course: Course): Promise<void> {
  const { one, collection, role, name, resource } = course;
  await course.ask('get', one);
  await course.ask('get as table', one, accept(`json;as=Table;${meta}`));
  await course.ask('get metadata', one, accept(`json;as=PartialObjectMetadata;${meta}`));
  await course.ask('get protobuf', one, accept('vnd.kubernetes.protobuf'));
  const words = deciding.map((word) => wordIn(role, word));
  const list = (what: string, labels: string, fields = `metadata.name=${name}`): Promise<Answer> => {
    const query = new URLSearchParams({ labelSelector: labels, fieldSelector: fields });
    return course.ask(what, `${collection}?${query.toString()}`);
  };
  await list('list by values', words.map((word) => `${word}=${word}`).join());
  await list('list by presence', words.join());
  await list('list by absence', words.map((word) => `!${word}`).join());
  await list('list by sets', words.map((word) => `${word} in (${word},x)`).join());
  for (const field of Object.keys(resource.fieldSelectors)) {
    await list(`list by ${field}`, words.join(), `metadata.name=${name},${field}!=${wordIn(role, 'phase')}`);
  }
}

async function change(course: Course): Promise<void> {
  const { one, role, resource } = course;
  const word = wordIn(role, 'deletionTimestamp');
  const labels = { [word]: null, [wordIn(role, 'finalizers')]: null };
  const merge = { metadata: { labels } };
  await course.ask('merge patch', one, { method: 'PATCH', body: merge, ...patchType('merge-patch+json') });
  const add = [{ op: 'add', path: `/metadata/labels/${word}`, value: word }];
  await course.ask('json patch', one, { method: 'PATCH', body: add, ...patchType('json-patch+json') });
  const strategic = { metadata: { labels: { [wordIn(role, 'finalizers')]: wordIn(role, 'finalizers') } } };
  await course.ask('strategic', one, { method: 'PATCH', body: strategic, ...patchType('strategic-merge-patch+json') });
  const type = { apiVersion: versionOf(resource), kind: resource.kind };
  const apply = { ...type, metadata: { annotations: { [word]: word } } };
  const manager = wordIn(role, 'managedFields');
  const path = `${one}?force=true&fieldManager=${manager}`;
  await course.ask('apply', path, { method: 'PATCH', body: apply, ...patchType('apply-patch+yaml') });
  const object = JSON.parse((await course.ask('get', one)).body) as Stored;
  object.metadata.labels[word] = wordIn(role, 'phase');
  await course.ask('update', one, { method: 'PUT', body: object });
  for (const [name, { verbs }] of Object.entries(resource.subresources)) {
    if (verbs.includes('get')) await course.ask(`get ${name}`, `${one}/${name}`);
    if (name !== 'status') continue;
    const { body } = await course.ask('get', one);
    await course.ask('update status', `${one}/status`, { method: 'PUT', body });
  }
}

/** The server writes the status of some kinds by itself, soon after an object was made. */
const toldOf = new Map([
  ['customResourceDefinition', 'InitialNamesAccepted'],
  ['flowSchema', 'Dangling'],
]);

async function untilTold({ one, resource }: Course): Promise<void> {
  const told = toldOf.get(resource.purpose?.kind ?? '');
  if (told !== undefined) await eventually(async () => expect((await server.ask(one)).body).toContain(told));
}

async function end(course: Course): Promise<void> {
  const { one, resource } = course;
  await course.ask('delete, dry run', `${one}?dryRun=All`, { method: 'DELETE' });
  await course.ask('delete', one, { method: 'DELETE' });
  if (resource.deletion.kind === 'twoPhase') {
    await eventually(async () => expect((await server.ask(one)).status).toBe(404));
  }
  await course.ask('get what was deleted', one);
}

async function watch(course: Course, resourceVersion: string): Promise<void> {
  const { collection, name, role, steps } = course;
  const before = steps.length;
  const watchAll = (timeoutSeconds: number): Promise<Answer[]> => {
    steps.length = before;
    const watched = ['', wordIn(role, 'kind'), wordIn(role, 'deletionTimestamp')].map((labelSelector) => {
      const selectors = { labelSelector, fieldSelector: `metadata.name=${name}`, resourceVersion };
      const query = new URLSearchParams({ ...selectors, watch: '1', timeoutSeconds: String(timeoutSeconds) });
      return course.ask(`watch ${labelSelector === '' ? 'all' : 'by label'}`, `${collection}?${query.toString()}`);
    });
    return Promise.all(watched);
  };
  // An object that a finalizer holds has no end to wait for.
  const isDeleted = steps.some(([what, status]) => what === 'get what was deleted' && status === 404);
  await watchWhole(watchAll, ([all, ...selected]) => {
    return !isDeleted || (isToItsEnd(all) && selected.every((each) => each.body === '' || isToItsEnd(each)));
  });
}

/** The last event of an object, and of one that leaves a selection. */
function isToItsEnd(answer: Answer | undefined): boolean {
  return answer?.body.trimEnd().split('\n').at(-1)?.startsWith('{"type":"DELETED"') === true;
}

async function run(course: Course): Promise<Course['steps']> {
  const { collection, resource, role } = course;
  const path = `${collection}?fieldManager=${wordIn(role, 'metadata')}`;
  const listed = resource.storage.kind === 'stored' ? await server.ask(`${collection}?limit=1`) : undefined;
  const made = await course.ask('create', path, { method: 'POST', body: course.body() });
  expect([made.status, made.body]).toEqual([resource.storage.kind === 'stored' ? 201 : made.status, made.body]);
  if (listed === undefined) return course.steps;
  await untilTold(course);
  await read(course);
  await change(course);
  await read(course);
  await end(course);
  await watch(course, (JSON.parse(listed.body) as { metadata: { resourceVersion: string } }).metadata.resourceVersion);
  return course.steps;
}

type Steps = Course['steps'];
const courses = new Map<Resource, Promise<readonly Steps[]>>();

/** Some at a time: most of each is waiting for its watches to end. */
function runAll(): void {
  const lanes: Promise<unknown>[] = Array.from({ length: 8 }, () => Promise.resolve());
  served.forEach((resource, index) => {
    const lane = index % lanes.length;
    const begin = (): Promise<readonly Steps[]> =>
      Promise.all(roles.map((role) => run(new Course(role, resource, index))));
    const course = (lanes[lane] ?? Promise.resolve()).then(begin);
    // Told where it is looked at.
    lanes[lane] = course.catch(() => undefined);
    courses.set(resource, course);
  });
}

describe('the names of fields, as words of users', () => {
  it.each(titled)('change nothing in the life of %s', async (_, resource) => {
    const [worded, plain] = await (courses.get(resource) ?? Promise.reject(new Error('it was not tried')));
    expect(worded).toEqual(plain);
    expect(worded?.[0]?.[3]).toBeGreaterThanOrEqual(resource.storage.kind === 'stored' ? 2 * names.length : 0);
  });

  it('leave a namespace as it is that kubectl gave such a label', async () => {
    const [kubectl] = findKubectls();
    if (kubectl === undefined) throw new Error('no kubectl is to be had');
    const { run: kube } = openSession(kubectl, home.kubeconfig, home.folder);
    await kube(['create', 'namespace', 'prod']);
    await kube(['create', 'configmap', 'kept', '-n', 'prod']);
    await kube(['label', 'namespace', 'prod', 'deletionTimestamp=x']);
    await kube(['annotate', 'namespace', 'prod', 'deletionTimestamp="deletionTimestamp":"2020-01-01T00:00:00Z"']);
    // One that ends in the meantime, so that the namespace controller has surely had its turn.
    await kube(['create', 'namespace', 'ends']);
    await kube(['delete', 'namespace', 'ends', '--wait']);
    const { out } = await kube(['get', 'namespace', 'prod', '-o', 'jsonpath={.status.phase}']);
    expect(out).toBe('Active');
    await kube(['create', 'configmap', 'another', '-n', 'prod']);
    expect((await kube(['get', 'configmaps', '-n', 'prod', '-o', 'name'])).out).toContain('configmap/kept');
  });

  it('leave the namespaces of all these objects as they are', async () => {
    for (const { namespace } of roles) {
      const { body } = await server.ask(`/api/v1/namespaces/${namespace}`);
      expect(JSON.parse(body)).toMatchObject({ status: { phase: 'Active' } });
    }
  });
});
