/** The documents behind a real socket, for tests. */
import { createServer, request } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createApiScheme } from '@keelson/api';
import type { Scheme } from '@keelson/schema';
import { createMetrics, silentLogger } from '@keelson/telemetry';

import { createHealth } from '../../health/health.ts';
import type { Health } from '../../health/health.ts';
import { createDocuments } from '../create-documents.ts';
import type { DocumentsOptions } from '../create-documents.ts';
import { versionInfo } from '../version.ts';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly text: string;
}

export interface Served {
  readonly scheme: Scheme;
  readonly health: Health;
  readonly port: number;
  ask(path: string, options?: { method?: string; headers?: Record<string, string> }): Promise<Reply>;
  json(path: string, headers?: Record<string, string>): Promise<unknown>;
  close(): Promise<void>;
}

export async function serveDocuments(options: Partial<DocumentsOptions> = {}): Promise<Served> {
  const scheme = options.scheme ?? createApiScheme();
  const health = options.health ?? createHealth();
  const documents = createDocuments({
    scheme,
    health,
    metrics: createMetrics({ release: '1.24', logger: silentLogger }),
    version: versionInfo({ release: '1.24', version: '0.1.0' }),
    logger: silentLogger,
    ...options,
  });
  return { scheme, health, ...(await listen((incoming, response) => documents.handle(incoming, response))) };
}

type Answer = (incoming: IncomingMessage, response: ServerResponse) => void;

export async function listen(answer: Answer): Promise<Pick<Served, 'ask' | 'json' | 'port' | 'close'>> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const ask: Served['ask'] = (path, { method = 'GET', headers = {} } = {}) =>
    new Promise((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const body = Buffer.concat(chunks);
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body, text: body.toString() });
        });
      });
      sent.on('error', reject).end();
    });
  return {
    port,
    ask,
    json: async (path, headers = {}) => JSON.parse((await ask(path, { headers })).text) as unknown,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
