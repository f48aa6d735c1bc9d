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
});

afterEach(async () => {
  await cluster.close();
});

const type = 'kubernetes.io/service-account-token';
const createSecret = (name: string, annotations: Readonly<Record<string, string>>) =>
  cluster.create(cluster.kinds.secrets, { metadata: { name, annotations }, type });
const read = (name: string) => cluster.read(cluster.kinds.secrets, name);
const textOf = (base64: string | undefined) => Buffer.from(base64 ?? '', 'base64').toString();

const start = (...gatesOff: readonly string[]) =>
  cluster.start([tokenController], { credentials, gatesOff: new Set(gatesOff) });
const referencesOf = async (name: string) => (await cluster.read(cluster.kinds.serviceAccounts, name))?.['secrets'];

it('fills in a Secret with the token of its account, and deletes it with the account', async () => {
  start();
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
  start();
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

it('makes a token for each account where LegacyServiceAccountTokenNoAutoGeneration is off, and another one for a deleted one', async () => {
  await cluster.create(cluster.kinds.serviceAccounts, { metadata: { name: 'before' }, secrets: [{ name: 'mine' }] });
  start('LegacyServiceAccountTokenNoAutoGeneration');
  const referenceOf = (name: string, other = '') =>
    until(async () => {
      const references = ((await referencesOf(name)) ?? []) as readonly { readonly name: string }[];
      const token = references.find((each) => each.name.startsWith(`${name}-token-`) && each.name !== other);
      return token && { token: token.name, count: references.length };
    });
  const { token, count } = await referenceOf('before');
  // Its author knows what else it is for.
  expect(count).toBe(2);
  expect((await read(token))?.['data']).toHaveProperty('token');
  await cluster.create(cluster.kinds.serviceAccounts, { metadata: { name: 'after' } });
  expect((await referenceOf('after')).count).toBe(1);
  await cluster.remove(cluster.kinds.secrets, token);
  expect((await referenceOf('before', token)).count).toBe(2);
});

it('takes the reference to a deleted token from its account, and makes none', async () => {
  const { metadata } = await cluster.create(cluster.kinds.serviceAccounts, {
    metadata: { name: 'mine' },
    secrets: [{ name: 't' }, { name: 'absent' }],
  });
  await createSecret('t', {
    'kubernetes.io/service-account.name': 'mine',
    'kubernetes.io/service-account.uid': metadata.uid,
  });
  start();
  await until(async () => ((await read('t'))?.['data'] === undefined ? undefined : true));
  await cluster.remove(cluster.kinds.secrets, 't');
  const left = await until(async () => {
    const references = (await referencesOf('mine')) as readonly unknown[];
    return references.length === 2 ? undefined : references;
  });
  expect(left).toEqual([{ name: 'absent' }]);
});
