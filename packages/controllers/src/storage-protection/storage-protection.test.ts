import { afterEach, beforeEach, expect, it } from '@jest/globals';

import { openCluster, until, type Cluster } from '../testing/open-cluster.ts';
import { claimProtection } from './claim-protection.ts';
import { volumeProtection } from './volume-protection.ts';

let cluster: Cluster;

beforeEach(async () => {
  cluster = await openCluster();
  cluster.start([claimProtection, volumeProtection]);
});

afterEach(async () => {
  await cluster.close();
});

const claimSpec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
const claims = () => cluster.kinds.persistentVolumeClaims;
const volumes = () => cluster.kinds.persistentVolumes;

async function createProtected(name: string): Promise<void> {
  await cluster.create(claims(), { metadata: { name }, spec: claimSpec });
  await until(async () => (await cluster.read(claims(), name))?.metadata['finalizers'] !== undefined);
}

const usePod = (name: string, claimName: string, spec: object) =>
  cluster.create(cluster.kinds.pods, {
    metadata: { name },
    spec: {
      containers: [{ name: 'c', image: 'i' }],
      volumes: [{ name: 'v', persistentVolumeClaim: { claimName } }],
      ...spec,
    },
  });

it('keeps a claim that a scheduled pod uses until that is gone', async () => {
  for (const name of ['used', 'free']) await createProtected(name);
  await usePod('user', 'used', { nodeName: 'n' });
  await usePod('pending', 'free', {});
  for (const name of ['used', 'free']) await cluster.remove(claims(), name);
  await until(async () => (await cluster.read(claims(), 'free')) === undefined);
  expect((await cluster.read(claims(), 'used'))?.metadata['finalizers']).toEqual(['kubernetes.io/pvc-protection']);
  await cluster.remove(cluster.kinds.pods, 'user', { gracePeriodSeconds: '0' });
  await until(async () => (await cluster.read(claims(), 'used')) === undefined);
});

it('keeps a volume that is bound until it is released', async () => {
  const spec = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/tmp' } };
  await cluster.create(volumes(), { metadata: { name: 'v' }, spec });
  await until(async () => (await cluster.read(volumes(), 'v'))?.metadata['finalizers'] !== undefined);
  await cluster.mergePatch(volumes(), 'v', { status: { phase: 'Bound' } }, 'status');
  await cluster.remove(volumes(), 'v');
  expect((await cluster.read(volumes(), 'v'))?.metadata['finalizers']).toEqual(['kubernetes.io/pv-protection']);
  await cluster.mergePatch(volumes(), 'v', { status: { phase: 'Released' } }, 'status');
  await until(async () => (await cluster.read(volumes(), 'v')) === undefined);
});
