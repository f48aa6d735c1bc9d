/** Changes of what all objects have in common, one at a time. */
import type { Json } from './mutate.ts';
import type { Random } from './random.ts';

type Fields = Readonly<Record<string, Json>>;

const owner = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u' };
const entry = {
  manager: 'm',
  operation: 'Update',
  apiVersion: 'v1',
  time: '2022-01-02T03:04:05Z',
  fieldsType: 'FieldsV1',
};

const choices: readonly (readonly [field: string, value: Json | undefined])[] = [
  ...['other', '', 'A', 'a/b', '..', 'x'.repeat(254), 7, {}].map((value) => ['metadata.name', value] as const),
  ...['other', '', 'A', 7].map((value) => ['metadata.namespace', value] as const),
  ...['x-', '_', ''].map((value) => ['metadata.generateName', value] as const),
  ...['x', '0', '-1', '1', '99999999', '', '01', ' 1', 7].map((value) => ['metadata.resourceVersion', value] as const),
  ...['other', '', 7].map((value) => ['metadata.uid', value] as const),
  ...['2022-01-02T03:04:05Z', 'x', '', null, 7].map((value) => ['metadata.deletionTimestamp', value] as const),
  ...['2022-01-02T03:04:05Z', 'x', '', null].map((value) => ['metadata.creationTimestamp', value] as const),
  ...[5, -5, '5'].map((value) => ['metadata.deletionGracePeriodSeconds', value] as const),
  ...[7, -1, 'x', 1.5, 9_007_199_254_740_991].map((value) => ['metadata.generation', value] as const),
  ...['x', ''].map((value) => ['metadata.selfLink', value] as const),
  ...['x', ''].map((value) => ['metadata.clusterName', value] as const),
  ...[
    { a: 'b', c: 'd' },
    { '': 'b' },
    { a: '-' },
    { '-a': 'b' },
    { 'a/b/c': 'd' },
    { 'A.b/c': 'd' },
    { a: 'x'.repeat(64) },
    [],
    'x',
    { a: 7 },
    null,
  ].map((value) => ['metadata.labels', value] as const),
  ...[{ a: '-' }, { '': 'b' }, { 'a b': 'c' }, { 'A/b': 'c' }, { a: 'x'.repeat(300) }, [], { a: 7 }, null].map(
    (value) => ['metadata.annotations', value] as const,
  ),
  ...[
    ['a.b/c'],
    ['a'],
    ['kubernetes'],
    ['orphan', 'foregroundDeletion'],
    ['a.b/c', 'a.b/c'],
    ['/'],
    [''],
    'x',
    [7],
    [],
  ].map((value) => ['metadata.finalizers', value] as const),
  ...[
    [owner],
    [owner, owner],
    [
      { ...owner, controller: true },
      { ...owner, uid: 'v', controller: true },
    ],
    [{ ...owner, uid: '' }],
    [{ ...owner, name: '' }],
    [{ ...owner, kind: '' }],
    [{ ...owner, apiVersion: '' }],
    [{ ...owner, apiVersion: 'a/b/c' }],
    [{ ...owner, kind: 'Event' }],
    [{}],
    {},
  ].map((value) => ['metadata.ownerReferences', value] as const),
  ...[
    [],
    [{}],
    [entry],
    [{ ...entry, operation: 'Other' }],
    [{ ...entry, fieldsType: 'x' }],
    [{ ...entry, fieldsV1: { x: {} } }],
    'x',
    null,
  ].map((value) => ['metadata.managedFields', value] as const),
  ...['Other', '', 'Status', undefined, 7].map((value) => ['kind', value] as const),
  ...['v1', 'v9', '', 'a/b/c', 'other.example.com/v1', undefined, 7].map((value) => ['apiVersion', value] as const),
  ...['x', [], null, 7].map((value) => ['metadata', value] as const),
  ...['x', [], null].map((value) => ['spec', value] as const),
  ...['x', {}].map((value) => ['unknown', value] as const),
  ...['x', {}].map((value) => ['metadata.unknown', value] as const),
];

export function oddMetadata(object: Fields, random: Random): { readonly object: Fields; readonly place: string } {
  const [place, value] = random.pick(choices);
  const [first = '', second] = place.split('.');
  const within = second === undefined ? value : { ...(object[first] as Fields), [second]: value ?? null };
  const { [first]: _, ...rest } = object;
  return { object: within === undefined ? rest : { ...object, [first]: within }, place };
}
