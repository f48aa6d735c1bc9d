/**
 * Every field of every kind has a case that is accepted and one that is refused: generated from the declarations, as JSON
 * of the right type and of a wrong one at the place of the field. A field whose shape has no wrong value is free-form, and
 * such fields are written down here. Rules beyond types have tables of cases beside their kinds.
 */
import { describe, expect, it } from '@jest/globals';
import { validateNewObject, type ObjectMeta } from '@keelson/meta';
import {
  decodeJson,
  validate,
  type Issue,
  type JsonValue,
  type Message,
  type Resource,
  type Shape,
} from '@keelson/schema';

import { createApiScheme } from './api-scheme.ts';
import { objectWith, placesOf } from './testing/places.ts';

interface Samples {
  readonly right: JsonValue;
  /** Absent where anything is right. */
  readonly wrong?: JsonValue;
}

const texts = { wrong: 7 };

function samplesOf(shape: Shape): Samples {
  switch (shape.kind) {
    case 'string':
      return { ...texts, right: shape.enum?.[0] ?? 'a' };
    case 'bytes':
      return { ...texts, right: 'YQ==' };
    case 'time':
      return { ...texts, right: '2022-01-02T03:04:05Z' };
    case 'microTime':
      return { ...texts, right: '2022-01-02T03:04:05.000000Z' };
    case 'duration':
      return { ...texts, right: '1s' };
    case 'bool':
      return { right: true, wrong: 'true' };
    case 'int32':
    case 'int64':
    case 'double':
      return { right: 1, wrong: 'a' };
    case 'quantity':
      return { right: '1', wrong: 'one' };
    case 'intOrString':
      return { right: 'a', wrong: [] };
    case 'message':
      return { right: {}, wrong: 'a' };
    case 'map':
      return { right: { a: samplesOf(shape.value).right }, wrong: 'a' };
    case 'list':
      return { right: [samplesOf(shape.item).right], wrong: 'a' };
    case 'alternative':
    case 'fieldsV1':
    case 'rawExtension':
    case 'json':
      return { right: {} };
  }
}

/** Puts a value of a field into an object of the kind. */
type Wrap = (value: JsonValue) => JsonValue;

interface Found {
  readonly path: string;
  readonly shape: Shape;
  readonly wrap: Wrap;
}

/** Each field once for each message that has it: a message within itself has no others. */
function* fieldsOf(message: Message, at: { path: string; wrap: Wrap }, seen: ReadonlySet<Message>): Iterable<Found> {
  if (seen.has(message)) return;
  const within = new Set([...seen, message]);
  for (const [name, { shape, presence }] of Object.entries(message.fields)) {
    if (presence === 'inline') {
      if (shape.kind === 'message') yield* fieldsOf(shape.message(), at, within);
      continue;
    }
    const path = `${at.path}.${name}`;
    const wrap: Wrap = (value) => at.wrap({ [name]: value });
    yield { path, shape, wrap };
    yield* insideOf(shape, { path, wrap }, within);
  }
}

function* insideOf(shape: Shape, at: { path: string; wrap: Wrap }, seen: ReadonlySet<Message>): Iterable<Found> {
  const { path, wrap } = at;
  if (shape.kind === 'message') yield* fieldsOf(shape.message(), at, seen);
  if (shape.kind === 'list') yield* insideOf(shape.item, { path: `${path}[]`, wrap: (value) => wrap([value]) }, seen);
  if (shape.kind === 'map')
    yield* insideOf(shape.value, { path: `${path}{}`, wrap: (value) => wrap({ a: value }) }, seen);
}

function faultsOf({ message }: Resource): { readonly faults: readonly string[]; readonly free: readonly string[] } {
  const faults: string[] = [];
  const free: string[] = [];
  for (const { path, shape, wrap } of fieldsOf(message, { path: '', wrap: (value) => value }, new Set())) {
    const { right, wrong } = samplesOf(shape);
    const accepted = decodeJson(message, wrap(right));
    if (!accepted.ok) faults.push(`${path} refuses ${JSON.stringify(right)}: ${accepted.message}`);
    if (wrong === undefined) free.push(path);
    else if (decodeJson(message, wrap(wrong)).ok) faults.push(`${path} accepts ${JSON.stringify(wrong)}`);
  }
  return { faults, free };
}

