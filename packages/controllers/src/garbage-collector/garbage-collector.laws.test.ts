/** The objects left at rest, after random changes with random leaders, are those that a model of reachability says. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Resource } from '@keelson/schema';

import type { ElectedControllers } from '../frame/start-controllers.ts';
import { openCluster, openReplica, until, type Cluster, type Json } from '../testing/open-cluster.ts';
import { garbageCollector } from './garbage-collector.ts';

let cluster: Cluster;
let other: Cluster;

beforeEach(async () => {
  cluster = await openCluster();
  other = await openReplica(cluster.storage);
});

afterEach(async () => {
  await other.close();
  await cluster.close();
});

/** From 0 (inclusive) to 1 (exclusive), the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Modelled {
  readonly name: string;
  readonly uid: string;
  owners: readonly { readonly of: Modelled; readonly blocks: boolean }[];
  isDeleted: boolean;
}

/** The largest set in which each has an owner of the set, or never had any. */
function survivorsOf(objects: readonly Modelled[]): string[] {
  const left = new Set(objects.filter(({ isDeleted }) => !isDeleted));
  for (let size = -1; size !== left.size;) {
    size = left.size;
    for (const object of left) {
      const { owners } = object;
      if (owners.length > 0 && !owners.some(({ of }) => left.has(of))) left.delete(object);
    }
  }
  return [...left].map(({ name }) => name).sort();
}

const referencesOf = (owners: Modelled['owners']): object[] =>
  owners.map(({ of: { name, uid }, blocks }) => ({
    ...{ apiVersion: 'v1', kind: 'ConfigMap', name, uid },
    ...(blocks && { blockOwnerDeletion: true }),
  }));

class Schedule {
  readonly objects: Modelled[] = [];
  readonly #random: () => number;
  readonly #maps: Resource;
  #leader: ElectedControllers;

  constructor(seed: number, maps: Resource) {
    this.#random = createRandom(seed);
    this.#maps = maps;
    this.#leader = cluster.start([garbageCollector]);
  }

  async step(): Promise<void> {
    const roll = this.#random();
    if (roll < 0.5) await this.#create();
    else if (roll < 0.7) await this.#addOwner();
    else if (roll < 0.93) await this.#remove();
    else await this.#changeLeader();
  }

  end(): Promise<void> {
    return this.#leader.stop();
  }

  #pick(): Modelled | undefined {
    const live = this.objects.filter(({ isDeleted }) => !isDeleted);
    return live[Math.floor(this.#random() * live.length)];
  }

  #owner(): Modelled['owners'] {
    const of = this.#pick();
    return of === undefined ? [] : [{ of, blocks: this.#random() < 0.5 }];
  }

  async #create(): Promise<void> {
    const name = `object-${this.objects.length}`;
    const [first] = this.#random() < 0.7 ? this.#owner() : [];
    const [second] = first !== undefined && this.#random() < 0.3 ? this.#owner() : [];
    const owners = [first, second].filter((each) => each !== undefined);
    const distinct = owners.filter(({ of }, at) => owners.findIndex((each) => each.of === of) === at);
    const made = await cluster.create(this.#maps, { metadata: { name, ownerReferences: referencesOf(distinct) } });
    this.objects.push({ name, uid: made.metadata.uid, owners: distinct, isDeleted: false });
  }

  /** Cycles come about here. What the collector has deleted already cannot be changed. */
  async #addOwner(): Promise<void> {
    const object = this.#pick();
    const [added] = this.#owner();
    if (object === undefined || added === undefined || added.of === object || object.owners.length === 0) return;
    if (object.owners.some(({ of }) => of === added.of)) return;
    const owners = [...object.owners, added];
    const patch = { metadata: { uid: object.uid, ownerReferences: referencesOf(owners) } };
    const now = await cluster.read(this.#maps, object.name);
    if (now?.metadata['deletionTimestamp'] !== undefined) return;
    const written = await cluster.mergePatch(this.#maps, object.name, patch).catch(() => undefined);
    if (written !== undefined && written.metadata['deletionTimestamp'] === undefined) object.owners = owners;
  }

  async #remove(): Promise<void> {
    const object = this.#pick();
    if (object === undefined) return;
    object.isDeleted = true;
    const propagationPolicy = this.#random() < 0.5 ? 'Background' : 'Foreground';
    await cluster.remove(this.#maps, object.name, { propagationPolicy }).catch(() => undefined);
  }

  async #changeLeader(): Promise<void> {
    const [next, last] = this.#random() < 0.5 ? [cluster, this.#leader] : [other, this.#leader];
    const started = next.start([garbageCollector]);
    await last.stop();
    this.#leader = started;
  }
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])('what is left at rest is what can be reached (seed %i)', async (seed) => {
  const maps = cluster.scheme.resource('', 'v1', 'configmaps');
  if (maps === undefined) throw new Error('there are no config maps');
  const schedule = new Schedule(seed, maps);
  for (let step = 0; step < 60; step += 1) await schedule.step();
  const expected = survivorsOf(schedule.objects);
  const left = async (): Promise<readonly Json[]> => cluster.list(maps);
  const names = (objects: readonly Json[]): string[] => objects.map(({ metadata }) => metadata.name).sort();
  await until(async () => names(await left()).length <= expected.length);
  expect(names(await left())).toEqual(expected);
  const last = await cluster.create(maps, { metadata: { name: 'zz-owner' } });
  const { uid } = last.metadata;
  const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'zz-owner', uid };
  await cluster.create(maps, { metadata: { name: 'zz-child', ownerReferences: [reference] } });
  await cluster.remove(maps, 'zz-owner');
  await until(async () => (await cluster.read(maps, 'zz-child')) === undefined);
  expect(names(await left())).toEqual(expected);
  await schedule.end();
});
