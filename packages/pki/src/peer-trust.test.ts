import { X509Certificate } from 'node:crypto';
import { request, createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Agent } from 'node:https';

import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

import { connectionOf } from '@keelson/http';

import { issueAuthority, issueLeaf, type KeyPair } from './issue.ts';
import { createPeerTrust, type PeerTrust } from './peer-trust.ts';
import { parseRevocations } from './revocations.ts';
import { makeRevocations } from './testing/make-revocations.ts';

const now = new Date();
const people = { usage: 'client', now, days: 1 } as const;
const read = (...pairs: KeyPair[]) => pairs.map(({ certificate }) => new X509Certificate(certificate));

let [clients, proxies, strangers, alice, proxy, stranger, own]: KeyPair[] = [];
beforeAll(async () => {
  // The same names on purpose: names prove nothing.
  [clients, proxies, strangers] = await Promise.all(['ca', 'ca', 'ca'].map((name) => issueAuthority(name, now, 1)));
  alice = await leaf(clients, 'alice', 'devs');
  proxy = await leaf(proxies, 'front-proxy');
  stranger = await leaf(strangers, 'alice', 'system:masters');
  own = await issueLeaf(must(clients), {
    ...people,
    usage: 'server',
    subject: { commonName: 's' },
    hosts: ['localhost'],
  });
});

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('not made yet');
  return value;
}

function leaf(authority: KeyPair | undefined, commonName: string, organization?: string): Promise<KeyPair> {
  const subject = { commonName, organizations: organization === undefined ? [] : [organization] };
  return issueLeaf(must(authority), { ...people, subject });
}

let server: Server;
let trust: PeerTrust;
let nowMs = Date.now();
const agents: Agent[] = [];
beforeEach(async () => {
  nowMs = Date.now();
  trust = createPeerTrust(() => nowMs);
  trust.trust({ clients: read(must(clients)), proxies: read(must(proxies)) });
  const { certificate: cert, privateKey: key } = must(own);
  const ca = [must(clients).certificate, must(proxies).certificate];
  server = createServer({ cert, key, ca, requestCert: true, rejectUnauthorized: false }, (incoming, response) => {
    response.end(JSON.stringify(trust.peerOf(connectionOf(incoming.socket))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  for (const agent of agents.splice(0)) agent.destroy();
  server.close();
});

/** Asks over one connection, again and again. */
function connect(pair?: KeyPair): () => Promise<unknown> {
  const own = pair && { cert: pair.certificate, key: pair.privateKey };
  const agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false, ...own });
  agents.push(agent);
  const { port } = server.address() as AddressInfo;
  return () =>
    new Promise((resolve, reject) => {
      request({ port, agent }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => resolve(JSON.parse(text)));
      })
        .on('error', reject)
        .end();
    });
}

const aliceIs = { kind: 'trusted', subject: { commonName: 'alice', organizations: ['devs'] } };

describe('a client certificate', () => {
  it('makes a client of whom the authority of clients vouches for', async () => {
    const subject = { ...aliceIs.subject, expiresAtMs: expect.any(Number) as unknown };
    expect(await connect(alice)()).toEqual({ ...aliceIs, subject, isClient: true, isProxy: false });
  });

  it('makes a proxy of whom the authority of proxies vouches for, and nothing else', async () => {
    expect(await connect(proxy)()).toMatchObject({ isClient: false, isProxy: true });
  });

  it('makes a proxy only of who is named, where names are given', async () => {
    trust.trust({ proxyNames: ['other-proxy'] });
    expect(await connect(proxy)()).toEqual({ kind: 'untrusted' });
    trust.trust({ proxyNames: ['front-proxy'] });
    expect(await connect(proxy)()).toMatchObject({ isProxy: true });
  });

  it('of an authority that only has the right name proves nothing', async () => {
    expect(await connect(stranger)()).toEqual({ kind: 'untrusted' });
  });

  it('that is not there is nobody', async () => {
    expect(await connect()()).toEqual({ kind: 'none' });
  });

  it('proves nothing any more once it has ended, also over a connection that began before', async () => {
    const ask = connect(alice);
    expect(await ask()).toMatchObject(aliceIs);
    nowMs += 2 * 86_400_000;
    expect(await ask()).toEqual({ kind: 'untrusted' });
  });

  it('proves nothing any more once its authority is taken out, also over an open connection', async () => {
    const ask = connect(alice);
    expect(await ask()).toMatchObject(aliceIs);
    trust.trust({ clients: read(must(strangers)) });
    expect(await ask()).toEqual({ kind: 'untrusted' });
  });

  it('proves nothing any more once it is revoked, also over an open connection', async () => {
    const ask = connect(alice);
    expect(await ask()).toMatchObject(aliceIs);
    const list = await parseRevocations([await makeRevocations(must(clients), must(alice))], read(must(clients)));
    if (!list.ok) throw new Error(list.message);
    trust.trust({ revocations: list.value });
    expect(await ask()).toEqual({ kind: 'untrusted' });
    expect(await connect(proxy)()).toMatchObject({ isProxy: true });
  });
});

describe('a revocation list', () => {
  it('counts only if one of the authorities has signed it', async () => {
    const list = await makeRevocations(must(strangers), must(alice));
    expect(await parseRevocations([list], read(must(clients), must(proxies)))).toMatchObject({
      ok: false,
      line: 1,
      message: 'none of the trusted authorities has signed the list of CN=ca',
    });
  });

  it('that is broken is told with its line', async () => {
    expect(await parseRevocations(['\n-----BEGIN X509 CRL-----\nAAAA\n-----END X509 CRL-----\n'], [])).toMatchObject({
      ok: false,
      line: 2,
    });
    expect(await parseRevocations(['-----BEGIN X509 CRL-----\nAAAA\n'], [])).toMatchObject({ ok: false, line: 1 });
  });

  it('may revoke nobody', async () => {
    const list = await makeRevocations(must(clients));
    expect(await parseRevocations([list], read(must(clients)))).toMatchObject({ ok: true });
  });
});
