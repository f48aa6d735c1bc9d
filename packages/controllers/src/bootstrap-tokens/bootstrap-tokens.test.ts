import { createHmac } from 'node:crypto';

import { afterEach, beforeEach, expect, it } from '@jest/globals';

import { openCluster, until, type Cluster } from '../testing/open-cluster.ts';
import { bootstrapSigner } from './bootstrap-signer.ts';
import { tokenCleaner } from './token-cleaner.ts';

let cluster: Cluster;

beforeEach(async () => {
  cluster = await openCluster();
});

afterEach(async () => {
  await cluster.close();
});

const secret = '0123456789abcdef';

function createToken(id: string, data: Readonly<Record<string, string>>) {
  const stringData = { 'token-id': id, 'token-secret': secret, ...data };
  const metadata = { name: `bootstrap-token-${id}`, namespace: 'kube-system' };
  return cluster.create(cluster.kinds.secrets, { metadata, type: 'bootstrap.kubernetes.io/token', stringData });
}

const readToken = (id: string) => cluster.read(cluster.kinds.secrets, `bootstrap-token-${id}`, 'kube-system');

it('deletes bootstrap tokens that have expired, and those that end at no time', async () => {
  cluster.start([tokenCleaner]);
  await createToken('aaaaaa', { expiration: '2020-01-01T00:00:00Z' });
  await createToken('bbbbbb', { expiration: 'soon' });
  await createToken('cccccc', { expiration: '2120-01-01T00:00:00Z' });
  await createToken('dddddd', {});
  await until(async () => (await readToken('aaaaaa')) === undefined && (await readToken('bbbbbb')) === undefined);
  expect(await readToken('cccccc')).toBeDefined();
  expect(await readToken('dddddd')).toBeDefined();
});

it('signs cluster-info with each token that may sign, and takes back the signatures of others', async () => {
  const { configMaps } = cluster.kinds;
  const read = async () =>
    (await cluster.read(configMaps, 'cluster-info', 'kube-public'))?.['data'] as Readonly<Record<string, string>>;
  const metadata = { name: 'cluster-info', namespace: 'kube-public' };
  await cluster.create(configMaps, { metadata, data: { kubeconfig: 'text', 'jws-kubeconfig-zzzzzz': 'old' } });
  await createToken('aaaaaa', { 'usage-bootstrap-signing': 'true' });
  await createToken('bbbbbb', {});
  await createToken('cccccc', { 'usage-bootstrap-signing': 'true', expiration: '2020-01-01T00:00:00Z' });
  cluster.start([bootstrapSigner]);
  const signed = await until(async () => {
    const data = await read();
    return data['jws-kubeconfig-aaaaaa'] === undefined ? undefined : data;
  });
  expect(Object.keys(signed).sort()).toEqual(['jws-kubeconfig-aaaaaa', 'kubeconfig']);
  const [header = '', content, signature] = (signed['jws-kubeconfig-aaaaaa'] ?? '').split('.');
  expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'HS256', kid: 'aaaaaa' });
  const whole = `${header}.${Buffer.from('text').toString('base64url')}`;
  expect([content, signature]).toEqual(['', createHmac('sha256', secret).update(whole).digest('base64url')]);
});
