import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { readKubeconfig } from './kubeconfig.ts';

/** Whose key nobody has any more. */
const authority = `-----BEGIN CERTIFICATE-----
MIIBdjCCARugAwIBAgIUR25CPCe4VLJ5rT+JEsn0JSNpMLwwCgYIKoZIzj0EAwIw
DzENMAsGA1UEAwwEdGVzdDAgFw0yNjExMjExMDAzNDNaGA8yMTI2MTAyODEwMDM0
M1owDzENMAsGA1UEAwwEdGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABPE6
VWh5wzh9nCHXpK8zynUO8rTBRP29GmDVK2T+mVI7BkXIbpGBYdVgtPgr2lDMtsub
75YCggpiG+A+5ymsaL2jUzBRMB0GA1UdDgQWBBQp1Rzh14rFmFF9qO0eT+gt7811
GzAfBgNVHSMEGDAWgBQp1Rzh14rFmFF9qO0eT+gt7811GzAPBgNVHRMBAf8EBTAD
AQH/MAoGCCqGSM49BAMCA0kAMEYCIQCXaj0XlWRVQ/mz2DnJUCy3KOKxaFoYiwwC
5/ENoHXjCwIhAOV34ayibJHOzkcgV3WTDW3nrEUrzeMjz/UpNMfTYXfp
-----END CERTIFICATE-----
`;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keelson-kubeconfig-'));
});
afterAll(() => rm(folder, { recursive: true }));

const good = `current-context: here
contexts:
- name: here
  context: {cluster: c, user: u, namespace: ns}
- name: there
  context: {cluster: d}
clusters:
- name: c
  cluster:
    server: https://127.0.0.1:1
    tls-server-name: api
- name: d
  cluster: {server: "http://127.0.0.1:2", insecure-skip-tls-verify: true}
users:
- name: u
  user:
    token: secret
`;

async function read(text: string, context?: string) {
  const path = join(folder, 'config');
  await writeFile(path, text);
  return readKubeconfig({ path, context, env: {} });
}

describe('a kubeconfig', () => {
  it('says where the server is and who one is, by its own context or another', async () => {
    expect(await read(good)).toEqual({
      server: 'https://127.0.0.1:1',
      serverName: 'api',
      isUnverified: false,
      token: 'secret',
      namespace: 'ns',
    });
    expect(await read(good, 'there')).toEqual({ server: 'http://127.0.0.1:2', isUnverified: true });
  });

  it('may hold what it needs, or name files beside it', async () => {
    await writeFile(join(folder, 'ca.crt'), authority);
    await writeFile(join(folder, 'token'), 'from a file\n');
    const named = good
      .replace('tls-server-name: api', 'certificate-authority: ca.crt')
      .replace('token: secret', 'tokenFile: token');
    expect(await read(named)).toMatchObject({ authority, token: 'from a file' });
    const data = `certificate-authority-data: ${Buffer.from(authority).toString('base64')}`;
    expect(await read(good.replace('tls-server-name: api', data))).toMatchObject({ authority });
  });

  const ca = Buffer.from('hello').toString('base64');
  it.each([
    ['clusters: [', 'line 1: '],
    ['[]', 'line 1: this is no object'],
    ['{}', 'line 1: there is no current-context'],
    [good.replace('current-context: here', 'current-context: nowhere'), 'line 1: there is no context "nowhere"'],
    [good.replace('cluster: c,', 'cluster: e,'), 'line 4: there is no cluster "e"'],
    [good.replace('user: u,', 'user: v,'), 'line 4: there is no user "v"'],
    [good.replace('{cluster: c, user: u, namespace: ns}', '{user: u}'), 'line 4: the context names no cluster'],
    [good.replace('    server: https://127.0.0.1:1\n', ''), 'line 9: the cluster has no server'],
    [good.replace('https://127.0.0.1:1', 'ftp://x'), 'line 10: the server "ftp://x" is no URL of https or http'],
    [good.replace('https://127.0.0.1:1', '[]'), 'line 10: server is no text'],
    [
      good.replace('tls-server-name: api', 'certificate-authority: none'),
      'line 11: certificate-authority: there is no',
    ],
    [
      good.replace('tls-server-name: api', 'certificate-authority-data: "!"'),
      'line 11: certificate-authority-data is no',
    ],
    [
      good.replace('tls-server-name: api', `certificate-authority-data: ${ca}`),
      'line 11: certificate-authority-data: there is no certificate in it',
    ],
    [good.replace('token: secret', 'tokenFile: none'), 'line 17: tokenFile: there is no such file as '],
    [good.replace('token: secret', 'client-certificate: none'), 'line 17: client-certificate: there is no such file'],
    [good.replace('token: secret', `client-key-data: ${ca}`), 'line 16: a client-key needs a client-certificate'],
    [good.replace('token: secret', 'exec: {command: x}'), 'line 17: exec: certificates and tokens are all'],
  ])('is refused with its path, the line and the reason: %#', async (text, reason) => {
    await expect(read(text)).rejects.toThrow(`${join(folder, 'config')}: ${reason}`);
  });

  it('is refused where a key is not that of the certificate beside it', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    await writeFile(join(folder, 'own.crt'), authority);
    await writeFile(join(folder, 'own.key'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const pair = good.replace('token: secret', 'client-certificate: own.crt\n    client-key: own.key');
    await expect(read(pair)).rejects.toThrow('line 18: client-key: this is not the key of the certificate');
  });

  it('has to be there', async () => {
    const path = join(folder, 'none');
    await expect(readKubeconfig({ path, context: undefined, env: {} })).rejects.toThrow(`${path}: there is no such`);
    const env = { KUBECONFIG: path };
    await expect(readKubeconfig({ path: undefined, context: undefined, env })).rejects.toThrow('name one with');
  });
});
