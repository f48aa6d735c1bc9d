import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { anonymousUser } from '@keelson/auth';
import type { Resource } from '@keelson/schema';
import { silentLogger } from '@keelson/telemetry';

import type { ClusterCredentials } from '../frame/cluster-credentials.ts';
import { openCluster, tester, until, type Cluster } from '../testing/open-cluster.ts';
import { leadsTo, printClusterInfo } from './cluster-info.ts';
import { publishClusterInfo } from './publish-cluster-info.ts';

const server = 'https://api.example:6443';
const moved = 'https://other.example:6443';
const balancer = 'https://balancer.example';
const annotation = 'keelson.io/published-server';
const place = { namespace: 'kube-public', name: 'cluster-info' };
const access = 'kubeadm:bootstrap-signer-clusterinfo';

let cluster: Cluster;
let authority: string;
let authorityChanged: () => void;
let told: (object | undefined)[];

beforeEach(async () => {
  cluster = await openCluster();
  authority = 'AUTHORITY';
  told = [];
});
afterEach(async () => {
  await cluster.close();
});

function publish(address: string) {
  const credentials: ClusterCredentials = {
    authority: () => authority,
    followAuthority: (listener) => {
      authorityChanged = listener;
      return () => undefined;
    },
    signingAuthority: () => undefined,
    maxSigningSeconds: 0,
  };
  const info = (message: string, fields?: object): void => {
    if (message.startsWith('cluster-info')) told.push(fields);
  };
  const logger = { ...silentLogger, info };
  return cluster.start([publishClusterInfo({ server: address })], { credentials, logger });
}

const read = async () => {
  const map = await cluster.read(cluster.kinds.configMaps, place.name, place.namespace);
  const data = (map?.['data'] ?? {}) as Readonly<Record<string, string>>;
  return { data, text: data['kubeconfig'] ?? '', metadata: map?.metadata };
};
const whenLeading = (wanted: { readonly server: string; readonly authority: string }) =>
  until(async () => leadsTo((await read()).text, wanted));
const put = (text: string, annotations: Readonly<Record<string, string>> = {}) =>
  cluster.create(cluster.kinds.configMaps, { metadata: { ...place, annotations }, data: { kubeconfig: text } });
const sign = async (signature: string) => {
  const bytes = Buffer.from(JSON.stringify({ data: { 'jws-kubeconfig-aaaaaa': signature } }));
  const target = { resource: cluster.kinds.configMaps, ...place };
  const request = { patch: { kind: 'merge' as const, bytes }, options: {}, caller: tester };
  expect(await cluster.registry.patch(target, request)).toMatchObject({ ok: true });
};
const remove = async (resource: Resource, name: string) => {
  const target = { resource, namespace: place.namespace, name };
  expect(await cluster.registry.delete(target, { options: {}, caller: tester })).toMatchObject({ ok: true });
};

it('publishes the address and the authority, and nothing else', async () => {
  publish(server);
  await whenLeading({ server, authority });
  const { data, metadata } = await read();
  expect(data).toEqual({
    kubeconfig: `apiVersion: v1
clusters:
- cluster:
    certificate-authority-data: QVVUSE9SSVRZ
    server: ${server}
  name: ""
contexts: null
current-context: ""
kind: Config
preferences: {}
users: null
`,
  });
  expect(metadata).toMatchObject({ annotations: { [annotation]: server } });
});

it('lets the anonymous user get that ConfigMap alone', async () => {
  publish(server);
  await whenLeading({ server, authority });
  const { kinds } = cluster;
  expect(await cluster.read(kinds.roles, access, place.namespace)).toMatchObject({
    rules: [{ apiGroups: [''], resources: ['configmaps'], resourceNames: [place.name], verbs: ['get'] }],
  });
  expect(await cluster.read(kinds.roleBindings, access, place.namespace)).toMatchObject({
    roleRef: { kind: 'Role', name: access },
    subjects: [{ kind: 'User', name: anonymousUser.name }],
  });
});

it('publishes another authority when it has changed, and leaves signatures to the signer', async () => {
  publish(server);
  await whenLeading({ server, authority });
  await sign('signature');
  authority = 'ANOTHER';
  authorityChanged();
  await whenLeading({ server, authority });
  expect((await read()).data).toMatchObject({ 'jws-kubeconfig-aaaaaa': 'signature' });
});

it('follows its flag where the address is the one that was published last', async () => {
  const first = publish(server);
  await whenLeading({ server, authority });
  await first.stop();
  publish(moved);
  await whenLeading({ server: moved, authority });
  expect((await read()).metadata).toMatchObject({ annotations: { [annotation]: moved } });
});

it('leaves an address alone that somebody else has put there, and its authority, and tells so', async () => {
  const text = printClusterInfo({ server: balancer, authority: 'THEIRS' });
  await put(text, { [annotation]: moved });
  publish(server);
  await until(() => told.length > 0);
  expect(told).toEqual([expect.objectContaining({ found: balancer, wanted: server })]);
  expect(await read()).toMatchObject({ data: { kubeconfig: text } });
});

it('keeps the text of others that leads here, as that of kubeadm, until the authority changes', async () => {
  const text = JSON.stringify({
    clusters: [
      { name: '', cluster: { server, 'certificate-authority-data': Buffer.from(authority).toString('base64') } },
    ],
  });
  await put(text);
  publish(server);
  const { data } = await until(async () => {
    const found = await read();
    return found.metadata?.['annotations'] !== undefined && found;
  });
  expect(data).toEqual({ kubeconfig: text });
  authority = 'ANOTHER';
  authorityChanged();
  await whenLeading({ server, authority });
});

it.each(['', '{ no kubeconfig', '- a list'])('replaces a text that leads nowhere: %p', async (text) => {
  await put(text);
  publish(server);
  await whenLeading({ server, authority });
});

it('makes a ConfigMap that was deleted again, and no binding that was deleted alone', async () => {
  publish(server);
  await whenLeading({ server, authority });
  const { configMaps, roleBindings } = cluster.kinds;
  await remove(roleBindings, access);
  authority = 'ANOTHER';
  authorityChanged();
  await whenLeading({ server, authority });
  expect(await cluster.read(roleBindings, access, place.namespace)).toBeUndefined();
  await remove(configMaps, place.name);
  await whenLeading({ server, authority });
  expect(await cluster.read(roleBindings, access, place.namespace)).toBeDefined();
});
