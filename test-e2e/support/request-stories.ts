/**
 * Stories of requests about one object, for two servers: a valid object is made, then written, read, listed and removed
 * in ways that are odd in one place. Values that each server chooses itself are placeholders.
 */
import { mutate, type Json } from './mutate.ts';
import { oddAccept, oddQuery, oddReadQuery } from './odd-parameters.ts';
import { oddMetadata } from './odd-metadata.ts';
import type { Random } from './random.ts';

export type Fields = Readonly<Record<string, Json>>;

export interface Example {
  readonly kind: string;
  /** Of the collection. */
  readonly path: string;
  readonly object: Fields;
  readonly status?: Json;
}

export interface Step {
  /** The class of requests, for the counts. */
  readonly about: string;
  readonly method: string;
  readonly path: string;
  readonly body?: Json;
  readonly headers?: Readonly<Record<string, string>>;
}

/** `${version}` and `${uid}` stand for what the server has given the object. */
export const ownVersion = '${version}';
export const ownUid = '${uid}';

interface Subject {
  readonly example: Example;
  readonly name: string;
  readonly random: Random;
}

export function objectOf({ path, kind, object }: Example, name: string): Fields {
  const [, root, group = '', version = ''] = path.split('/');
  const apiVersion = root === 'api' ? group : `${group}/${version}`;
  return { apiVersion, kind, ...object, metadata: { ...(object['metadata'] as Fields | undefined), name } };
}

/** An object as it is written again: its name stays, unless the change is about metadata. */
function changedObject({ example, name, random }: Subject): { readonly object: Fields; readonly place: string } {
  const whole = objectOf(example, name);
  if (random.below(4) === 0) return oddMetadata(whole, random);
  const { object, path } = mutate(example.object, random);
  const changed = object as Fields;
  return {
    object: { ...whole, ...changed, metadata: { ...(changed['metadata'] as Fields | undefined), name } },
    place: path,
  };
}

type Make = (subject: Subject) => Step;

const itemOf = ({ example, name }: Subject): string => `${example.path}/${name}`;

const create: Make = (subject) => {
  const { object } = changedObject(subject);
  const metadata = { ...(object['metadata'] as Fields), name: `${subject.name}-new` };
  const path = `${subject.example.path}?dryRun=All${oddQuery(subject.random)}`;
  return { about: 'create', method: 'POST', path, body: { ...object, metadata } };
};

const update: Make = (subject) => {
  const { object } = changedObject(subject);
  return { about: 'update', method: 'PUT', path: itemOf(subject), body: object };
};

const updateAtVersion: Make = (subject) => {
  const { object } = changedObject(subject);
  const metadata = { ...(object['metadata'] as Fields), resourceVersion: ownVersion, uid: ownUid };
  return { about: 'update', method: 'PUT', path: itemOf(subject), body: { ...object, metadata } };
};

const updateStatus: Make = (subject) => {
  const { example, name, random } = subject;
  const status = mutate({ status: example.status ?? {} }, random).object as Fields;
  const whole = random.below(4) === 0 ? oddMetadata(objectOf(example, name), random).object : objectOf(example, name);
  return { about: 'status', method: 'PUT', path: `${itemOf(subject)}/status`, body: { ...whole, ...status } };
};

/** The merge patch that turns the object into the changed one. */
function differenceOf(before: Json, after: Json): Json {
  if (!isFields(before) || !isFields(after)) return after;
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changes = [...keys].flatMap((key): [string, Json][] => {
    const [old, next] = [before[key], after[key]];
    if (next === undefined) return [[key, null]];
    if (JSON.stringify(old) === JSON.stringify(next)) return [];
    return [[key, old === undefined ? next : differenceOf(old, next)]];
  });
  return Object.fromEntries(changes);
}

function isFields(value: Json | undefined): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function patchOf(type: string): Make {
  return (subject) => {
    const { example, name, random } = subject;
    const body = differenceOf(objectOf(example, name), changedObject(subject).object);
    const path = `${itemOf(subject)}${random.below(4) === 0 ? `?${oddQuery(random).slice(1)}` : ''}`;
    return { about: type, method: 'PATCH', path, body, headers: { 'Content-Type': `application/${type}+json` } };
  };
}

const operations = ['add', 'remove', 'replace', 'test', 'copy', 'move', 'other'];

