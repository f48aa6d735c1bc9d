/** The claims that are left of a StatefulSet by its retention policy, as the garbage collector leaves them. */
import { afterEach, beforeEach, expect, it } from '@jest/globals';

import { garbageCollector } from '../garbage-collector/garbage-collector.ts';
import { openCluster, until, type Cluster } from '../testing/open-cluster.ts';
import { playKubelet } from '../testing/play-kubelet.ts';
import { statefulSetController } from './stateful-controller.ts';

let cluster: Cluster;

beforeEach(async () => {
  cluster = await openCluster();
  playKubelet(cluster, { runs: () => true });
});

afterEach(async () => {
  await cluster.close();
});

async function createSet(policy: object | undefined): Promise<void> {
  const labels = { app: 'db' };
  const request = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
  await cluster.create(cluster.kinds.statefulSets, {
    metadata: { name: 'db' },
    spec: {
      ...{ replicas: 2, serviceName: 'db', podManagementPolicy: 'Parallel', selector: { matchLabels: labels } },
      template: { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } },
      volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: request }],
      ...(policy !== undefined && { persistentVolumeClaimRetentionPolicy: policy }),
    },
  });
}

const podNames = async () => (await cluster.list(cluster.kinds.pods)).map(({ metadata }) => metadata.name);

const untilPods = (...wanted: string[]) => until(async () => (await podNames()).sort().join() === wanted.join());

const claimNames = async () =>
  (await cluster.list(cluster.kinds.persistentVolumeClaims)).map(({ metadata }) => metadata.name).sort();

/** Waits for claims to go; what is to stay has had the time that those of others take. */
const untilClaims = (...wanted: string[]) => until(async () => (await claimNames()).join() === wanted.join());

/** The claim of a Pod that nobody needs: it is collected after everything that was to be collected before it. */
async function collectMarker(): Promise<void> {
  const owner = { apiVersion: 'v1', kind: 'Pod', name: 'absent', uid: '5d0c1d0e-0000-4000-8000-000000000000' };
  const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
  const metadata = { name: 'marker', ownerReferences: [owner] };
  await cluster.create(cluster.kinds.persistentVolumeClaims, { metadata, spec });
  await until(async () => !(await claimNames()).includes('marker'));
}

const [first, second] = ['data-db-0', 'data-db-1'];

it.each([
  { policy: undefined, scaled: [first, second], deleted: [first, second] },
  { policy: { whenDeleted: 'Retain', whenScaled: 'Retain' }, scaled: [first, second], deleted: [first, second] },
  { policy: { whenDeleted: 'Delete', whenScaled: 'Retain' }, scaled: [first, second], deleted: [] },
  { policy: { whenDeleted: 'Retain', whenScaled: 'Delete' }, scaled: [first], deleted: [first] },
  { policy: { whenDeleted: 'Delete', whenScaled: 'Delete' }, scaled: [first], deleted: [] },
])(
  'leaves $scaled.length claims of a set that is scaled down, $deleted.length of one that is deleted, by $policy',
  async (row) => {
    cluster.start([statefulSetController, garbageCollector]);
    await createSet(row.policy);
    await untilPods('db-0', 'db-1');
    await cluster.mergePatch(cluster.kinds.statefulSets, 'db', { spec: { replicas: 1 } });
    await untilPods('db-0');
    await untilClaims(...row.scaled);
    await cluster.remove(cluster.kinds.statefulSets, 'db', { propagationPolicy: 'Background' });
    await untilPods();
    await untilClaims(...row.deleted);
    await collectMarker();
    expect(await claimNames()).toEqual(row.deleted);
  },
);

it('keeps all claims while the gate is off', async () => {
  cluster.start([statefulSetController, garbageCollector], { gatesOff: new Set(['StatefulSetAutoDeletePVC']) });
  await createSet({ whenDeleted: 'Delete', whenScaled: 'Delete' });
  await untilPods('db-0', 'db-1');
  await cluster.remove(cluster.kinds.statefulSets, 'db', { propagationPolicy: 'Background' });
  await untilPods();
  await collectMarker();
  expect(await claimNames()).toEqual([first, second]);
});
