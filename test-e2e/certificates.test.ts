/**
 * Certificates of callers and of the server itself: authentication, the serving certificate, and
 * how both follow their files.
 */
import { X509Certificate } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from 'node:tls';
import type { ConnectionOptions } from 'node:tls';

import { beforeAll, describe, expect, it } from '@jest/globals';

import { refusedReloads, secrets } from './support/callers.ts';
import { eventually } from './support/eventually.ts';
import { useHomes } from './support/homes.ts';
import { revoke } from './support/revocation-list.ts';
import { askOver, makePki, openAsking, readPki, shownBy } from './support/tls.ts';
import type { Pki } from './support/tls.ts';

const newHome = useHomes();

/** Certificates of a server that has nothing to do with the others. */
let foreign: Pki;
beforeAll(async () => {
  foreign = await makePki(await newHome());
});

describe('client certificates', () => {
  it('let in whom our authority vouches for, and nobody else', async () => {
    const home = await newHome();
    const server = await home.start();
    const own = await readPki(home);
    expect(await askOver(server.url, secrets, { identity: own.admin })).toMatchObject({ status: 200 });
    // Not anonymous, as it brought something: that would hide the mistake.
    expect(await askOver(server.url, '/livez', { identity: foreign.admin })).toMatchObject({ status: 401 });
    expect(await askOver(server.url, secrets, { identity: foreign.admin })).toMatchObject({ status: 401 });
    // A serving certificate does not authenticate a client.
    expect(await askOver(server.url, secrets, { identity: own.server })).not.toMatchObject({ status: 200 });
  });

  it('are verified against a file of authorities, which is followed', async () => {
    const home = await newHome();
    const path = join(home.folder, 'clients.crt');
    await writeFile(path, foreign.authority.cert);
    const server = await home.start('--client-ca-file', path);
    const own = await readPki(home);
    const asForeigner = () => askOver(server.url, secrets, { identity: foreign.admin });
    expect(await asForeigner()).toMatchObject({ status: 200 });
    await writeFile(path, 'not a certificate');
    await eventually(async () => expect(await refusedReloads(server, 'client-ca-file')).toBe(1));
    expect(server.printed()).toContain(`--client-ca-file ${path}: there is no certificate in it`);
    expect(await asForeigner()).toMatchObject({ status: 200 });
    await writeFile(path, own.authority.cert);
    await eventually(async () => expect((await asForeigner()).status).toBe(401));
    expect(await askOver(server.url, secrets, { identity: own.admin })).toMatchObject({ status: 200 });
  });

  it('are out once they are revoked, over open connections too, and in again when they no longer are', async () => {
    const home = await newHome();
    const path = join(home.folder, 'revoked.crl');
    const own = await makePki(home);
    await writeFile(path, revoke(own.authority));
    const server = await home.start('--client-crl-file', path);
    const kept = openAsking(server.url, own.admin);
    expect(await kept.ask(secrets)).toMatchObject({ status: 200 });
    await writeFile(path, revoke(own.authority, own.admin.cert));
    await eventually(async () => expect((await kept.ask(secrets)).status).toBe(401));
    expect(await askOver(server.url, secrets, { identity: own.admin })).toMatchObject({ status: 401 });
    // By an authority that nobody trusts.
    await writeFile(path, revoke(foreign.authority));
    await eventually(async () => expect(await refusedReloads(server, 'client-crl-file')).toBe(1));
    expect(server.printed()).toContain(`--client-crl-file ${path}: line 1: none of the trusted authorities`);
    expect(await kept.ask(secrets)).toMatchObject({ status: 401 });
    await writeFile(path, revoke(own.authority));
    await eventually(async () => expect((await kept.ask(secrets)).status).toBe(200));
    kept.close();
  });
});

describe('the certificate of a server', () => {
  const fingerprintOf = ({ server }: Pki) => new X509Certificate(server.cert).fingerprint256;

  it('follows its files without a restart, and stays while they do not fit', async () => {
    const home = await newHome();
    const second = await makePki(await newHome());
    const [cert, key] = [join(home.folder, 'tls.crt'), join(home.folder, 'tls.key')];
    await writeFile(cert, foreign.server.cert);
    await writeFile(key, foreign.server.key);
    const server = await home.start('--tls-cert-file', cert, '--tls-private-key-file', key);
    expect(await shownBy(server.url)).toBe(fingerprintOf(foreign));
    await writeFile(cert, second.server.cert);
    await eventually(() => expect(server.printed()).toContain('this is not the key of the certificate'));
    expect(await shownBy(server.url)).toBe(fingerprintOf(foreign));
    await writeFile(key, second.server.key);
    await eventually(async () => expect(await shownBy(server.url)).toBe(fingerprintOf(second)));
    const trusted = Buffer.from(second.server.cert).toString('base64');
    await eventually(async () => expect(await readFile(home.kubeconfig, 'utf8')).toContain(trusted));
  });

  it('is shown by TLS 1.2 or newer only, and by what is chosen', async () => {
    const usual = await (await newHome()).start();
    const old = { maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'ALL:@SECLEVEL=0' } as const;
    expect(await agreedWith(usual.url, old)).toBe('refused');
    expect(await agreedWith(usual.url, { maxVersion: 'TLSv1.2' })).toMatch(/^TLSv1.2 TLS_ECDHE_.*(GCM|CHACHA20)/);
    expect(await agreedWith(usual.url, { maxVersion: 'TLSv1.2', ciphers: 'AES128-SHA' })).toBe('refused');
    expect(await agreedWith(usual.url, {})).toContain('TLSv1.3');
    const newest = await (await newHome()).start('--tls-min-version=VersionTLS13');
    expect(await agreedWith(newest.url, { maxVersion: 'TLSv1.2' })).toBe('refused');
    const suite = 'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384';
    const chosen = await (await newHome()).start(`--tls-cipher-suites=${suite}`);
    expect(await agreedWith(chosen.url, { maxVersion: 'TLSv1.2' })).toBe(`TLSv1.2 ${suite}`);
  });
});

/** Version and suite, or that there is none for both sides. */
function agreedWith(url: string, options: ConnectionOptions): Promise<string> {
  return new Promise<string>((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false, ...options }, () => {
      resolve(`${socket.getProtocol() ?? ''} ${socket.getCipher().standardName}`);
      socket.end();
    });
    socket.on('error', () => resolve('refused'));
  });
}
