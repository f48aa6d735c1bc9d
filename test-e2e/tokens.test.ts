/** Static and bootstrap tokens: exact matches authenticate, near misses do not. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from '@jest/globals';

import { accounts, bearer, make, nameOf, parse, refusedReloads } from './support/callers.ts';
import { eventually } from './support/eventually.ts';
import { useHomes } from './support/homes.ts';
import { openRaw } from './support/raw.ts';
import { token } from './support/serve.ts';
import type { Home, Started } from './support/serve.ts';
import { askOver } from './support/tls.ts';

const newHome = useHomes();

describe('tokens of a file', () => {
  let home: Home;
  let server: Started;
  beforeAll(async () => {
    home = await newHome();
    server = await home.start();
  });

  it('let in whom they name, and nobody who only comes near', async () => {
    expect(await nameOf(server)).toBe('admin');
    for (const text of [token.slice(0, -1), `${token}x`, token.toUpperCase(), 'x', `${token},admin`, '__proto__']) {
      const refused = await server.ask('/api', { headers: bearer(text) });
      expect(refused).toMatchObject({ status: 401, headers: { 'content-type': 'application/json' } });
      const status = { kind: 'Status', status: 'Failure', message: 'Unauthorized', reason: 'Unauthorized', code: 401 };
      expect(parse(refused)).toMatchObject(status);
    }
  });

  it('given twice let nobody in, in whatever order', async () => {
    for (const tokens of [
      [token, 'x'],
      ['x', token],
      [token, token],
    ]) {
      const raw = openRaw(server.url);
      const headers = tokens.map((text) => `Authorization: Bearer ${text}\r\n`).join('');
      raw.write(`GET /api HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`);
      expect(await raw.closed).toMatch(/^HTTP\/1\.1 401 /);
    }
  });

  it('are nothing in a body, a path, or behind another scheme', async () => {
    for (const header of [`Basic ${token}`, token, `Bearer: ${token}`, `Token ${token}`]) {
      expect(await nameOf(server, { Authorization: header })).not.toBe('admin');
    }
    const asked = await askOver(server.url, `/api/v1/secrets?access_token=${token}`);
    expect(asked).toMatchObject({ status: 403 });
  });

  it('follow their file; a broken one changes nothing, and is counted', async () => {
    const path = join(home.folder, 'tokens.csv');
    const own = `${token},admin,1,"system:masters"\n`;
    await writeFile(path, `${own}new-token,newcomer,2\n`);
    await eventually(async () => expect(await nameOf(server, bearer('new-token'))).toBe('newcomer'));
    await writeFile(path, `${own}secret-without-a-name\n`);
    await eventually(async () => expect(await refusedReloads(server, 'token-auth-file')).toBe(1));
    expect(await nameOf(server, bearer('new-token'))).toBe('newcomer');
    expect(server.printed()).toContain(`--token-auth-file ${path}: line 2: `);
    expect(server.printed()).not.toContain('secret-without-a-name');
    await writeFile(path, own);
    await eventually(async () => expect(await nameOf(server, bearer('new-token'))).toBe('401'));
    expect(await nameOf(server)).toBe('admin');
  });
});

describe('a file of tokens that is written anew', () => {
  it('lets in those whom it named while it is empty, and is followed once it is whole', async () => {
    const home = await newHome();
    const server = await home.start();
    const path = join(home.folder, 'tokens.csv');
    await writeFile(path, '');
    await eventually(async () => expect(await refusedReloads(server, 'token-auth-file')).toBe(1));
    expect(server.printed()).toContain(`--token-auth-file ${path}: there is no token in it`);
    expect(await nameOf(server)).toBe('admin');
    await writeFile(path, `${token},admin,1,"system:masters"\nlate,latecomer,2\n`);
    await eventually(async () => expect(await nameOf(server, bearer('late'))).toBe('latecomer'));
  });
});

describe('bootstrap tokens', () => {
  const path = '/api/v1/namespaces/kube-system/secrets';
  const text = 'abcdef.0123456789abcdef';
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'bootstrap-token-abcdef' },
    type: 'bootstrap.kubernetes.io/token',
    stringData: {
      'token-id': 'abcdef',
      'token-secret': '0123456789abcdef',
      'usage-bootstrap-authentication': 'true',
    },
  };

  it('let in where that is wanted, until they are deleted', async () => {
    const server = await (await newHome()).start('--enable-bootstrap-token-auth');
    await make(server, path, secret);
    expect(await nameOf(server, bearer(text))).toBe('system:bootstrap:abcdef');
    expect(await nameOf(server, bearer('abcdef.0123456789abcdee'))).toBe('401');
    await server.ask(`${path}/bootstrap-token-abcdef`, { method: 'DELETE' });
    expect(await nameOf(server, bearer(text))).toBe('401');
  });

  it('let nobody in elsewhere', async () => {
    const server = await (await newHome()).start();
    await make(server, path, secret);
    expect(await nameOf(server, bearer(text))).toBe('401');
  });
});

describe('a server that lets nobody in anonymously', () => {
  it('tells strangers what to bring', async () => {
    const server = await (await newHome()).start('--anonymous-auth=false');
    const stranger = await askOver(server.url, '/livez');
    expect(stranger).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer realm="kubernetes"' } });
    expect(parse(stranger)).toMatchObject({ kind: 'Status', code: 401 });
    expect((await server.ask('/livez')).status).toBe(200);
  });
});

describe('what callers bring', () => {
  it('is in no log, however much is logged', async () => {
    const server = await (await newHome()).start('--v=10');
    await server.ask('/api', { headers: bearer('a-wrong-token-that-nobody-should-see') });
    const request = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} };
    const { status } = await make<{ status: { token: string } }>(server, `${accounts}/default/token`, request);
    await nameOf(server, bearer(status.token));
    server.process.kill();
    await server.ended;
    expect(server.printed()).not.toContain('a-wrong-token');
    expect(server.printed()).not.toContain(token);
    expect(server.printed()).not.toContain(status.token.split('.')[2]);
  });
});
