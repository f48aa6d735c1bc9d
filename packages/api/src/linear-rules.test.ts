/**
 * The cost of every rule, over every place of every kind: texts that are made to keep patterns busy, and more items than
 * anybody needs. Nothing here may cost more than in proportion to its length.
 */
import { describe, expect, it } from '@jest/globals';
import { acceptableGrowth, growthOf } from '@keelson/schema/testing';
import type { JsonValue, MapShape, Resource, Shape } from '@keelson/schema';

import { createApiScheme } from './api-scheme.ts';
import { StepCounter } from './testing/step-counter.ts';
import { handle } from './testing/handle.ts';
import { objectWith, placesOf, sampleOfShape } from './testing/places.ts';
import type { Place } from './testing/places.ts';

const scheme = createApiScheme({ includeRetired: true });

interface Subject extends Place {
  readonly resource: Resource;
}

/** Each place once, in the first kind that has it. */
const subjects: readonly Subject[] = [
  ...new Map(
    scheme
      .resources()
      .flatMap((resource) => placesOf(resource.message).map((place) => [place.id, { ...place, resource }] as const))
      .reverse(),
  ).values(),
];

const pieces = [' ', '.', 'a-', "['", '1:', '='];

/** For a text, a step for each pair of characters takes forty milliseconds; all that is done here takes a few ms. */
const textLength = 8_000;
const slowMs = 15;

/** Otherwise each place is tried with half of the texts, and with items with names or with items alike: all take minutes. */
const areAllTried = process.env['KEELSON_ALL_RULES'] !== undefined;

type Make = (size: number) => JsonValue;

function cpuMs(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Growth of the cost; measured precisely only where a quick measurement is suspicious. */
function growthAt({ resource, ...place }: Subject, make: Make, size: number): number {
  const textOf = (count: number) => JSON.stringify(objectWith(resource.message, place, make(count)));
  const run = (given: string) => handle(scheme, resource, given);
  const large = textOf(size);
  let quarter: string | undefined;
  const isSuspicious = [1, 2, 3].every(() => {
    const ms = cpuMs(() => run(large));
    return ms > slowMs && ms > 8 * cpuMs(() => run((quarter ??= textOf(size / 4))));
  });
  return isSuspicious ? growthOf(textOf, run, size) : 1;
}

function slowOnes(
  places: readonly Subject[],
  makers: (shape: Shape) => readonly (readonly [string, Make])[],
  size: number,
): string[] {
  return places.flatMap((place) =>
    makers(place.shape).flatMap(([title, make]) => {
      const growth = growthAt(place, make, size);
      return growth < acceptableGrowth ? [] : [`${place.id} with ${title}: ${growth.toFixed(1)}`];
    }),
  );
}

const isText = ({ shape }: Place): boolean =>
  ['string', 'bytes', 'quantity', 'intOrString', 'time', 'microTime', 'duration'].includes(shape.kind);

const texts = pieces.map((piece): readonly [string, Make] => [
  JSON.stringify(piece),
  (size) => `a${piece.repeat(size / piece.length)}!`,
]);

const keys = pieces.map((piece) => {
  const make = (shape: MapShape) => (size: number) => ({
    [piece.repeat(size / piece.length)]: sampleOfShape(shape.value, 1),
  });
  return { title: `the key ${JSON.stringify(piece)}`, make };
});

const hasItems = ({ shape }: Place): boolean => shape.kind === 'list' || shape.kind === 'map';

/** One, two and three times so many items; more where there is doubt, for what only begins at some length. */
const fewItems = 64;
const moreItems = 256;
/** Looked at together; those of a group that is not linear are looked at one by one. */
const placesInGroup = 8;
/** Steps for each pair of items: at least a half where each is compared with those before it; sorting is a tenth. */
const stepsForPair = 0.4;

/** Told apart by whatever is a text in them, or all the same. */
function collectionOf({ shape }: Place, length: number, areAlike: boolean): JsonValue {
  if (shape.kind !== 'list' && shape.kind !== 'map') throw new TypeError('neither a list nor a map');
  const sample = sampleOfShape(shape.kind === 'list' ? shape.item : shape.value, 2);
  const items = Array.from({ length }, (_, index) => (areAlike ? sample : rename(sample, nameOf(index))));
  return shape.kind === 'list' ? items : Object.fromEntries(items.map((item, index) => [nameOf(index), item]));
}

/** All of one length, as characters cost steps too. */
function nameOf(index: number): string {
  return `n${1000 + index}`;
}

function rename(sample: JsonValue, name: string): JsonValue {
  if (typeof sample === 'string') return name;
  if (typeof sample !== 'object' || sample === null || Array.isArray(sample)) return sample;
  return Object.fromEntries(Object.entries(sample).map(([key, each]) => [key, each === 'a' ? name : each]));
}

function countForPair(counter: StepCounter, places: readonly Subject[], areAlike: boolean, few: number): number {
  const runs = [few, 2 * few, 3 * few].map((length) => {
    const texts = places.map(({ resource, ...place }) => {
      const object = objectWith(resource.message, place, collectionOf(place, length, areAlike));
      return { resource, text: JSON.stringify(object) };
    });
    return () => {
      for (const { resource, text } of texts) handle(scheme, resource, text);
    };
  });
  // Warm-up: compilation at first use is not counted.
  runs[0]?.();
  const [first = 0, second = 0, third = 0] = runs.map((run) => counter.count(run));
  // The second difference cancels the linear part and leaves the quadratic one.
  return (third - second - (second - first)) / (2 * few ** 2);
}

/** The places whose cost has a part that grows with the pairs of items. */
function squareOnes(counter: StepCounter, places: readonly Subject[], areAlike: boolean): string[] {
  if (places.length === 0 || countForPair(counter, places, areAlike, fewItems) < stepsForPair) return [];
  if (places.length === 1) {
    const forPair = countForPair(counter, places, areAlike, moreItems);
    return forPair < stepsForPair ? [] : places.map(({ id }) => `${id}: ${forPair.toFixed(2)} steps for each pair`);
  }
  const half = Math.ceil(places.length / 2);
  return [places.slice(0, half), places.slice(half)].flatMap((part) => squareOnes(counter, part, areAlike));
}

describe('every rule of every kind', () => {
  it('takes time in proportion to a text', () => {
    const places = subjects.filter(isText);
    expect(places.length).toBeGreaterThan(500);
    for (const half of [0, 1]) {
      const tried = places.filter((_, index) => areAllTried || index % 2 === half);
      const some = texts.filter((_, index) => areAllTried || index % 2 === half);
      expect(slowOnes(tried, () => some, textLength)).toEqual([]);
    }
  });

  it('takes time in proportion to a key', () => {
    const places = subjects.filter(({ shape }) => shape.kind === 'map');
    const makers = (shape: Shape) => keys.map(({ title, make }) => [title, make(shape as MapShape)] as const);
    expect(slowOnes(places, makers, textLength)).toEqual([]);
  });

  it.each([
    ['with names', false],
    ['alike', true],
  ])('takes steps in proportion to the number of items %s', (_, areAlike) => {
    const places = subjects.filter(hasItems).filter((_place, index) => areAllTried || (index % 2 === 0) === areAlike);
    expect(places.length).toBeGreaterThan(100);
    const counter = new StepCounter();
    try {
      const starts = Array.from({ length: places.length / placesInGroup + 1 }, (_each, index) => index * placesInGroup);
      const groups = starts.map((start) => places.slice(start, start + placesInGroup));
      expect(groups.flatMap((group) => squareOnes(counter, group, areAlike))).toEqual([]);
    } finally {
      counter.stop();
    }
  });
});
