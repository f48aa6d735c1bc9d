/** Logs, exec and proxies over a server in the place of a kubelet, and of what runs in a pod. */
import { writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeAuthority, type Authority } from '@keelson/callouts/testing';

import { make } from './support/callers.ts';
import { useHomes } from './support/homes.ts';
import { startKubelet, type Kubelet } from './support/kubelet.ts';
import { findKubectls, openSession } from './support/kubectl.ts';
import { openRaw } from './support/raw.ts';
import { token, type Answer, type Home, type Question, type Started } from './support/serve.ts';

const newHome = useHomes();
const pods = '/api/v1/namespaces/default/pods';

let home: Home;
let server: Started;
let authority: Authority;
let kubelet: Kubelet;
/** The server in the pod. */
let inPod: Kubelet;
/** Pods are not proxied to on the addresses of this machine alone. */
const podAddress = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

beforeAll(async () => {
  authority = makeAuthority();
  const client = authority.issue({ usage: 'clientAuth' });
  kubelet = await startKubelet(authority.issue(), '127.0.0.1', authority.pem);
  const names = [`IP:${podAddress ?? '127.0.0.1'}`];
  inPod = await startKubelet(authority.issue({ names }), podAddress ?? '127.0.0.1');
  home = await newHome();
  const trusted = join(home.folder, 'kubelets.pem');
  writeFileSync(trusted, authority.pem);
  server = await home.start(
    '--disable-admission-plugins=ServiceAccount',
    `--kubelet-certificate-authority=${trusted}`,
    `--kubelet-client-certificate=${client.files.cert}`,
    `--kubelet-client-key=${client.files.key}`,
    '--kubelet-preferred-address-types=InternalIP,Hostname',
  );
  await make(server, '/api/v1/nodes', { metadata: { name: 'n' } });
  await change('/api/v1/nodes/n/status', {
    status: {
      addresses: [
        { type: 'Hostname', address: 'no.such.host.test' },
        { type: 'InternalIP', address: '127.0.0.1' },
      ],
      daemonEndpoints: { kubeletEndpoint: { Port: kubelet.port } },
    },
  });
  const ports = [{ containerPort: inPod.port }];
  await makePod('a', { nodeName: 'n', containers: [{ name: 'c', image: 'i', ports }] });
  await change(`${pods}/a/status`, {
    status: { podIP: podAddress, podIPs: [{ ip: podAddress }], containerStatuses: [] },
  });
});

afterAll(async () => {
  await Promise.all([kubelet.close(), inPod.close()]);
  authority.close();
});

async function change(path: string, body: object): Promise<void> {
  const headers = { 'Content-Type': 'application/merge-patch+json' };
  expect(await server.ask(path, { method: 'PATCH', body: JSON.stringify(body), headers })).toMatchObject({
    status: 200,
  });
}

async function makePod(name: string, spec: object): Promise<void> {
  await make(server, pods, { metadata: { name }, spec });
}

const ask = (path: string, question?: Question): Promise<Answer> => server.ask(`${pods}/${path}`, question);

/** The code and the words of a refusal. */
async function refusal(path: string, question?: Question): Promise<readonly [code: number, message: string]> {
  const { status, body } = await ask(path, question);
  return [status, (JSON.parse(body) as { message: string }).message];
}

