/** Tokens of service accounts: the user they name, their expiry, and every forgery that must not work. */
import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { beforeAll, describe, expect, it } from '@jest/globals';

import { accounts, bearer, make, nameOf, parse, secrets } from './support/callers.ts';
import { eventually } from './support/eventually.ts';
import { useHomes } from './support/homes.ts';
import type { Home, Started } from './support/serve.ts';
import { pkiPath, readPki } from './support/tls.ts';

const newHome = useHomes();
let home: Home;
let server: Started;
beforeAll(async () => {
  home = await newHome();
  server = await home.start();
});

async function request(name: string, spec: object = {}): Promise<string> {
  const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec };
  const made = await make<{ status: { token: string } }>(server, `${accounts}/${name}/token`, body);
  return made.status.token;
}

const account = (name: string) => ({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name } });
const nameOfDefault = 'system:serviceaccount:default:default';

/** The notation of ECDSA signatures in JSON Web Signatures: RFC 7518, section 3.4. */
const dsaEncoding = 'ieee-p1363';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;

describe('tokens of service accounts', () => {
  it('name their account, and go with it', async () => {
    await make(server, accounts, account('a'));
    const text = await request('a');
    expect(await nameOf(server, bearer(text))).toBe('system:serviceaccount:default:a');
    expect(await server.ask(`${accounts}/a`, { method: 'DELETE' })).toMatchObject({ status: 200 });
    expect(await nameOf(server, bearer(text))).toBe('401');
    await make(server, accounts, account('a'));
    expect(await nameOf(server, bearer(text))).toBe('401');
  });

  it('stop at once, a hundred times', async () => {
    for (let round = 0; round < 100; round += 1) {
      await make(server, accounts, account('again'));
      const text = await request('again');
      expect(await nameOf(server, bearer(text))).toBe('system:serviceaccount:default:again');
      await server.ask(`${accounts}/again`, { method: 'DELETE' });
      expect(await nameOf(server, bearer(text))).toBe('401');
    }
  });

  it('go with what they are bound to', async () => {
    await make(server, secrets, { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'bound' } });
    const text = await request('default', { boundObjectRef: { kind: 'Secret', apiVersion: 'v1', name: 'bound' } });
    expect(await nameOf(server, bearer(text))).toBe(nameOfDefault);
    await server.ask(`${secrets}/bound`, { method: 'DELETE' });
    expect(await nameOf(server, bearer(text))).toBe('401');
    const pods = '/api/v1/namespaces/default/pods';
    const spec = { serviceAccountName: 'default', containers: [{ name: 'c', image: 'i' }] };
    await make(server, pods, { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec });
    const ofPod = await request('default', { boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'p' } });
    expect(await nameOf(server, bearer(ofPod))).toBe(nameOfDefault);
    await server.ask(`${pods}/p?gracePeriodSeconds=0`, { method: 'DELETE' });
    expect(await nameOf(server, bearer(ofPod))).toBe('401');
  });

  it('for somebody else are not good here, and a review says so', async () => {
    const text = await request('default', { audiences: ['vault'] });
    expect(await nameOf(server, bearer(text))).toBe('401');
    const review = async (audiences: string[]) => {
      const body = { spec: { token: text, audiences } };
      const answer = await server.ask('/apis/authentication.k8s.io/v1/tokenreviews', { method: 'POST', body });
      return parse<{ status: unknown }>(answer).status;
    };
    expect(await review(['vault', 'x'])).toMatchObject({ authenticated: true, audiences: ['vault'] });
    expect(await review(['x'])).toMatchObject({ error: expect.stringContaining('token audiences ["vault"]') });
  });

  it('can be verified by others, out of what anybody may read', async () => {
    const headers = { Accept: 'application/json, application/jwk-set+json', ...bearer(await request('default')) };
    const configuration = await server.ask('/.well-known/openid-configuration', { headers });
    expect(parse(configuration)).toMatchObject({
      issuer: 'https://kubernetes.default.svc',
      jwks_uri: `${server.url}/openid/v1/jwks`,
      id_token_signing_alg_values_supported: ['ES256'],
    });
    const { keys } = parse<{ keys: { kid: string }[] }>(await server.ask('/openid/v1/jwks', { headers }));
    const [header = '', payload = '', signature = ''] = (await request('default')).split('.');
    const jwk = keys.find(({ kid }) => kid === decode(header)['kid']);
    const key = createPublicKey({ key: jwk as never, format: 'jwk' });
    const verifying = { key, dsaEncoding } as const;
    const signed = Buffer.from(`${header}.${payload}`);
    expect(verify('sha256', signed, verifying, Buffer.from(signature, 'base64url'))).toBe(true);
  });

  it('are still good after a restart', async () => {
    const text = await request('default');
    server.process.kill();
    await server.ended;
    server = await home.start();
    expect(await nameOf(server, bearer(text))).toBe(nameOfDefault);
  });
});

