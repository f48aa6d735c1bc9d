import { afterEach, expect, test } from '@jest/globals';
import type { AdmissionPlugin } from '@keelson/admission';
import { forbidden } from '@keelson/meta';

import { openBench, valueOf } from '../testing/open-registry.ts';
import type { Bench } from '../testing/open-registry.ts';

let bench: Bench;

afterEach(() => bench.close());

const namespace = () => ({ resource: bench.resource('namespaces'), name: 'ends' });
const inside = (plural: string, name?: string) => ({ resource: bench.resource(plural), namespace: 'ends', name });
const make = () => valueOf(bench.create({ resource: bench.resource('namespaces') }, { metadata: { name: 'ends' } }));

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly lastTransitionTime: string;
}

const conditions = async (): Promise<readonly Condition[]> => {
  const { status } = (await bench.read(namespace())) as { status?: { conditions?: readonly Condition[] } };
  return status?.conditions ?? [];
};
const condition = async (type: string) => (await conditions()).find((each) => each.type === type);

test('tells what is left in a namespace, and which finalizers hold it', async () => {
  bench = await openBench();
  await make();
  for (const name of ['a', 'b']) {
    await valueOf(bench.create(inside('configmaps'), { metadata: { name, finalizers: ['example.com/x'] } }));
  }
  await valueOf(bench.delete(namespace()));
  expect(await valueOf(bench.registry.emptyNamespace('ends'))).toEqual({ remaining: 2 });
  expect((await conditions()).map(({ type, status, reason, message }) => [type, status, reason, message])).toEqual([
    ['NamespaceDeletionDiscoveryFailure', 'False', 'ResourcesDiscovered', 'All resources successfully discovered'],
    [
      'NamespaceDeletionGroupVersionParsingFailure',
      'False',
      'ParsedGroupVersions',
      'All legacy kube types successfully parsed',
    ],
    [
      'NamespaceDeletionContentFailure',
      'False',
      'ContentDeleted',
      'All content successfully deleted, may be waiting on finalization',
    ],
    [
      'NamespaceContentRemaining',
      'True',
      'SomeResourcesRemain',
      'Some resources are remaining: configmaps. has 2 resource instances',
    ],
    [
      'NamespaceFinalizersRemaining',
      'True',
      'SomeFinalizersRemain',
      'Some content in the namespace has finalizers remaining: example.com/x in 2 resource instances',
    ],
  ]);
});

test('writes nothing where there is nothing new to tell', async () => {
  bench = await openBench();
  await make();
  await valueOf(bench.create(inside('configmaps'), { metadata: { name: 'a', finalizers: ['example.com/x'] } }));
  await valueOf(bench.delete(namespace()));
  await valueOf(bench.registry.emptyNamespace('ends'));
  const { metadata } = await bench.read(namespace());
  await valueOf(bench.registry.emptyNamespace('ends'));
  expect((await bench.read(namespace())).metadata.resourceVersion).toBe(metadata.resourceVersion);
});

test('goes on with other kinds where one cannot be deleted, tells why, and ends once it can', async () => {
  let isRefused = true;
  const guard: AdmissionPlugin = {
    name: 'guard',
    validate: ({ operation, place }) =>
      isRefused && operation === 'delete' && place.resource.plural === 'configmaps'
        ? forbidden({ group: '', resource: 'configmaps' }, place.name ?? '', 'it is guarded')
        : undefined,
  };
  bench = await openBench({ admission: [guard] });
  await make();
  await valueOf(bench.create(inside('configmaps'), { metadata: { name: 'a' } }));
  await valueOf(bench.create(inside('secrets'), { metadata: { name: 'a' } }));
  await valueOf(bench.delete(namespace()));
  expect(await valueOf(bench.registry.emptyNamespace('ends'))).toEqual({ remaining: 1 });
  expect((await bench.registry.get(inside('secrets', 'a'), {})).ok).toBe(false);
  expect(await condition('NamespaceDeletionContentFailure')).toMatchObject({
    status: 'True',
    reason: 'ContentDeletionFailed',
    message: 'Failed to delete all resource types, 1 remaining: configmaps "a" is forbidden: it is guarded',
  });
  isRefused = false;
  expect(await valueOf(bench.registry.emptyNamespace('ends'))).toEqual({ remaining: 0 });
  expect((await bench.registry.get(namespace(), {})).ok).toBe(false);
});