describe('the log of a container', () => {
  it('comes from the kubelet of its node, by the address that the operator prefers', async () => {
    const { status, headers, body } = await ask('a/log?tailLines=5&follow=false&timestamps=true');
    expect([status, headers['content-type'], headers['x-from']]).toEqual([200, 'text/plain', undefined]);
    expect(body).toBe('GET /containerLogs/default/a/c?tailLines=5&timestamps=true ');
    const [kubectl] = findKubectls();
    if (kubectl === undefined) throw new Error('no kubectl');
    const session = openSession(kubectl, home.kubeconfig, home.folder);
    expect((await session.run(['logs', 'a', '-c', 'c'])).out).toBe('GET /containerLogs/default/a/c ');
  });

  it('is empty before the pod is scheduled', async () => {
    await makePod('early', { containers: [{ name: 'c', image: 'i' }] });
    expect(await ask('early/log')).toMatchObject({ status: 204, body: '' });
  });

  it('is refused in the words of 1.24', async () => {
    await makePod('none', { nodeName: 'n', containers: [{ name: 'c', image: 'i' }] });
    await makePod('two', {
      nodeName: 'n',
      initContainers: [{ name: 'i', image: 'i' }],
      containers: [
        { name: 'c', image: 'i' },
        { name: 'd', image: 'i' },
      ],
    });
    await makePod('lost', { nodeName: 'gone', containers: [{ name: 'c', image: 'i' }] });
    const notFound = 'the server could not find the requested resource ( pods/log none)';
    expect(await Promise.all(['nobody', 'two', 'lost', 'none'].map((name) => refusal(`${name}/log`)))).toEqual([
      [404, 'pods "nobody" not found'],
      [400, 'a container name must be specified for pod two, choose one of: [i c d]'],
      [404, 'nodes "gone" not found'],
      [404, notFound],
    ]);
    expect(await refusal('two/log?container=x')).toEqual([400, 'container x is not valid for pod two']);
    expect(await refusal('a/log?limitBytes=0')).toEqual([
      422,
      'PodLogOptions "a" is invalid: limitBytes: Invalid value: 0: must be greater than 0',
    ]);
    expect(await refusal('a/log?tailLines=x')).toEqual([400, 'strconv.ParseInt: parsing "x": invalid syntax']);
    expect((await ask('a/log', { method: 'POST' })).status).toBe(405);
    const metrics = (await server.ask('/metrics')).body;
    expect(metrics).toMatch(/^kube_apiserver_pod_logs_pods_logs_insecure_backend_total\{usage="enforce_tls"\} [1-9]/m);
    expect(metrics).toMatch(/^apiserver_request_total\{code="204",[^}]*subresource="log",[^}]*verb="CONNECT"/m);
  });
});

