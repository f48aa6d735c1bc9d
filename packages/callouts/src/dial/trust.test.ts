import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { createMetrics, silentLogger } from '@keelson/telemetry';

import { countCertificateFaults } from '../certificate-metrics.ts';
import type { CalloutTarget } from '../contract.ts';
import { createCallouts } from '../create-callouts.ts';
import { makeAuthority, type Authority, type LeafRequest } from '../testing/authority.ts';
import { closeAfterEach } from '../testing/closings.ts';
import { noServices, post, targetOf } from '../testing/posts.ts';
import { plainAnswer, serveScript } from '../testing/scripted-server.ts';

let authority: Authority;
beforeAll(() => {
  authority = makeAuthority();
});
afterAll(() => authority.close());

const closings = closeAfterEach();

/** Asks a server with such a certificate. */
async function ask(leaf: LeafRequest, target: Partial<CalloutTarget> = {}) {
  const server = await serveScript(authority.issue(leaf), (socket) => socket.write(plainAnswer));
  const callouts = createCallouts({ resolveService: noServices });
  closings.push(() => callouts.close(), server.close);
  return callouts.call(targetOf(server.origin, { authorities: authority.pem, ...target }), post());
}

const untrusted = (message: string) => ({ ok: false, kind: 'untrusted', message, wasSent: false });
const withoutNames = (message: string) => ({ ...untrusted(message), certificateFault: 'missingNames' });

describe('the certificate of a target', () => {
  it('has to be signed by the authority of the target', async () => {
    const stranger = makeAuthority();
    closings.push(() => stranger.close());
    const unknown = untrusted('x509: certificate signed by unknown authority');
    expect(await ask({}, { authorities: stranger.pem })).toEqual(unknown);
    expect(await ask({}, { authorities: undefined })).toEqual(unknown);
    expect(await ask({}, { authorities: `${stranger.pem}${authority.pem}` })).toMatchObject({ ok: true });
  });

  it('has to be of this time', async () => {
    expect(await ask({ days: -1 })).toEqual(untrusted('x509: certificate has expired or is not yet valid'));
  });

  it('has to be for the name of the target, by its alternative names alone', async () => {
    expect(await ask({ names: ['DNS:a.example.com', 'DNS:b.example.com'] })).toEqual(
      untrusted('x509: certificate is valid for a.example.com, b.example.com, not localhost'),
    );
    expect(await ask({ names: [] })).toEqual(
      withoutNames('x509: certificate relies on legacy Common Name field, use SANs instead'),
    );
    expect(await ask({ names: ['DNS:other'] }, { serverName: '192.0.2.1' })).toEqual(
      untrusted("x509: cannot validate certificate for 192.0.2.1 because it doesn't contain any IP SANs"),
    );
    expect(await ask({ names: ['DNS:other'] }, { serverName: 'other' })).toMatchObject({ ok: true });
    expect(await ask({ names: ['DNS:*.example.com'] }, { serverName: 'x.example.com' })).toMatchObject({ ok: true });
    expect(await ask({ names: ['IP:192.0.2.1'] }, { serverName: '192.0.2.1' })).toMatchObject({ ok: true });
  });

  it('has to be one of a server', async () => {
    expect(await ask({ usage: 'clientAuth' })).toEqual(
      untrusted('x509: certificate specifies an incompatible key usage'),
    );
  });

  it('is not looked at where the target says so', async () => {
    expect(await ask({ days: -1, names: [] }, { skipsVerification: true })).toMatchObject({ ok: true });
  });
});

describe('trust that cannot be used', () => {
  it('fails the request, and trusts nobody', async () => {
    for (const authorities of [
      '',
      'no certificate',
      '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
    ]) {
      expect(await ask({}, { authorities })).toMatchObject({ ok: false, kind: 'invalid', wasSent: false });
    }
    const credentials = { certificate: 'nonsense', privateKey: 'nonsense' };
    expect(await ask({}, { credentials })).toMatchObject({ kind: 'invalid' });
  });
});

