/** Discovery as `kubeadm join` does it: from an address and a bootstrap token to an authority that can be trusted. */
import { createHmac } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it } from '@jest/globals';
import { openTestClient } from '@keelson/testkit/client';

import { make, parse } from './support/callers.ts';
import { eventually } from './support/eventually.ts';
import { useHomes } from './support/homes.ts';
import { findKubectls, openSession } from './support/kubectl.ts';
import { freePort } from './support/serve.ts';
import { askOver, readPki } from './support/tls.ts';

const newHome = useHomes();
const path = '/api/v1/namespaces/kube-public/configmaps/cluster-info';
const [id, secret] = ['abcdef', '0123456789abcdef'];
const token = {
  metadata: { name: `bootstrap-token-${id}`, namespace: 'kube-system' },
  type: 'bootstrap.kubernetes.io/token',
  stringData: { 'token-id': id, 'token-secret': secret, 'usage-bootstrap-signing': 'true' },
};

/** RFC 7515, appendix F: the content stands in another key, and its place between the dots is empty. */
function isSignedBy(signature: string, content: string): boolean {
  const [header = '', payload, signed] = signature.split('.');
  const { alg, kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as Record<string, string>;
  const whole = `${header}.${Buffer.from(content).toString('base64url')}`;
  const expected = createHmac('sha256', secret).update(whole).digest('base64url');
  return alg === 'HS256' && kid === id && payload === '' && signed === expected;
}

it('cluster-info leads one who has a bootstrap token and no credentials to the authority of the API', async () => {
  const home = await newHome();
  const port = await freePort();
  const url = `https://127.0.0.1:${String(port)}`;
  const server = await home.start(
    ...[`--secure-port=${String(port)}`, `--publish-cluster-info=${url}`, '--controllers=*,bootstrapsigner'],
  );
  await make(server, '/api/v1/namespaces/kube-system/secrets', token);

  // Nothing is trusted yet: the signature alone says that the content is genuine.
  let data: Readonly<Record<string, string>> = {};
  await eventually(async () => {
    const answer = await askOver(url, path);
    expect(answer.status).toBe(200);
    data = parse<{ data: Readonly<Record<string, string>> }>(answer).data;
    expect(Object.keys(data).sort()).toEqual([`jws-kubeconfig-${id}`, 'kubeconfig']);
  }, 60_000);
  const { kubeconfig = '' } = data;
  expect(isSignedBy(data[`jws-kubeconfig-${id}`] ?? '', kubeconfig)).toBe(true);

  // The signed kubeconfig leads to the server; its certificate is verified now, and the answer is the same.
  const file = join(home.folder, 'cluster-info.kubeconfig');
  await writeFile(file, kubeconfig);
  const [kubectl] = findKubectls();
  if (kubectl === undefined) throw new Error('there is no kubectl');
  const { out } = await openSession(kubectl, file, home.folder).run(['config', 'view', '--raw', '-o', 'json']);
  interface View {
    readonly clusters: readonly { readonly cluster: Readonly<Record<string, string>> }[];
    readonly users: unknown;
  }
  const view = JSON.parse(out) as View;
  const cluster = view.clusters[0]?.cluster;
  const ca = Buffer.from(cluster?.['certificate-authority-data'] ?? '', 'base64').toString();
  expect([view.users, cluster?.['server'], ca]).toEqual([null, url, (await readPki(home)).authority.cert]);
  const client = openTestClient({ url, connections: { ca }, headers: {} });
  const again = await client.ask(path);
  const others = await client.ask('/api/v1/namespaces/kube-public/configmaps');
  client.close();
  expect(parse<{ data: unknown }>(again).data).toEqual(data);
  expect(others.status).toBe(403);
});
