import { afterEach, beforeEach, expect, it } from '@jest/globals';

import type { ClusterCredentials } from '../frame/cluster-credentials.ts';
import { openCluster, until, type Cluster } from '../testing/open-cluster.ts';
import { tokenController } from './token-controller.ts';

let cluster: Cluster;

const credentials: ClusterCredentials = {
  authority: () => 'PEM',
  signingAuthority: () => undefined,
  maxSigningSeconds: 0,
  issueSecretToken: (token) => Promise.resolve(JSON.stringify(token)),
};

beforeEach(async () => {
  cluster = await openCluster();
  cluster.start([tokenController], { credentials });
});

afterEach(async () => {
  await cluster.close();
});

const type = 'kubernetes.io/service-account-token';
const createSecret = (name: string, annotations: Readonly<Record<string, string>>) =>
  cluster.create(cluster.kinds.secrets, { metadata: { name, annotations }, type });
const read = (name: string) => cluster.read(cluster.kinds.secrets, name);
const textOf = (base64: string | undefined) => Buffer.from(base64 ?? '', 'base64').toString();

it('fills in a Secret with the token of its account, and deletes it with the account', async () => {
  const { metadata } = await cluster.create(cluster.kinds.serviceAccounts, { metadata: { name: 'mine' } });
  await createSecret('t', { 'kubernetes.io/service-account.name': 'mine' });
  const filled = await until(async () => {
    const secret = await read('t');
    return secret?.['data'] === undefined ? undefined : secret;
  });
  const data = filled['data'] as Readonly<Record<string, string>>;
  const place = { namespace: 'default', account: 'mine', accountUid: metadata.uid, secret: 't' };
  expect(JSON.parse(textOf(data['token']))).toEqual(place);
  expect([textOf(data['ca.crt']), textOf(data['namespace'])]).toEqual(['PEM', 'default']);
  expect(filled.metadata['annotations']).toEqual({
    'kubernetes.io/service-account.name': 'mine',
    'kubernetes.io/service-account.uid': metadata.uid,
  });
  await cluster.remove(cluster.kinds.serviceAccounts, 'mine');
  await until(async () => (await read('t')) === undefined);
});

it('deletes a Secret for an account with another uid, or for none that there is, and no other Secrets', async () => {
  await cluster.create(cluster.kinds.serviceAccounts, { metadata: { name: 'mine' } });
  const annotations = { 'kubernetes.io/service-account.name': 'nobody' };
  await cluster.create(cluster.kinds.secrets, { metadata: { name: 'opaque', annotations } });
  await createSecret('absent', annotations);
  await createSecret('other', {
    'kubernetes.io/service-account.name': 'mine',
    'kubernetes.io/service-account.uid': '88888888-8888-8888-8888-888888888888',
  });
  await until(async () => (await read('absent')) === undefined && (await read('other')) === undefined);
  expect(await read('opaque')).toBeDefined();
});
