/** The config map that tells aggregated servers whom to trust. */
import { beforeAll, expect, it } from '@jest/globals';

import { bearer, make, parse } from './support/callers.ts';
import { eventually } from './support/eventually.ts';
import { useHomes } from './support/homes.ts';
import type { Started } from './support/serve.ts';

const newHome = useHomes();
const path = '/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication';
const bindings = '/apis/rbac.authorization.k8s.io/v1/namespaces/kube-system/rolebindings';
let server: Started;
beforeAll(async () => {
  const home = await newHome();
  await home.addUsers('reader');
  server = await home.start();
});

type Data = Readonly<Record<string, string>>;
const read = async () => parse<{ readonly data?: Data }>(await server.ask(path)).data;

it('the config map holds the authorities of clients and proxies, and where proxies name a user', async () => {
  const data = await read();
  expect(data?.['client-ca-file']).toContain('BEGIN CERTIFICATE');
  expect(data?.['requestheader-client-ca-file']).toContain('BEGIN CERTIFICATE');
  expect(data).toMatchObject({
    'requestheader-allowed-names': '["front-proxy-client"]',
    'requestheader-username-headers': '["X-Remote-User"]',
    'requestheader-group-headers': '["X-Remote-Group"]',
    'requestheader-extra-headers-prefix': '["X-Remote-Extra-"]',
  });
});

it('the config map is put right when it is changed or deleted, and keeps what others have added', async () => {
  const before = await read();
  const other = { ...before, 'requestheader-allowed-names': '["another"]', 'client-ca-file': '' };
  const headers = { 'Content-Type': 'application/merge-patch+json' };
  await server.ask(path, { method: 'PATCH', body: { data: other }, headers });
  await eventually(async () =>
    expect(await read()).toEqual({ ...before, 'requestheader-allowed-names': '["another","front-proxy-client"]' }),
  );
  await server.ask(path, { method: 'DELETE' });
  await eventually(async () => expect(await read()).toEqual(before));
});

it('the config map is read by those who hold the role for it', async () => {
  const headers = bearer('reader');
  expect((await server.ask(path, { headers })).status).toBe(403);
  await make(server, bindings, {
    metadata: { name: 'reader' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'extension-apiserver-authentication-reader' },
    subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'reader' }],
  });
  expect((await server.ask(path, { headers })).status).toBe(200);
});
