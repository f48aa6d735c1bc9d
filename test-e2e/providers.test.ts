/** External authentication: an OpenID provider that rotates its keys, and a token review webhook. */
import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { bearer, nameOf, parse } from './support/callers.ts';
import { eventually } from './support/eventually.ts';
import { useHomes } from './support/homes.ts';
import type { Home, Started } from './support/serve.ts';
import { makePki, pkiPath } from './support/tls.ts';

const newHome = useHomes();

describe('an OpenID provider', () => {
  const keys = ['one', 'two'].map((kid) => ({
    kid,
    key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
  }));
  let shown = keys.slice(0, 1);
  let asked = 0;
  /** Answers in the place of the provider, where it is not well. */
  let spoil: ((response: ServerResponse) => void) | undefined;
  let provider: Server;
  let issuer: string;
  let certificates: Home;

  beforeAll(async () => {
    certificates = await newHome();
    const { server } = await makePki(certificates);
    provider = createServer(server, (incoming, response) => {
      const isKeys = incoming.url === '/keys';
      if (isKeys) asked += 1;
      if (spoil !== undefined) return spoil(response);
      const set = shown.map(({ kid, key }) => ({ ...createPublicKey(key).export({ format: 'jwk' }), kid, use: 'sig' }));
      response.end(JSON.stringify(isKeys ? { keys: set } : { issuer, jwks_uri: `${issuer}/keys` }));
    });
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    issuer = `https://127.0.0.1:${String((provider.address() as AddressInfo).port)}`;
  });
  afterAll(() => {
    provider.closeAllConnections();
    provider.close();
  });

  /** `names`: its key, as most do. */
  function issue(which: number, claims: object = {}, key: 'named' | 'unnamed' = 'named'): string {
    const signer = keys[which];
    if (signer === undefined) throw new Error('no such key');
    const now = Math.floor(Date.now() / 1000);
    const all = { iss: issuer, aud: 'cluster', sub: 'jane', groups: ['g'], iat: now, exp: now + 600, ...claims };
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const data = `${encode({ alg: 'RS256', ...(key === 'named' && { kid: signer.kid }) })}.${encode(all)}`;
    return `${data}.${sign('sha256', Buffer.from(data), signer.key).toString('base64url')}`;
  }

  function start(home: Home): Promise<Started> {
    const flags = [`--oidc-issuer-url=${issuer}`, '--oidc-client-id=cluster', '--oidc-groups-claim=groups'];
    return home.start(...flags, '--oidc-groups-prefix=oidc:', '--oidc-ca-file', pkiPath(certificates, 'ca.crt'));
  }

  it('lets in those whom it names, keeps its keys at hand, and may change them', async () => {
    const server = await start(await newHome());
    await eventually(async () => expect(await nameOf(server, bearer(issue(0)))).toBe(`${issuer}#jane`));
    const path = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
    const answer = await server.ask(path, { method: 'POST', body: {}, headers: bearer(issue(0)) });
    expect(parse(answer)).toMatchObject({ status: { userInfo: { groups: ['oidc:g', 'system:authenticated'] } } });
    const now = Math.floor(Date.now() / 1000);
    for (const claims of [{ aud: 'other' }, { exp: 1 }, { nbf: now + 60 }, { iss: 'https://evil' }, { sub: '' }]) {
      expect([claims, await nameOf(server, bearer(issue(0, claims)))]).toEqual([claims, '401']);
    }
    const before = asked;
    for (let count = 0; count < 20; count += 1) await nameOf(server, bearer(issue(0, { jti: String(count) })));
    expect(asked).toBe(before);
    expect(await nameOf(server, bearer(issue(1)))).toBe('401');
    shown = keys.slice(1);
    await eventually(async () => expect(await nameOf(server, bearer(issue(1)))).toBe(`${issuer}#jane`));
    expect(await nameOf(server, bearer(issue(0)))).toBe('401');
  });

  it('may have null for groups, and several keys that tokens do not name', async () => {
    shown = keys;
    const server = await start(await newHome());
    for (const which of [0, 1]) {
      const token = issue(which, { groups: null }, 'unnamed');
      await eventually(async () => expect(await nameOf(server, bearer(token))).toBe(`${issuer}#jane`));
    }
  });

  it('keeps nobody out while it is away or not well, and ends nothing', async () => {
    shown = keys.slice(0, 1);
    const server = await start(await newHome());
    spoil = (response) => response.writeHead(204).end();
    expect(await nameOf(server, bearer(issue(0)))).toBe('401');
    spoil = undefined;
    await eventually(async () => expect(await nameOf(server, bearer(issue(0)))).toBe(`${issuer}#jane`));
    const faults: readonly ((response: ServerResponse) => void)[] = [
      (response) => response.writeHead(304).end(),
      (response) => response.end('{"keys":['),
      (response) => response.destroy(),
      (response) => response.writeHead(200, { 'Content-Length': 10 }).end('{}', () => response.destroy()),
    ];
    for (const [index, fault] of faults.entries()) {
      spoil = fault;
      // One by a key that is not known has it asked.
      expect(await nameOf(server, bearer(issue(1, { jti: `unknown-${index}` })))).toBe('401');
      expect(await nameOf(server, bearer(issue(0, { jti: `known-${index}` })))).toBe(`${issuer}#jane`);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
    spoil = undefined;
    expect(await server.ask('/livez')).toMatchObject({ status: 200 });
    expect(server.printed()).toContain('the keys of the OpenID provider could not be fetched');
  });
});

describe('a server that reviews tokens', () => {
  it('lets in whom it names, is believed for a while, and lets nobody in where it fails', async () => {
    let tries = 0;
    const { server: certificate, authority } = await makePki(await newHome());
    const reviewer = createServer(certificate, (incoming, response) => {
      let text = '';
      incoming.on('data', (chunk: Buffer) => (text += chunk.toString()));
      incoming.on('end', () => {
        const { spec } = JSON.parse(text) as { spec: { token: string } };
        const isKnown = spec.token === 'from-afar';
        const user = { username: 'traveller', groups: ['afar'] };
        response.setHeader('Content-Type', 'application/json');
        if (spec.token === 'nonsense') response.end('nonsense');
        else if (spec.token === 'unlucky' && tries++ === 0) {
          response.end(JSON.stringify({ status: { authenticated: false, error: 'the directory is away' } }));
        } else if (spec.token === 'unlucky') response.end(JSON.stringify({ status: { authenticated: true, user } }));
        else response.end(JSON.stringify({ status: isKnown ? { authenticated: true, user } : {} }));
      });
    });
    await new Promise<void>((resolve) => reviewer.listen(0, '127.0.0.1', resolve));
    const home = await newHome();
    const path = join(home.folder, 'reviewer.kubeconfig');
    const config = {
      'current-context': 'c',
      contexts: [{ name: 'c', context: { cluster: 'r', user: 'u' } }],
      clusters: [
        {
          name: 'r',
          cluster: {
            server: `https://127.0.0.1:${String((reviewer.address() as AddressInfo).port)}`,
            'certificate-authority-data': Buffer.from(authority.cert).toString('base64'),
          },
        },
      ],
      users: [{ name: 'u', user: {} }],
    };
    await writeFile(path, JSON.stringify(config));
    const server = await home.start('--authentication-token-webhook-config-file', path);
    expect(await nameOf(server, bearer('from-afar'))).toBe('traveller');
    expect(await nameOf(server, bearer('from-nowhere'))).toBe('401');
    expect(await nameOf(server, bearer('nonsense'))).toBe('401');
    // An error of its own says nothing of the token.
    expect(await nameOf(server, bearer('unlucky'))).toBe('401');
    expect(await nameOf(server, bearer('unlucky'))).toBe('traveller');
    reviewer.closeAllConnections();
    await new Promise((resolve) => reviewer.close(resolve));
    expect(await nameOf(server, bearer('from-afar'))).toBe('traveller');
    expect(await nameOf(server)).toBe('admin');
  });
});
