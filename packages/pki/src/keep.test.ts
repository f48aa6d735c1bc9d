import { X509Certificate } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { silentLogger } from '@keelson/telemetry';

import { keepCertificates } from './keep.ts';
import type { KeptCertificates } from './keep.ts';

const hosts = ['localhost', '127.0.0.1', '::1'];
const now = new Date();

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keelson-pki-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** The user that the server recognises over a real connection. */
async function handshake({ authority, server, admin }: KeptCertificates): Promise<string> {
  const listener = createServer(
    { key: server.privateKey, cert: server.certificate, ca: authority.certificate, requestCert: true },
    (incoming, response) => {
      const { subject } = (incoming.socket as TLSSocket).getPeerCertificate();
      response.end(`${String(subject.CN)} of ${String(subject.O)}`);
    },
  );
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  try {
    return await new Promise((resolve, reject) => {
      const options = {
        port,
        host: '127.0.0.1',
        ca: authority.certificate,
        cert: admin.certificate,
        key: admin.privateKey,
      };
      request(options, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => resolve(text));
      })
        .on('error', reject)
        .end();
    });
  } finally {
    listener.close();
  }
}

describe('the certificates of a server', () => {
  it('are trusted by each other over a real connection', async () => {
    expect(await handshake(await keepCertificates(folder, hosts, now))).toBe('kubernetes-admin of system:masters');
  });

  it('are made once and kept', async () => {
    const first = await keepCertificates(folder, hosts, now);
    expect(await keepCertificates(folder, hosts, now)).toEqual(first);
  });

  it('keep their keys to their owner', async () => {
    await keepCertificates(folder, hosts, now);
    const keys = (await readdir(folder)).filter((name) => name.endsWith('.key'));
    expect(keys).toHaveLength(3);
    for (const key of keys) expect((await stat(join(folder, key))).mode & 0o777).toBe(0o600);
  });

  it('are made anew for a host they do not name, by the same authority', async () => {
    const first = await keepCertificates(folder, hosts, now);
    const second = await keepCertificates(folder, [...hosts, 'api.example.com'], now);
    expect(second.authority).toEqual(first.authority);
    expect(new X509Certificate(second.server.certificate).checkHost('api.example.com')).toBe('api.example.com');
  });

  it('are made anew when they are about to expire', async () => {
    const first = await keepCertificates(folder, hosts, now);
    const later = new Date(now.getTime() + 350 * 86_400_000);
    const second = await keepCertificates(folder, hosts, later);
    expect(second.authority).toEqual(first.authority);
    expect(second.server.certificate).not.toBe(first.server.certificate);
  });

  it.each([
    ['ca.crt', 'junk', 'there is no certificate in it'],
    ['ca.key', 'junk', 'there is no private key in it'],
    ['server.key', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n', 'line 1: the key cannot be used'],
    ['admin.crt', '-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n', 'line 2: this is no base64'],
  ])('are refused where %s is something else, and say how to mend it', async (name, text, reason) => {
    await keepCertificates(folder, hosts, now);
    await writeFile(join(folder, name), text);
    const keeping = keepCertificates(folder, hosts, now);
    await expect(keeping).rejects.toThrow(`${join(folder, name)}: ${reason}`);
    await expect(keeping).rejects.toThrow('take both files away to have them made anew');
  });

  it('are made anew where one does not fit its key, unless others trust it', async () => {
    const first = await keepCertificates(folder, hosts, now);
    await writeFile(join(folder, 'server.key'), first.admin.privateKey);
    const second = await keepCertificates(folder, hosts, now);
    expect(second.authority).toEqual(first.authority);
    expect(second.server).not.toEqual(first.server);
    expect(await handshake(second)).toBe('kubernetes-admin of system:masters');
    await writeFile(join(folder, 'ca.key'), first.admin.privateKey);
    await expect(keepCertificates(folder, hosts, now)).rejects.toThrow('this is not the key of the certificate');
  });

  describe('where the folder cannot be written', () => {
    const warned: unknown[] = [];
    const logger = {
      ...silentLogger,
      warn: (_message: string, fields: { readonly name?: unknown } = {}) => void warned.push(fields.name),
    };
    beforeEach(() => void warned.splice(0));

    /** A folder takes the name of the temporary file, so that the new file cannot be written. */
    const obstruct = (name: string) => mkdir(join(folder, `${name}.key.${String(process.pid)}.tmp`));

    it('are made for this process alone, by the same authority, if they do not fit', async () => {
      const first = await keepCertificates(folder, hosts, now);
      await obstruct('server');
      const second = await keepCertificates(folder, [...hosts, '127.0.0.2'], now, logger);
      expect(second.authority).toEqual(first.authority);
      expect(new X509Certificate(second.server.certificate).checkIP('127.0.0.2')).toBe('127.0.0.2');
      expect(await handshake(second)).toBe('kubernetes-admin of system:masters');
      expect(warned).toEqual(['server']);
      expect(await readFile(join(folder, 'server.crt'), 'utf8')).toBe(first.server.certificate);
    });

    it('stay in use until they expire', async () => {
      const first = await keepCertificates(folder, hosts, now);
      for (const name of ['ca', 'server', 'admin']) await obstruct(name);
      const soon = new Date(now.getTime() + 350 * 86_400_000);
      expect(await keepCertificates(folder, hosts, soon, logger)).toEqual(first);
      expect(warned).toEqual(['server', 'admin']);
      const late = new Date(now.getTime() + 3_640 * 86_400_000);
      expect((await keepCertificates(folder, hosts, late, logger)).authority).toEqual(first.authority);
      const tooLate = new Date(now.getTime() + 3_660 * 86_400_000);
      await expect(keepCertificates(folder, hosts, tooLate, logger)).rejects.toThrow('ca.key cannot be written');
    });

    it('are refused without an authority, which others trust by its file', async () => {
      await obstruct('ca');
      await expect(keepCertificates(folder, hosts, now, logger)).rejects.toThrow('ca.key cannot be written');
      await expect(readFile(join(folder, 'ca.crt'))).rejects.toThrow('ENOENT');
    });
  });
});
