/** Health and metrics of a process of controllers, over HTTPS with a certificate that is made for it. */
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import { issueAuthority, issueLeaf } from '@keelson/pki';
import type { Metrics } from '@keelson/telemetry';

export interface HealthServerParts {
  readonly address: string;
  readonly port: number;
  /** By name: why a part of the process does not get on; undefined where it does. */
  readonly checks: () => ReadonlyMap<string, string | undefined>;
  readonly metrics: Metrics;
}

export interface HealthServer {
  readonly port: number;
  close(): Promise<void>;
}

const certificateDays = 365;
const healthPaths = new Set(['/healthz', '/livez', '/readyz']);

/** Rejects where the port is taken. */
export async function openHealthServer({ address, port, checks, metrics }: HealthServerParts): Promise<HealthServer> {
  const now = new Date();
  const authority = await issueAuthority('keelson-controllers-ca', now, certificateDays);
  const subject = { commonName: 'keelson-controllers' };
  const hosts = ['localhost', address];
  const leaf = await issueLeaf(authority, { subject, usage: 'server', hosts, now, days: certificateDays });
  const server = createServer({ cert: leaf.certificate, key: leaf.privateKey }, (request, response) => {
    const url = new URL(request.url ?? '/', 'https://localhost');
    if (healthPaths.has(url.pathname)) {
      const { status, text } = healthOf(checks(), url.searchParams.has('verbose'));
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
    } else if (url.pathname === '/metrics') {
      metrics.print().then(
        ({ text, contentType }) => response.writeHead(200, { 'content-type': contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function healthOf(checks: ReadonlyMap<string, string | undefined>, isVerbose: boolean) {
  const hasFailed = [...checks.values()].some((fault) => fault !== undefined);
  const status = hasFailed ? 500 : 200;
  if (!isVerbose && !hasFailed) return { status, text: 'ok' };
  const lines = [...checks].map(([name, fault]) =>
    fault === undefined ? `[+]${name} ok` : `[-]${name} failed: ${fault}`,
  );
  return { status, text: `${[...lines, `healthz check ${hasFailed ? 'failed' : 'passed'}`].join('\n')}\n` };
}