const resources = createApiScheme().resources();
const titleOf = ({ group, version, kind }: Resource): string => `${group}/${version} ${kind}`;

describe('every field', () => {
  it.each(resources.map((resource) => [titleOf(resource), resource] as const))(
    'of %s takes a value of its type, and no other',
    (_, resource) => {
      expect(faultsOf(resource).faults).toEqual([]);
    },
  );

  it('has a type, but for those that hold anything', () => {
    const free = resources.flatMap((resource) => faultsOf(resource).free.map((path) => path.replace(/^.*\./, '')));
    expect([...new Set(free)].sort()).toEqual([
      'additionalItems',
      'additionalProperties',
      'data',
      'default',
      'example',
      'fieldsV1',
      'items',
    ]);
  });
});

/** Values on both sides of the constraints of a shape; none where it has no constraints. */
function boundsOf(shape: Shape): { readonly inside: readonly JsonValue[]; readonly outside: readonly JsonValue[] } {
  switch (shape.kind) {
    case 'string': {
      const { enum: values, minLength = 0, maxLength, format } = shape;
      const outside = [
        ...(values === undefined ? [] : ['no-such-value']),
        ...(minLength > 0 ? [''] : []),
        ...(maxLength === undefined ? [] : ['a'.repeat(maxLength + 1)]),
        ...(format === undefined || format.check('-\n-').length === 0 ? [] : ['-\n-']),
      ];
      return { inside: outside.length === 0 ? [] : (values ?? ['a']), outside };
    }
    case 'int32':
    case 'int64': {
      const { minimum, maximum } = shape;
      const limits = [minimum, maximum].filter((limit) => limit !== undefined);
      const beyond = [minimum === undefined ? [] : [minimum - 1], maximum === undefined ? [] : [maximum + 1]].flat();
      return { inside: limits, outside: beyond };
    }
    default:
      return { inside: [], outside: [] };
  }
}

type Place = ReturnType<typeof placesOf>[number];
type Rules = (resource: Resource, object: object) => readonly Issue[];

const ofMessages: Rules = ({ message }, object) => validate(message, object);
const ofKind: Rules = (resource, object) => validateNewObject(resource, object as { metadata: ObjectMeta });

/** By the rules, a value of the field has an issue that names it. */
function isRefused(rules: Rules, resource: Resource, place: Place, value: JsonValue): boolean {
  const { message } = resource;
  const decoded = decodeJson(message, objectWith(message, place, value));
  if (!decoded.ok) throw new Error(decoded.message);
  const path = place.path
    .map((step) => (step === 'item' ? '[0]' : step === 'entry' ? '[a]' : `.${step.name}`))
    .join('');
  return rules(resource, decoded.object).some((issue) => `.${issue.path}`.startsWith(path));
}

describe('every constraint of a field', () => {
  const places = resources.flatMap((resource) => placesOf(resource.message).map((place) => ({ resource, place })));
  const constrained = places.filter(({ place }) => boundsOf(place.shape).outside.length > 0);
  const ids = [...new Set(constrained.map(({ place }) => place.id))];

  // Some kinds hold parts of others whose rules are checked where they are used.
  it('accepts what is inside of it, and refuses what is outside, in a kind that checks it', () => {
    // Closed sets of pods and webhooks are checked by rules: core/v1/order-of-causes.test.ts has their cases. So are fields
    // that say `isUnchecked`, since their rules have a place in the order of those of the kind.
    expect(ids.length).toBeGreaterThan(25);
    const faults = ids.filter((id) => {
      const found = constrained.filter(({ place }) => place.id === id);
      return !found.some(({ resource, place }) => {
        const { inside, outside } = boundsOf(place.shape);
        const isRefusedBy = (rules: Rules) => (value: JsonValue) => isRefused(rules, resource, place, value);
        const areRefused = outside.every(isRefusedBy(ofMessages)) || outside.every(isRefusedBy(ofKind));
        return areRefused && !inside.some(isRefusedBy(ofMessages));
      });
    });
    expect(faults).toEqual([]);
  });
});
