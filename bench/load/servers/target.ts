/** A server that is measured, whoever made it. */
import { request } from 'node:https';

import type { Server } from '../generator/job.ts';

export interface Target {
  readonly name: string;
  readonly server: Server;
  /** Undefined where it runs elsewhere: then there is no CPU and no memory to report. */
  readonly pid: number | undefined;
  close(): Promise<void>;
}

export interface Reply {
  readonly status: number;
  readonly body: string;
}

/** For what is not measured. */
export function ask({ server }: Pick<Target, 'server'>, method: string, path: string, body?: unknown): Promise<Reply> {
  const { place, token } = server;
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    ...(token !== '' && { Authorization: `Bearer ${token}` }),
    'User-Agent': 'bench/1.0',
    Accept: 'application/json',
    ...(sent !== undefined && { 'Content-Type': 'application/json' }),
  };
  return new Promise((resolve, reject) => {
    const asked = request({ ...place, path, method, headers, rejectUnauthorized: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }),
      );
    });
    asked.on('error', reject);
    asked.end(sent);
  });
}

export async function untilReady(target: Pick<Target, 'server'>, patienceMs = 60_000): Promise<void> {
  const endMs = performance.now() + patienceMs;
  for (;;) {
    const status = await ask(target, 'GET', '/readyz').then(
      (reply) => reply.status,
      () => 0,
    );
    if (status === 200) return;
    if (performance.now() > endMs) throw new Error('the server did not get ready');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
