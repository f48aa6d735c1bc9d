/** One request with a time limit, and what its failure is called. */
import { Agent, request } from 'node:https';

import { token } from './world.ts';
import type { Replica } from './world.ts';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly type?: string;
}

export type Answered =
  | { readonly status: number; readonly body: string }
  /** `isUnsent`: nothing of it has reached a server. */
  | { readonly failure: string; readonly isUnsent: boolean };

const patienceMs = 15_000;

export interface Connection {
  ask(replica: Replica, asked: Asked): Promise<Answered>;
  close(): void;
}

/** Replicas close a connection after 90 idle seconds, and a request that is just under way then would be reset. */
const idleMs = 60_000;

export function openConnection(): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, timeout: idleMs, rejectUnauthorized: false });
  return { ask: (replica, asked) => send(agent, replica, asked), close: () => agent.destroy() };
}

export const headersOf = (type = 'application/json') => ({
  Authorization: `Bearer ${token}`,
  'Content-Type': type,
  'User-Agent': 'faults',
});

function send(agent: Agent, replica: Replica, { method, path, body, type }: Asked): Promise<Answered> {
  return new Promise((resolve) => {
    const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const length = bytes === undefined ? {} : { 'Content-Length': String(bytes.length) };
    const headers = { ...headersOf(type), ...length };
    const sent = request(`${replica.url}${path}`, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => fail('partial'));
      response.on('end', () => {
        clearTimeout(timer);
        if (response.complete) {
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') });
        } else fail('partial');
      });
    });
    const fail = (failure: string): void => {
      clearTimeout(timer);
      resolve({ failure, isUnsent: failure === 'ECONNREFUSED' });
    };
    const timer = setTimeout(() => {
      fail('no answer');
      sent.destroy();
    }, patienceMs);
    sent.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message));
    sent.end(bytes);
  });
}

/** The name of a failed answer in the explanations: its status, and what it says. */
export function nameAnswer(status: number, body: string): string {
  return `${status} ${/"message":"([^"]*)/.exec(body)?.[1] ?? body.slice(0, 100)}`;
}