describe('tokens that nobody issued', () => {
  it('let nobody in, however they are signed and whatever they say', async () => {
    const text = await request('default');
    const [header = '', payload = '', signature = ''] = text.split('.');
    const { kid } = decode(header);
    // Signs with the server's own key, so that the tokens below are refused for their content alone.
    const key = createPrivateKey(await readFile(pkiPath(home, 'sa.key')));
    const signed = (claims: object, more: object = {}, by = key) => {
      const data = `${encode({ alg: 'ES256', kid, ...more })}.${encode({ ...decode(payload), ...claims })}`;
      return `${data}.${sign('sha256', Buffer.from(data), { key: by, dsaEncoding }).toString('base64url')}`;
    };
    const { privateKey: mine } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwk = createPublicKey(mine).export({ format: 'jwk' });
    expect(await nameOf(server, bearer(signed({})))).toBe(nameOfDefault);
    const publicPem = createPublicKey(key).export({ type: 'spki', format: 'pem' });
    const mac = (bits: string, secret: string | Buffer) => {
      const data = `${encode({ alg: `HS${bits}`, kid })}.${payload}`;
      return `${data}.${createHmac(`sha${bits}`, secret).update(data).digest('base64url')}`;
    };
    const now = Math.floor(Date.now() / 1000);
    const asAdmin = encode({ ...decode(payload), sub: 'system:serviceaccount:kube-system:default' });
    const forged = {
      'not signed': `${encode({ alg: 'none', kid })}.${payload}.`,
      'not signed, and says so loudly': `${encode({ alg: 'NONE' })}.${payload}.${signature}`,
      'signed with the public key': mac('256', publicPem),
      'signed with the public key, longer': mac('512', publicPem),
      'signed with nothing': mac('256', ''),
      'signed by another way than it says': signed({}, { alg: 'RS256' }),
      'signed by somebody else': signed({}, {}, mine),
      'signed by a key that it brings along': signed({}, { jwk }, mine),
      'signed by a key that it brings along, under its own name': signed({}, { kid: 'mine', jwk }, mine),
      'signed by a key that can be fetched': signed({}, { kid: 'mine', jku: 'https://127.0.0.1:1/keys' }, mine),
      changed: `${header}.${asAdmin}.${signature}`,
      ended: signed({ exp: now - 1 }),
      'ended now': signed({ exp: now }),
      'without an end': signed({ exp: undefined }),
      'with an end in words': signed({ exp: 'never' }),
      'not begun': signed({ nbf: now + 60 }),
      'of the future': signed({ iat: now + 3600, nbf: now + 3600 }),
      'for others': signed({ aud: ['vault'] }),
      'for nobody': signed({ aud: [] }),
      'of others': signed({ iss: 'https://elsewhere' }),
      'of another account': signed({ sub: 'system:serviceaccount:default:other' }),
      'of nobody': signed({ 'kubernetes.io': undefined }),
      'with a wish': signed({}, { crit: ['x'], x: 1 }),
      'with three dots': `${text}.${signature}`,
    };
    for (const [how, each] of Object.entries(forged)) {
      expect([how, await nameOf(server, bearer(each))]).toEqual([how, '401']);
    }
  });
});

describe('each namespace', () => {
  async function check(path: string, of: Home, asked: Started): Promise<void> {
    expect(await asked.ask(`${path}/serviceaccounts/default`)).toMatchObject({ status: 200 });
    const bundle = await asked.ask(`${path}/configmaps/kube-root-ca.crt`);
    expect(bundle).toMatchObject({ status: 200 });
    expect(parse<{ data: object }>(bundle).data).toEqual({ 'ca.crt': (await readPki(of)).authority.cert });
  }

  it('has an account, and what it takes to trust the server', async () => {
    for (const namespace of ['default', 'kube-system', 'kube-public', 'kube-node-lease']) {
      await check(`/api/v1/namespaces/${namespace}`, home, server);
    }
    await make(server, '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'new' } });
    await eventually(() => check('/api/v1/namespaces/new', home, server));
    await server.ask('/api/v1/namespaces/new/configmaps/kube-root-ca.crt', { method: 'DELETE' });
    await server.ask('/api/v1/namespaces/new/serviceaccounts/default', { method: 'DELETE' });
    await eventually(() => check('/api/v1/namespaces/new', home, server));
  });

  it('lacks what its controllers are told not to make', async () => {
    const other = await (await newHome()).start('--controllers=*,-root-ca-cert-publisher');
    expect((await other.ask(`${accounts}/default`)).status).toBe(200);
    expect((await other.ask('/api/v1/namespaces/default/configmaps/kube-root-ca.crt')).status).toBe(404);
  });
});
