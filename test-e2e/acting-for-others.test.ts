/** Requests on behalf of other users: authenticating proxies and impersonation. */
import { beforeAll, describe, expect, it } from '@jest/globals';

import { bearer, nameOf, parse, secrets } from './support/callers.ts';
import { useHomes } from './support/homes.ts';
import { openRaw } from './support/raw.ts';
import { token } from './support/serve.ts';
import type { Started } from './support/serve.ts';
import { askOver, makePki, pkiPath, readPki } from './support/tls.ts';
import type { Identity, Pki } from './support/tls.ts';

const newHome = useHomes();
const whoAmI = '/apis/authentication.k8s.io/v1/selfsubjectreviews';

describe('a proxy that says who it asks for', () => {
  const asked = { 'X-Remote-User': 'jane', 'X-Remote-Group': ['system:masters', 'g'], 'X-Remote-Extra-Scopes': 'a' };
  let proxies: Pki;
  let authorityFlag: string;
  beforeAll(async () => {
    const home = await newHome();
    proxies = await makePki(home);
    authorityFlag = `--requestheader-client-ca-file=${pkiPath(home, 'ca.crt')}`;
  });

  it('is believed with a certificate of its authority, and by no other means', async () => {
    const home = await newHome();
    const server = await home.start(authorityFlag);
    const own = await readPki(home);
    const ask = (headers: Record<string, string | string[]>, identity?: Identity) =>
      askOver(server.url, secrets, { headers, ...(identity && { identity }) });
    expect(await ask(asked, proxies.admin)).toMatchObject({ status: 200 });
    // A proxy that names nobody is not anonymous, and its own name gives it nothing.
    expect(await ask({}, proxies.admin)).toMatchObject({ status: 401 });
    expect(await ask({ 'X-Remote-User': '', 'X-Remote-Group': 'system:masters' }, proxies.admin)).toMatchObject({
      status: 401,
    });
    expect(await ask(bearer(token), proxies.admin)).toMatchObject({ status: 200 });
    const alone = await ask({ 'X-Remote-User': 'jane' }, proxies.admin);
    expect(parse(alone)).toMatchObject({ message: expect.stringContaining('User "jane" cannot list') });
    // Without the proxy's certificate the headers are words like any other.
    expect(await ask(asked)).toMatchObject({ status: 403 });
    expect(parse(await ask(asked))).toMatchObject({ message: expect.stringContaining('"system:anonymous"') });
    expect(await ask({ ...asked, ...bearer('wrong') })).toMatchObject({ status: 401 });
    expect(await nameOf(server, { 'X-Remote-User': 'jane' })).toBe('admin');
    expect(await ask({ 'X-Remote-User': 'nobody' }, own.admin)).toMatchObject({ status: 200 });
    // Two users are none.
    expect(await ask({ ...asked, 'X-Remote-User': ['jane', 'root'] }, proxies.admin)).toMatchObject({ status: 401 });
  });

  it('is believed only under the names that are allowed', async () => {
    const server = await (await newHome()).start(authorityFlag, '--requestheader-allowed-names=front-proxy');
    const answer = await askOver(server.url, secrets, { headers: asked, identity: proxies.admin });
    expect(answer).toMatchObject({ status: 401 });
  });

  it('is believed by nobody who was not told of an authority', async () => {
    const home = await newHome();
    const server = await home.start();
    const own = await readPki(home);
    expect(await askOver(server.url, secrets, { headers: asked })).toMatchObject({ status: 403 });
    const answer = await askOver(server.url, whoAmI, { headers: asked, identity: own.admin });
    expect(answer.body).not.toContain('jane');
  });
});

describe('acting as somebody else', () => {
  let server: Started;
  beforeAll(async () => {
    server = await (await newHome()).start();
  });

  /** Over one connection that ends with it, with the headers as they are. */
  async function statusOf(...headers: readonly string[]): Promise<string> {
    const raw = openRaw(server.url);
    const all = ['Host: x', 'Connection: close', `Authorization: Bearer ${token}`, ...headers];
    raw.write(`GET ${secrets} HTTP/1.1\r\n${all.join('\r\n')}\r\n\r\n`);
    return (await raw.closed).slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length);
  }

  it('is for those who may, and what they may then do is what the other may', async () => {
    expect(await nameOf(server, { 'Impersonate-User': 'bob' })).toBe('bob');
    const asBob = await server.ask(secrets, { headers: { 'Impersonate-User': 'bob' } });
    expect(parse(asBob)).toMatchObject({ code: 403, message: expect.stringContaining('User "bob" cannot list') });
    const asStranger = await askOver(server.url, secrets, { headers: { 'Impersonate-User': 'admin' } });
    expect(parse(asStranger)).toMatchObject({
      code: 403,
      message:
        'users "admin" is forbidden: User "system:anonymous" cannot impersonate resource "users" in API group "" at the cluster scope',
    });
  });

  it('is refused where two are named, in whatever order and spelling', async () => {
    const [bob, admin] = ['Impersonate-User: bob', 'impersonate-user: system:admin'];
    const masters = 'Impersonate-Group: system:masters';
    expect(await statusOf(bob)).toBe('403');
    expect(await statusOf(bob, masters)).toBe('200');
    expect(await statusOf(bob, admin, masters)).toBe('400');
    expect(await statusOf(admin, bob, masters)).toBe('400');
    expect(await statusOf(bob, bob)).toBe('400');
    expect(await statusOf(bob, 'Impersonate-Uid: 1', 'Impersonate-Uid: 2')).toBe('400');
  });

  it('needs somebody to act as', async () => {
    for (const name of ['Impersonate-Group', 'Impersonate-Uid', 'Impersonate-Extra-Scopes']) {
      const { status, body } = await server.ask('/api', { headers: { [name]: 'x' } });
      expect([status, body]).toEqual([500, expect.stringContaining('without impersonating a user')]);
    }
  });
});