const jsonPatch: Make = (subject) => {
  const { example, name, random } = subject;
  const { object, place } = changedObject(subject);
  const pointer = `/${place.replaceAll('~', '~0').replaceAll('/', '~1').split('.').join('/')}`;
  const value = place.split('.').reduce<Json | undefined>((at, key) => (at as Fields | undefined)?.[key], object);
  const from = random.pick([pointer, '/metadata/name', '/spec', '/no/where', '']);
  const path = random.pick([pointer, pointer, pointer, `${pointer}/0`, `${pointer}/-`, '/spec/none', '', 'spec']);
  const operation = { op: random.pick(operations), path, value: value ?? null };
  const whole = random.below(3) === 0 ? { ...operation, from } : operation;
  const body = [whole, ...(random.below(4) === 0 ? [{ op: 'test', path: '/metadata/name', value: name }] : [])];
  const headers = { 'Content-Type': 'application/json-patch+json' };
  return { about: 'json-patch', method: 'PATCH', path: `${example.path}/${name}`, body, headers };
};

const apply: Make = (subject) => {
  const { object } = changedObject(subject);
  const query = subject.random.pick([
    'fieldManager=m',
    'fieldManager=m&force=true',
    'fieldManager=n',
    'force=true',
    '',
  ]);
  const headers = { 'Content-Type': 'application/apply-patch+yaml' };
  return { about: 'apply', method: 'PATCH', path: `${itemOf(subject)}?${query}`, body: object, headers };
};

const optionChoices: readonly Json[] = [
  {},
  { kind: 'DeleteOptions', apiVersion: 'v1' },
  { propagationPolicy: 'Foreground' },
  { propagationPolicy: 'Nothing' },
  { propagationPolicy: 'Orphan', orphanDependents: true },
  { orphanDependents: false },
  { gracePeriodSeconds: 5 },
  { gracePeriodSeconds: -1 },
  { dryRun: ['All'] },
  { dryRun: ['Some'] },
  { preconditions: { uid: 'other' } },
  { preconditions: { uid: ownUid } },
  { preconditions: { resourceVersion: '1' } },
  { preconditions: { resourceVersion: ownVersion } },
];

const remove: Make = (subject) => {
  const body = subject.random.pick(optionChoices);
  const query = oddQuery(subject.random).slice(1);
  return { about: 'delete', method: 'DELETE', path: `${itemOf(subject)}?${query}`, body };
};

const read: Make = (subject) => {
  const { random } = subject;
  const path = `${itemOf(subject)}?${oddReadQuery(random)}`;
  return {
    about: 'get',
    method: random.pick(['GET', 'GET', 'GET', 'HEAD']),
    path,
    headers: { Accept: oddAccept(random) },
  };
};

/** Lists name the object, as others are there. */
const list: Make = (subject) => {
  const { example, name, random } = subject;
  const only = `&fieldSelector=metadata.name%3D${name}`;
  const path = `${example.path}?${oddReadQuery(random)}${only}`;
  return { about: 'list', method: 'GET', path, headers: { Accept: oddAccept(random) } };
};

const otherMethods = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE', 'ODD'];

const otherMethod: Make = (subject) => {
  const { example, random } = subject;
  const item = itemOf(subject);
  const paths = [item, `${item}/none`, `${item}/status`, `${item}/scale`, `${item}/status/more`, `${example.path}/`];
  const path = random.pick([...paths, ...(random.below(2) === 0 ? ['/apis', '/healthz', '/version', '/api/v1'] : [])]);
  // Paths of the object itself get only methods that do not change it.
  const method =
    path === item || path.endsWith('/status') ? random.pick(['POST', 'GET', 'OPTIONS']) : random.pick(otherMethods);
  return { about: 'method', method, path, ...(method === 'POST' && { body: {} }) };
};

const makers: readonly Make[] = [
  ...[create, create, update, update, update, updateAtVersion, updateStatus, updateStatus],
  ...[
    patchOf('merge-patch'),
    patchOf('merge-patch'),
    patchOf('strategic-merge-patch'),
    patchOf('strategic-merge-patch'),
  ],
  ...[jsonPatch, apply, apply, remove, read, list, otherMethod],
];

const stepsOfStory = 6;

export function tellStory(example: Example, name: string, random: Random): readonly Step[] {
  const subject = { example, name, random };
  const fit = makers.filter((make) => make !== updateStatus || example.status !== undefined);
  return Array.from({ length: stepsOfStory }, () => random.pick(fit)(subject));
}