const upgrade = (path: string, ...more: readonly string[]): string =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${token}`,
    'Connection: Upgrade',
    'Upgrade: SPDY/3.1',
    'Content-Length: 0',
    ...more,
    '\r\n',
  ].join('\r\n');

/** The bytes received by the time the other side has repeated a last word. */
async function converse(head: string, ...said: readonly string[]): Promise<string> {
  const raw = openRaw(server.url);
  raw.write(head + said.join(''));
  raw.write('bye');
  const came = await raw.until(/BYE$|\}\n$/);
  raw.close();
  return came;
}

describe('a connection to a container', () => {
  it.each([
    ['alone', '', ''],
    ['with what is said at once', '', 'hello '],
    ['with a long head', `X-Long: ${'x'.repeat(9_000)}`, ''],
    ['with both', `X-Long: ${'x'.repeat(9_000)}`, 'hello '],
  ])('is joined with the kubelet in another protocol: %s', async (_, header, said) => {
    const more = header === '' ? [] : [header];
    const came = await converse(upgrade(`${pods}/a/exec?command=ls&command=-l&stdout=true&container=c`, ...more), said);
    expect(came).toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\n/);
    expect(came.endsWith(`\r\n\r\n${said.toUpperCase()}BYE`)).toBe(true);
    const { url, headers } = kubelet.asked.at(-1) ?? { headers: {} };
    expect(url).toBe('/exec/default/a/c?command=ls&command=-l&output=1');
    expect([headers.authorization, headers.upgrade]).toEqual([undefined, 'SPDY/3.1']);
  });

  it('is attached to, and has its ports forwarded', async () => {
    await converse(upgrade(`${pods}/a/attach?stdin=true&tty=true`));
    await converse(upgrade(`${pods}/a/portforward?ports=80,81&ports=82`));
    expect(kubelet.asked.slice(-2).map(({ url }) => url)).toEqual([
      '/attach/default/a/c?input=1&tty=1',
      '/portForward/default/a?port=80%2C81%2C82',
    ]);
  });

  it('is refused in the words of 1.24', async () => {
    await makePod('unscheduled', { containers: [{ name: 'c', image: 'i' }] });
    const post = { method: 'POST' };
    expect(await refusal('a/exec?command=ls', post)).toEqual([400, 'Upgrade request required']);
    expect(await refusal('unscheduled/exec?command=ls', post)).toEqual([
      400,
      'pod unscheduled does not have a host assigned',
    ]);
    expect(await refusal('a/exec?dryRun=All', post)).toEqual([400, 'dryRun is not supported']);
    expect(await refusal('a/attach?container=x', post)).toEqual([400, 'container x is not valid for pod a']);
    expect(await refusal('a/portforward?ports=x')).toEqual([
      400,
      'cannot convert to []int32: strconv.ParseUint: parsing "x": invalid syntax',
    ]);
    expect((await ask('a/exec', { method: 'PUT' })).status).toBe(405);
  });
});

describe('a request that is proxied', () => {
  it('reaches the pod with its method, path, query and body, and without what says who asks', async () => {
    const headers = { 'X-Own': 'kept', 'Content-Type': 'text/plain' };
    const path = `https:a:${inPod.port}/proxy/some/./path/?x=1&y=a%20b`;
    const { status, body, headers: answered } = await ask(path, { method: 'PUT', body: 'text', headers });
    expect([status, body, answered['x-from']]).toEqual([200, 'PUT /some/path/?x=1&y=a%20b text', 'kubelet']);
    const got = inPod.asked.at(-1)?.headers ?? {};
    expect([got.authorization, got['x-own'], got['x-remote-user']]).toEqual([undefined, 'kept', undefined]);
    expect(got['x-forwarded-uri']).toBe(`${pods}/https:a:${inPod.port}/proxy/some/path/`);
  });

  it('may have any method', async () => {
    const path = `https:a:${inPod.port}/proxy/x`;
    for (const method of ['HEAD', 'OPTIONS', 'PATCH', 'DELETE', 'POST']) {
      const { status, body } = await ask(path, { method });
      expect([method, status, body]).toEqual([method, 200, method === 'HEAD' ? '' : `${method} /x `]);
    }
  });

  it('reaches the kubelet of a node, and other ports of its machine', async () => {
    await make(server, '/api/v1/nodes', { metadata: { name: 'm' } });
    await change('/api/v1/nodes/m/status', {
      status: {
        addresses: [{ type: 'InternalIP', address: podAddress }],
        daemonEndpoints: { kubeletEndpoint: { Port: inPod.port } },
      },
    });
    for (const name of ['m', `m:${inPod.port}`]) {
      expect(await server.ask(`/api/v1/nodes/${name}/proxy/stats?a=b`)).toMatchObject({ body: 'GET /stats?a=b ' });
    }
    // Nothing listens there.
    expect((await server.ask(`/api/v1/nodes/http:m:1/proxy/stats`)).status).toBe(503);
  });

  it('is led to the root of the pod, and redirects of the pod lead back below this server', async () => {
    const name = `https:a:${inPod.port}`;
    const root = await ask(`${name}/proxy?x=1`);
    expect([root.status, root.headers['location']]).toEqual([301, `${pods}/${name}/proxy/?x=1`]);
    const away = await ask(`${name}/proxy/away`);
    expect([away.status, away.headers['location']]).toEqual([302, `${pods}/${name}/proxy/login?next=1`]);
  });

  it('switches protocols', async () => {
    expect(await converse(upgrade(`${pods}/https:a:${inPod.port}/proxy/ws`))).toMatch(/^HTTP\/1\.1 101 [^]*BYE$/);
  });

  it('reaches an endpoint of a Service', async () => {
    const port = { name: 'p', port: 80, targetPort: inPod.port };
    await make(server, '/api/v1/namespaces/default/services', { metadata: { name: 's' }, spec: { ports: [port] } });
    const address = { ip: podAddress, targetRef: { kind: 'Pod', namespace: 'default', name: 'a' } };
    const subsets = [{ addresses: [address], ports: [{ name: 'p', port: inPod.port }] }];
    const services = '/api/v1/namespaces/default/services';
    const empty = await server.ask(`${services}/s/proxy/`);
    expect([empty.status, empty.body]).toEqual([404, expect.stringContaining('endpoints \\"s\\" not found')]);
    await make(server, '/api/v1/namespaces/default/endpoints', { metadata: { name: 's' }, subsets });
    for (const name of ['https:s:p', 'https:s:80']) {
      expect(await server.ask(`${services}/${name}/proxy/x`)).toMatchObject({ status: 200, body: 'GET /x ' });
    }
    const other = await server.ask(`${services}/s:81/proxy/x`);
    expect([other.status, other.body]).toEqual([
      503,
      expect.stringContaining('no service port 81 found for service \\"s\\"'),
    ]);
  });

  it('is refused in the words of 1.24', async () => {
    await makePod('nowhere', { containers: [{ name: 'c', image: 'i' }] });
    expect(await refusal('nowhere/proxy/')).toEqual([400, 'address not allowed']);
    expect(await refusal('ftp:a:1/proxy/')).toEqual([400, 'invalid pod request "ftp:a:1"']);
    const [code, message] = await refusal('a:1/proxy/');
    expect([code, message]).toEqual([
      503,
      expect.stringMatching(/^error trying to reach service: dial tcp .*refused$/),
    ]);
    const node = await server.ask('/api/v1/nodes/n/proxy/stats');
    expect([node.status, node.body]).toEqual([400, expect.stringContaining('address not allowed')]);
  });
});
