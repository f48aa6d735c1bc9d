/** Gets a small document over HTTPS, from servers whose authority may be one that only we trust. */
import { Agent, request } from 'node:https';

export interface FetchOptions {
  /** In PEM; the system's when absent. */
  readonly authority?: string | undefined;
  readonly timeoutMs: number;
}

export interface FetchedDocument {
  readonly status: number;
  readonly text: string;
}

export type FetchDocument = (url: string) => Promise<FetchedDocument>;

const limitBytes = 1024 * 1024;

/** Rejects where nothing came; redirects are not followed, as what they lead to was not configured. */
export function createFetchDocument({ authority, timeoutMs }: FetchOptions): FetchDocument {
  const agent = new Agent({ keepAlive: true, ...(authority !== undefined && { ca: authority }) });
  return (url) =>
    new Promise((resolve, reject) => {
      const headers = { Accept: 'application/json' };
      const sent = request(url, { agent, headers, signal: AbortSignal.timeout(timeoutMs) }, (incoming) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        incoming.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > limitBytes) sent.destroy(new Error(`the document at ${url} is too large`));
          else chunks.push(chunk);
        });
        incoming.on('error', reject);
        incoming.on('end', () =>
          resolve({ status: incoming.statusCode ?? 500, text: Buffer.concat(chunks).toString('utf8') }),
        );
      });
      sent.on('error', reject);
      sent.end();
    });
}
