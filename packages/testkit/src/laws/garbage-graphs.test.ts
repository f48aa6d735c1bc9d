/**
 * Random graphs of owners, over HTTPS: objects of built-in kinds and custom resources, in two namespaces and in none, with
 * owners that are absent, of kinds that are not served, or in another namespace; cycles; deletes of all three kinds,
 * and finalizers that hold objects back. Requests go out several at a time, while the collector works. What is left
 * at rest has to be what a model says. `KEELSON_SCHEDULES` sets the number of graphs, `KEELSON_SEED` what these are.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, beforeAll, expect, it } from '@jest/globals';

import { startKeelson, type Keelson } from '../server/start-keelson.ts';
import { decides, survivorsOf, type ModelledObject, type ModelledOwner } from './owner-model.ts';

const schedules = Number(process.env['KEELSON_SCHEDULES'] ?? 3);
const seed = Number(process.env['KEELSON_SEED'] ?? 20_221_122);
const rounds = 40;
const requestsAtOnce = 8;

const group = 'graphs.example.com';
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const namespaces = ['first', 'second'];
const hold = 'example.com/hold';

interface Kind {
  readonly kind: string;
  readonly apiVersion: string;
  readonly plural: string;
  readonly isNamespaced: boolean;
}

const custom = { apiVersion: `${group}/v1` };
const kinds: readonly Kind[] = [
  { kind: 'ConfigMap', apiVersion: 'v1', plural: 'configmaps', isNamespaced: true },
  { kind: 'Secret', apiVersion: 'v1', plural: 'secrets', isNamespaced: true },
  { kind: 'Branch', ...custom, plural: 'branches', isNamespaced: true },
  { kind: 'Root', ...custom, plural: 'roots', isNamespaced: false },
];

let keelson: Keelson;
beforeAll(async () => {
  keelson = await startKeelson({ flags: ['--controllers=garbagecollector'] });
  for (const name of namespaces) await send('POST', '/api/v1/namespaces', { metadata: { name } });
  for (const kind of kinds.filter(({ apiVersion }) => apiVersion !== 'v1')) await define(kind);
});
afterAll(() => keelson.stop());

interface Sent {
  readonly status: number;
  readonly object: ApiObject;
}

interface ApiObject {
  readonly metadata: Metadata;
}

interface Metadata {
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly deletionTimestamp?: string;
  readonly finalizers?: readonly string[];
  readonly ownerReferences?: readonly Reference[];
}

interface Reference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly blockOwnerDeletion?: boolean;
}

async function send(method: string, path: string, body?: object): Promise<Sent> {
  const patch = { 'Content-Type': 'application/merge-patch+json' };
  const answer = await keelson.ask(path, { method, body, ...(method === 'PATCH' && { headers: patch }) });
  return { status: answer.status, object: JSON.parse(answer.body) as ApiObject };
}

async function define({ kind, plural, isNamespaced }: Kind): Promise<void> {
  const schema = { openAPIV3Schema: { type: 'object' } };
  const made = await send('POST', definitions, {
    ...{ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' },
    metadata: { name: `${plural}.${group}` },
    spec: {
      ...{ group, scope: isNamespaced ? 'Namespaced' : 'Cluster', names: { plural, kind } },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  });
  expect(made.status).toBe(201);
  await until(async () => (await keelson.ask(collectionOf(plural, 'v1', group))).status === 200);
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await delay(20);
}

function collectionOf(plural: string, version: string, inGroup: string, namespace = ''): string {
  const root = inGroup === '' ? `/api/${version}` : `/apis/${inGroup}/${version}`;
  return `${root}${namespace === '' ? '' : `/namespaces/${namespace}`}/${plural}`;
}

interface GraphObject extends ModelledObject {
  readonly kind: Kind;
  readonly name: string;
  readonly uid: string;
  isHeld: boolean;
}

/** From 0 (inclusive) to 1 (exclusive), the same for the same seed. */
function createRandom(from: number): () => number {
  let state = from;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** An owner waits for ever for a dependent that blocks it and is left alone: those that are do not block. */
function withoutBlock(reference: Reference): Reference {
  return { ...reference, blockOwnerDeletion: false };
}

class Graph {
  readonly objects: GraphObject[] = [];
  readonly #random: () => number;
  readonly #prefix: string;
  #made = 0;
  /** Those that requests of this round are about, or name: of two at once it would be open which came first. */
  readonly #busy = new Set<GraphObject>();

  constructor(from: number, prefix: string) {
    this.#random = createRandom(from);
    this.#prefix = prefix;
  }

  /** The model is told of deletes before they are sent, and of what becomes more once it is. */
  async round(): Promise<void> {
    this.#busy.clear();
    await Promise.all(Array.from({ length: requestsAtOnce }, () => this.#step()));
  }

  async release(): Promise<void> {
    for (const object of this.objects) if (object.isHeld) await this.#letGo(object);
  }

  #step(): Promise<void> {
    const roll = this.#random();
    if (roll < 0.55) return this.#create();
    if (roll < 0.7) return this.#addOwner();
    if (roll < 0.74) return this.#releaseOne();
    return this.#delete();
  }

  #pick(isMeant: (object: GraphObject) => boolean): GraphObject | undefined {
    const found = this.objects.filter((object) => !this.#busy.has(object) && isMeant(object));
    const picked = found[Math.floor(this.#random() * found.length)];
    return picked;
  }

  #one<T>(values: readonly T[]): T | undefined {
    return values[Math.floor(this.#random() * values.length)];
  }

  #owner(): { readonly owner: ModelledOwner; readonly reference: Reference } | undefined {
    const roll = this.#random();
    const uid = randomUUID();
    if (roll < 0.03) {
      const reference = { apiVersion: `${group}/v1`, kind: 'Unserved', name: 'any', uid };
      return { owner: { kind: 'unknown' }, reference };
    }
    const object = this.#pick(({ isDeleted }) => !isDeleted);
    if (object === undefined) return undefined;
    // A delete of this round could come before or after the reference to it.
    this.#busy.add(object);
    const { name, kind } = object;
    const reference = { apiVersion: kind.apiVersion, kind: kind.kind, name, uid: object.uid };
    const absent: ModelledOwner = { kind: 'absent', isNamespaced: kind.isNamespaced };
    // No object has this uid, or none of this name has the uid that another one has.
    if (roll < 0.1) return { owner: absent, reference: { ...reference, uid } };
    if (roll < 0.13) return { owner: absent, reference: { ...reference, name: 'another' } };
    const blockOwnerDeletion = this.#random() < 0.5;
    return { owner: { kind: 'object', object }, reference: { ...reference, blockOwnerDeletion } };
  }

  async #create(): Promise<void> {
    const kind = this.#one(kinds) ?? kinds[0];
    if (kind === undefined) return;
    const namespace = kind.isNamespaced ? (this.#one(namespaces) ?? '') : '';
    const count = this.#one([0, 1, 1, 1, 2, 3]) ?? 0;
    const owners = Array.from({ length: count }, () => this.#owner()).filter((each) => each !== undefined);
    const distinct = owners.filter(
      ({ reference }, at) => owners.findIndex((each) => each.reference.uid === reference.uid) === at,
    );
    const isDecided = distinct.every(({ owner }) => decides(namespace, owner));
    const name = `${this.#prefix}-${this.#made}`;
    this.#made += 1;
    const isHeld = this.#random() < 0.1;
    const [inGroup, version = ''] = kind.apiVersion === 'v1' ? ['', 'v1'] : kind.apiVersion.split('/');
    const collection = collectionOf(kind.plural, version, inGroup ?? '', namespace);
    const ownerReferences = distinct.map(({ reference }) => (isDecided ? reference : withoutBlock(reference)));
    const { status, object } = await send('POST', collection, {
      ...{ apiVersion: kind.apiVersion, kind: kind.kind },
      metadata: { name, ownerReferences, ...(isHeld && { finalizers: [hold] }) },
    });
    expect(status).toBe(201);
    this.objects.push({
      ...{ kind, name, namespace, isHeld, uid: object.metadata.uid, path: `${collection}/${name}` },
      ...{ owners: distinct.map(({ owner }) => owner), isDeleted: false, orphaned: 'no' },
    });
  }

  /** Cycles come about here. What the collector has deleted by then cannot be changed. */
  async #addOwner(): Promise<void> {
    const object = this.#pick(({ isDeleted, owners }) => !isDeleted && owners.length > 0);
    const added = this.#owner();
    if (object === undefined || added === undefined) return;
    this.#busy.add(object);
    const { status, object: now } = await send('GET', object.path);
    if (status !== 200 || now.metadata.deletionTimestamp !== undefined) return;
    const { ownerReferences = [], resourceVersion } = now.metadata;
    if (added.reference.uid === object.uid || ownerReferences.some(({ uid }) => uid === added.reference.uid)) return;
    const isDecided = [...object.owners, added.owner].every((owner) => decides(object.namespace, owner));
    const references = [...ownerReferences, added.reference];
    const metadata = { resourceVersion, ownerReferences: isDecided ? references : references.map(withoutBlock) };
    const written = await send('PATCH', object.path, { metadata });
    if (written.status === 200) object.owners.push(added.owner);
  }

  async #delete(): Promise<void> {
    // Some are deleted twice, the second time in another way.
    const isAgain = this.#random() < 0.1;
    const object = this.#pick(({ isDeleted }) => isDeleted === isAgain);
    if (object === undefined) return;
    this.#busy.add(object);
    const propagationPolicy = this.#one(['Background', 'Foreground', 'Orphan']);
    const isCertain = !isAgain && survivorsOf(this.objects).must.has(object);
    object.isDeleted = true;
    if (object.orphaned === 'certain') object.orphaned = 'uncertain';
    if (propagationPolicy === 'Orphan') object.orphaned = 'uncertain';
    const { status } = await send('DELETE', object.path, { propagationPolicy });
    expect([200, 202, 404, 409]).toContain(status);
    if (propagationPolicy === 'Orphan' && isCertain && status < 300) object.orphaned = 'certain';
  }

  async #releaseOne(): Promise<void> {
    const object = this.#pick(({ isHeld }) => isHeld);
    if (object === undefined) return;
    this.#busy.add(object);
    await this.#letGo(object);
  }

  async #letGo(object: GraphObject): Promise<void> {
    for (;;) {
      const { status, object: now } = await send('GET', object.path);
      if (status === 404 || now.metadata.finalizers?.includes(hold) !== true) break;
      const { finalizers, resourceVersion } = now.metadata;
      const metadata = { resourceVersion, finalizers: finalizers.filter((each) => each !== hold) };
      const { status: written } = await send('PATCH', object.path, { metadata });
      if (written === 200 || written === 404) break;
    }
    object.isHeld = false;
  }
}

async function listAll(): Promise<ReadonlyMap<string, ApiObject>> {
  const found = new Map<string, ApiObject>();
  for (const { plural, apiVersion, isNamespaced } of kinds) {
    const [inGroup, version = ''] = apiVersion === 'v1' ? ['', 'v1'] : apiVersion.split('/');
    for (const namespace of isNamespaced ? namespaces : ['']) {
      const collection = collectionOf(plural, version, inGroup ?? '', namespace);
      const { items } = JSON.parse((await keelson.ask(collection)).body) as { readonly items: readonly ApiObject[] };
      for (const item of items) found.set(`${collection}/${item.metadata.name}`, item);
    }
  }
  return found;
}

/** The reason that the collector is not at rest yet, or undefined. */
async function unrestOf(graph: Graph): Promise<string | undefined> {
  const found = await listAll();
  const { may } = survivorsOf(graph.objects);
  const uids = new Set([...found.values()].map(({ metadata }) => metadata.uid));
  for (const object of graph.objects) {
    const { metadata } = found.get(object.path) ?? {};
    if (metadata === undefined) continue;
    if (!may.has(object)) return `${object.path} is still there`;
    if (metadata.deletionTimestamp !== undefined) return `${object.path} is terminating`;
    const dangling = metadata.ownerReferences?.filter(({ uid }) => !uids.has(uid)) ?? [];
    const isLeftAlone = object.owners.some((owner) => !decides(object.namespace, owner));
    if (dangling.length > 0 && !isLeftAlone) return `${object.path} names owners that are gone`;
  }
  return undefined;
}

/** An owner and its dependent, deleted and collected: what the collector had to do before is done by then. */
async function collectMarker(name: string): Promise<void> {
  const maps = '/api/v1/namespaces/first/configmaps';
  const { object } = await send('POST', maps, { metadata: { name } });
  const reference = { apiVersion: 'v1', kind: 'ConfigMap', name, uid: object.metadata.uid };
  await send('POST', maps, { metadata: { name: `${name}-child`, ownerReferences: [reference] } });
  await send('DELETE', `${maps}/${name}`, { propagationPolicy: 'Background' });
  await until(async () => (await keelson.ask(`${maps}/${name}-child`)).status === 404);
}

it.each(Array.from({ length: schedules }, (_, at) => seed + at))(
  'leaves of a graph of owners what its model says (seed %i)',
  async (from) => {
    const graph = new Graph(from, `g${from}`);
    for (let round = 0; round < rounds; round += 1) await graph.round();
    await graph.release();
    let unrest = await unrestOf(graph);
    for (const endMs = performance.now() + 60_000; unrest !== undefined && performance.now() < endMs;) {
      await delay(20);
      unrest = await unrestOf(graph);
    }
    expect(unrest).toBeUndefined();
    await collectMarker(`marker-${from}`);
    const found = await listAll();
    const { must, may } = survivorsOf(graph.objects);
    expect([...must].filter(({ path }) => !found.has(path)).map(({ path }) => path)).toEqual([]);
    expect(graph.objects.filter((object) => found.has(object.path) && !may.has(object))).toEqual([]);
    // The model says something: most objects either have to stay or have to go.
    expect(must.size).toBeGreaterThan(10);
    expect(may.size - must.size).toBeLessThan(graph.objects.length / 4);
  },
);
