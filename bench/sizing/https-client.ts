/** Requests over connections that are kept, many at a time, for measuring what they cost the server. */
import { Agent, request, type RequestOptions } from 'node:https';

import type { Target } from '../load/servers/target.ts';

export interface SizingClient {
  /** Rejects unless the status is one of success. */
  ask(method: string, path: string, body?: unknown): Promise<void>;
  /** Opens a watch over a connection of its own and resolves when it has begun; calls back for each chunk of it. */
  watch(path: string, onData: () => void): Promise<void>;
  close(): void;
}

export function openSizingClient({ server }: Target): SizingClient {
  const { host, port } = server.place;
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  const optionsOf = (method: string, path: string): RequestOptions => {
    const headers = { Authorization: `Bearer ${server.token}`, 'Content-Type': 'application/json' };
    return { host, port, method, path, headers, agent };
  };
  return {
    ask: (method, path, body) =>
      new Promise((resolve, reject) => {
        const sent = request(optionsOf(method, path), (response) => {
          const { statusCode = 0 } = response;
          response.on('end', () => {
            if (statusCode < 300) resolve();
            else reject(new Error(`${method} ${path}: ${String(statusCode)}`));
          });
          response.resume();
        });
        sent.on('error', reject);
        sent.end(body === undefined ? undefined : JSON.stringify(body));
      }),
    watch: (path, onData) =>
      new Promise((resolve, reject) => {
        const sent = request(optionsOf('GET', path), (response) => {
          response.on('data', onData);
          response.on('error', () => undefined);
          resolve();
        });
        sent.on('error', reject);
        sent.end();
      }),
    close: () => agent.destroy(),
  };
}