describe('a target that cannot be connected to', () => {
  const call = async (origin: string, changes: Partial<CalloutTarget> = {}, dialTimeoutMs = 60_000) => {
    const callouts = createCallouts({ resolveService: noServices, dialTimeoutMs });
    closings.push(() => callouts.close());
    return callouts.call(targetOf(origin, changes), post());
  };

  it('is told apart: refused, unknown, silent, no TLS, unresolved', async () => {
    const closed = createServer();
    await once(closed.listen(0, '127.0.0.1'), 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    expect(await call(`https://127.0.0.1:${port}`)).toEqual({
      ok: false,
      kind: 'unreachable',
      message: `dial tcp 127.0.0.1:${port}: connect: connection refused`,
      wasSent: false,
    });
    expect(await call('https://unknown.invalid')).toMatchObject({
      kind: 'unreachable',
      message: 'dial tcp: lookup unknown.invalid: no such host',
    });
    const service = { namespace: 'default', name: 'hook', port: 443 };
    expect(await call('', { address: { kind: 'service', service } })).toEqual({
      ok: false,
      kind: 'unresolved',
      message: 'no services here',
      wasSent: false,
    });
    expect(await call('ftp://localhost')).toMatchObject({ kind: 'invalid' });
  });

  it('is told apart: silent, leaving, speaking something else', async () => {
    const speak = async (answer: string | undefined) => {
      const server = createServer((socket) => {
        socket.on('error', () => undefined);
        if (answer === '') socket.end();
        else if (answer !== undefined) socket.write(answer);
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      closings.push(() => server.close());
      return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    };
    expect(await call(await speak(undefined), {}, 100)).toMatchObject({
      kind: 'timeout',
      message: 'net/http: TLS handshake timeout',
      wasSent: false,
    });
    expect(await call(await speak(''))).toMatchObject({ kind: 'unreachable', message: 'EOF' });
    expect(await call(await speak('HTTP/1.1 400 Bad Request\r\n\r\n'))).toMatchObject({
      kind: 'garbage',
      message: 'tls: first record does not look like a TLS handshake',
    });
  });
});

/** OpenSSL's own server: a page about the connection for each GET. */
async function startOpenssl(
  args: readonly string[],
): Promise<{ readonly origin: string; readonly process: ChildProcess }> {
  const { files } = authority.issue();
  const options = ['s_server', '-accept', '127.0.0.1:0', '-cert', files.cert, '-key', files.key, '-www', ...args];
  const child = spawn('openssl', options, { stdio: ['ignore', 'pipe', 'inherit'] });
  closings.push(() => child.kill('SIGKILL'));
  let text = '';
  for await (const bytes of child.stdout as AsyncIterable<Buffer>) {
    text += bytes.toString();
    const port = /ACCEPT 127\.0\.0\.1:(\d+)/.exec(text)?.[1];
    if (port !== undefined) return { origin: `https://localhost:${port}`, process: child };
  }
  throw new Error('openssl ended');
}

describe('the versions of TLS', () => {
  it('are 1.2 and later', async () => {
    const callouts = createCallouts({ resolveService: noServices });
    closings.push(() => callouts.close());
    for (const [version, isSpoken] of [
      ['-tls1_3', true],
      ['-tls1_2', true],
      ['-tls1_1', false],
    ] as const) {
      const { origin } = await startOpenssl([version, '-cipher', 'ALL:@SECLEVEL=0']);
      const target = targetOf(origin, { authorities: authority.pem });
      const answer = await callouts.call(target, post({ method: 'GET', path: '/', body: [] }));
      expect(answer).toMatchObject(isSpoken ? { ok: true, status: 200 } : { ok: false, kind: 'unreachable' });
    }
  });
});

describe('certificates without alternative names', () => {
  it('are counted for the group of targets that is measured', async () => {
    const metrics = createMetrics({ release: '1.24', logger: silentLogger });
    const server = await serveScript(authority.issue({ names: [] }), (socket) => socket.write(plainAnswer));
    const callouts = createCallouts({ resolveService: noServices, metrics });
    closings.push(() => callouts.close(), server.close);
    const measured = countCertificateFaults(callouts, metrics, 'webhooks');
    await measured.call(targetOf(server.origin, { authorities: authority.pem }), post());
    const { text } = await metrics.print();
    expect(text).toContain('apiserver_webhooks_x509_missing_san_total 1');
    expect(text).toContain('apiserver_webhooks_x509_insecure_sha1_total 0');
    const host = new URL(server.origin).host;
    expect(text).toContain(`rest_client_requests_total{code="<error>",host="${host}",method="POST"} 1`);
  });
});
