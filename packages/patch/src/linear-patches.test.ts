/** The cost of each kind of patch on objects of very many parts: in proportion to what there is and what is sent. */
import { describe, expect, it } from '@jest/globals';
import { acceptableGrowth, growthOf } from '@keelson/schema/testing';

import { applyJsonPatch, fieldManager, maxOperations } from './index.ts';
import type { JsonObject } from './json-object.ts';
import { applyMergePatch } from './merge-patch/apply-merge-patch.ts';
import { applyStrategicMergePatch } from './strategic-merge-patch/apply-strategic-merge-patch.ts';
import { types } from './testing/sample-kinds.ts';

const deployments = types['Deployment'];
if (deployments === undefined) throw new Error('no sample kind');
const { structure, apiVersion, kind } = deployments;

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const entries = (count: number, value: string) => Object.fromEntries(many(count, (index) => [`k${index}`, value]));

function deployment(containers: object[], metadata: object = {}): JsonObject {
  return { apiVersion, kind, metadata: { name: 'a', ...metadata }, spec: { template: { spec: { containers } } } };
}

const containers = (count: number, image: string) => many(count, (index) => ({ name: `c${index}`, image }));

/** Pairs of a live object and a patch. */
const pairs: readonly (readonly [what: string, make: (count: number) => readonly [JsonObject, JsonObject]])[] = [
  ['items with other values', (count) => [deployment(containers(count, 'a')), deployment(containers(count, 'b'))]],
  [
    'items in another order',
    (count) => [deployment(containers(count, 'a')), deployment(containers(count, 'a').reverse())],
  ],
  [
    'items that are not there',
    (count) => [
      deployment(containers(count, 'a')),
      deployment(many(count, (index) => ({ name: `d${index}`, image: 'a' }))),
    ],
  ],
  [
    'an item of many environment variables',
    (count) => {
      const env = (value: string) => many(count, (index) => ({ name: `E${index}`, value }));
      return [deployment([{ name: 'c', env: env('a') }]), deployment([{ name: 'c', env: env('b') }])];
    },
  ],
  [
    'labels',
    (count) => [deployment([], { labels: entries(count, 'a') }), deployment([], { labels: entries(count, 'b') })],
  ],
  [
    'finalizers',
    (count) => [
      deployment([], { finalizers: many(count, (index) => `x/a${index}`) }),
      deployment([], { finalizers: many(count, (index) => `x/b${index}`) }),
    ],
  ],
];

const strategicPairs: typeof pairs = [
  ...pairs,
  [
    'items that are deleted',
    (count) => [
      deployment(containers(count, 'a')),
      deployment(many(count, (index) => ({ name: `c${index}`, $patch: 'delete' }))),
    ],
  ],
  [
    'an order of items',
    (count) => {
      const order = many(count, (index) => ({ name: `c${count - index}` }));
      const patch = { spec: { template: { spec: { '$setElementOrder/containers': order } } } };
      return [deployment(containers(count, 'a')), patch];
    },
  ],
  [
    'texts that are deleted from a list',
    (count) => {
      const finalizers = many(count, (index) => `x/a${index}`);
      return [deployment([], { finalizers }), { metadata: { '$deleteFromPrimitiveList/finalizers': finalizers } }];
    },
  ],
];

/** A step for each pair of so many takes some forty milliseconds. */
const size = 4_096;

describe('a patch takes time in proportion to the number of', () => {
  it.each(strategicPairs)('%s: strategic merge', (_, make) => {
    const run = ([live, patch]: readonly [JsonObject, JsonObject]) => applyStrategicMergePatch(live, patch, structure);
    expect(run(make(4))).toMatchObject({ ok: true });
    expect(growthOf(make, run, size)).toBeLessThan(acceptableGrowth);
  });

  it.each(pairs)('%s: merge', (_, make) => {
    const run = ([live, patch]: readonly [JsonObject, JsonObject]) => applyMergePatch(live, patch);
    expect(growthOf(make, run, size)).toBeLessThan(acceptableGrowth);
  });

  it.each(pairs)('%s: apply, by one who owns them and by another', (_, make) => {
    const manager = fieldManager(deployments);
    const apply = (live: JsonObject | undefined, config: JsonObject, name: string) =>
      manager.apply({ live, config, manager: name, force: true, time: '2026-01-01T00:00:00Z' });
    const run = ([first, second]: readonly [JsonObject, JsonObject]) => {
      const made = apply(undefined, first, 'a');
      const own = made.ok ? apply(made.value.object, second, 'a') : made;
      return made.ok && own.ok ? apply(made.value.object, second, 'b') : own;
    };
    expect(run(make(4))).toMatchObject({ ok: true });
    expect(growthOf(make, run, size / 2)).toBeLessThan(acceptableGrowth);
  });
});

describe('a JSON patch takes time in proportion to the number of operations', () => {
  const item = { a: 'b' };
  it.each<readonly [string, (index: number) => object]>([
    ['that put an item in front', () => ({ op: 'add', path: '/list/0', value: item })],
    ['that put an item at the end', () => ({ op: 'add', path: '/list/-', value: item })],
    ['that remove the first item', () => ({ op: 'remove', path: '/list/0' })],
    ['that copy an item', () => ({ op: 'copy', from: '/list/0', path: '/list/-' })],
    ['that move an item', () => ({ op: 'move', from: '/list/0', path: '/list/-' })],
    ['that test an item', () => ({ op: 'test', path: '/list/0', value: item })],
    ['that add keys', (index) => ({ op: 'add', path: `/map/k${index}`, value: item })],
  ])('%s', (_, operation) => {
    const document = { list: many(20_000, () => item), map: {} };
    const run = (operations: readonly object[]) => applyJsonPatch(document, operations);
    expect(run([operation(0)])).toMatchObject({ ok: true });
    expect(growthOf((count) => many(count, operation), run, maxOperations)).toBeLessThan(acceptableGrowth);
  });
});
