import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, expect, it } from '@jest/globals';
import { CoreV1Api, KubeConfig } from '@kubernetes/client-node';

import { startKeelson } from './start-keelson.ts';
import type { Keelson, KeelsonOptions } from './start-keelson.ts';
import { openTestClient } from '../client/test-client.ts';

const running: Keelson[] = [];

async function start(options?: KeelsonOptions): Promise<Keelson> {
  const keelson = await startKeelson(options);
  running.push(keelson);
  return keelson;
}

afterEach(async () => {
  for (const keelson of running.splice(0)) await keelson.stop();
});

const configMaps = '/api/v1/namespaces/default/configmaps';
const reviews = '/apis/authentication.k8s.io/v1/selfsubjectreviews';

async function nameOf(keelson: Keelson, as?: string): Promise<unknown> {
  const { body } = await keelson.ask(reviews, { method: 'POST', body: {}, ...(as !== undefined && { as }) });
  return (JSON.parse(body) as { status: { userInfo: unknown } }).status.userInfo;
}

it('A server is ready when startKeelson resolves, and several run beside each other', async () => {
  const [one, other] = await Promise.all([start(), start()]);
  await one.ask(configMaps, { method: 'POST', body: { metadata: { name: 'a' } } });
  for (const { ask } of [one, other]) expect(await ask('/readyz')).toMatchObject({ status: 200, body: 'ok' });
  expect(await one.ask(`${configMaps}/a`)).toMatchObject({ status: 200 });
  expect(await other.ask(`${configMaps}/a`)).toMatchObject({ status: 404 });
});

it('The client of the ecosystem reads the kubeconfig, and takes the options of a user', async () => {
  const keelson = await start({ users: [{ name: 'alice' }] });
  const byFile = new KubeConfig();
  byFile.loadFromFile(keelson.kubeconfigPath);
  const { items } = await byFile.makeApiClient(CoreV1Api).listNamespace();
  expect(items.map(({ metadata }) => metadata?.name)).toContain('default');
  const byOptions = new KubeConfig();
  byOptions.loadFromOptions(keelson.kubeConfigOptions());
  await byOptions.makeApiClient(CoreV1Api).listNamespace();
  byOptions.loadFromOptions(keelson.kubeConfigOptions('alice'));
  await expect(byOptions.makeApiClient(CoreV1Api).listNamespace()).rejects.toMatchObject({ code: 403 });
});

it('Requests are those of the administrator, or of the user that they name', async () => {
  const bob = { name: 'bob, "the" builder', groups: ['builders', 'people'], uid: 'u1', token: 'a-token' };
  const keelson = await start({ users: [bob, { name: 'alice' }] });
  expect(await nameOf(keelson)).toMatchObject({ username: 'kubernetes-admin' });
  expect(await nameOf(keelson, 'alice')).toMatchObject({ username: 'alice', uid: 'alice' });
  expect(await nameOf(keelson, bob.name)).toMatchObject({
    username: bob.name,
    uid: 'u1',
    groups: ['builders', 'people', 'system:authenticated'],
  });
  expect(() => keelson.clientSettings('mallory')).toThrow('no user "mallory" was given to startKeelson');
});

it('Client settings are what Node needs for a request over verified TLS', async () => {
  const keelson = await start({ users: [{ name: 'alice' }] });
  const { url, token, ...connections } = keelson.clientSettings('alice');
  const client = openTestClient({ url, connections, headers: { Authorization: `Bearer ${token ?? ''}` } });
  expect(await client.ask('/version')).toMatchObject({ status: 200 });
  client.close();
});

it('Flags are those of the command line, and what is wrong with them is told in its words', async () => {
  const keelson = await start({ flags: ['--max-request-bytes', '100', '--authorization-mode=AlwaysDeny'] });
  const large = { metadata: { name: 'a' }, data: { text: 'x'.repeat(100) } };
  expect(await keelson.ask(configMaps, { method: 'POST', body: large })).toMatchObject({ status: 413 });
  await expect(startKeelson({ flags: ['--secure-ports=1'] })).rejects.toThrow('did you mean --secure-port?');
});

it('The folder is removed by stop, and kept where it was given', async () => {
  const first = await startKeelson();
  await first.stop();
  await expect(stat(first.folder)).rejects.toMatchObject({ code: 'ENOENT' });
  const folder = await mkdtemp(join(tmpdir(), 'keelson-kept-'));
  const before = await startKeelson({ folder });
  await before.ask(configMaps, { method: 'POST', body: { metadata: { name: 'a' } } });
  await before.stop();
  const after = await startKeelson({ folder });
  expect(await after.ask(`${configMaps}/a`)).toMatchObject({ status: 200 });
  expect(await readFile(after.kubeconfigPath, 'utf8')).toContain(after.url);
  await after.stop();
  await rm(folder, { recursive: true });
});

it('Watches are read until a test has seen enough, and end with the server', async () => {
  const keelson = await startKeelson();
  const watched = await keelson.ask(`${configMaps}?watch=1&resourceVersion=0`, {
    isEnough: (body) => body.includes('kube-root-ca.crt'),
  });
  expect(watched.body).toContain('"type":"ADDED"');
  const endless = keelson.ask(`${configMaps}?watch=1`, { allowsPartial: true }).catch(() => undefined);
  await keelson.stop();
  await endless;
});

it('Pods run on simulated nodes, whose kubelets have no more rights than others, and Jobs complete', async () => {
  const strict = ['--authorization-mode=Node,RBAC', '--enable-admission-plugins=NodeRestriction'];
  const keelson = await start({ simulateNodes: 2, flags: ['--controllers=job', '--simulate-speed=10', ...strict] });
  const jobs = '/apis/batch/v1/namespaces/default/jobs';
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } };
  const body = { metadata: { name: 'a' }, spec: { completions: 3, parallelism: 3, template } };
  expect(await keelson.ask(jobs, { method: 'POST', body })).toMatchObject({ status: 201 });
  await keelson.ask(`${jobs}?watch=1&fieldSelector=metadata.name=a&resourceVersion=0`, {
    isEnough: (text) => text.includes('"type":"Complete"'),
  });
  const { status } = JSON.parse((await keelson.ask(`${jobs}/a`)).body) as { status: object };
  expect(status).toMatchObject({ succeeded: 3 });
  const pods = '/api/v1/namespaces/default/pods';
  const service = { metadata: { name: 'b' }, spec: { containers: [{ name: 'c', image: 'i' }] } };
  await keelson.ask(pods, { method: 'POST', body: service });
  const watch = `${pods}?watch=1&fieldSelector=metadata.name=b&resourceVersion=0`;
  await keelson.ask(watch, { isEnough: (text) => text.includes('"phase":"Running"') });
  await keelson.ask(`${pods}/b`, { method: 'DELETE' });
  while ((await keelson.ask(`${pods}/b`)).status !== 404) await delay(20);
});
