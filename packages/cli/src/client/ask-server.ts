/** One request to an API server, and its answer as text. */
import { request as plainRequest } from 'node:http';
import { request } from 'node:https';

import { version } from '../version.ts';
import type { ServerConnection } from './kubeconfig.ts';

export interface ServerRequest {
  readonly method?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** That of a patch; plain JSON where absent. */
  readonly contentType?: string;
  /** The form of the answer; plain JSON where absent. */
  readonly accept?: string;
  /** The longest silence of the server; 30 s if absent. */
  readonly timeoutMs?: number;
}

export interface ServerAnswer {
  readonly status: number;
  readonly text: string;
  /** The wait that the server asks for before another try. */
  readonly retryAfterSeconds: number | undefined;
}

/** More than the largest object is, and far less than would exhaust the machine. */
const answerBytesLimit = 64 * 1024 * 1024;
const json = 'application/json';
const patienceMs = 30_000;

/** `path` is one of the API, or a whole URL on the connection's server. Rejects when there is no answer. */
export function askServer(
  connection: ServerConnection,
  path: string,
  { method = 'GET', body, timeoutMs = patienceMs, ...types }: ServerRequest = {},
): Promise<ServerAnswer> {
  const { server, authority, certificate, privateKey, token, serverName, isUnverified } = connection;
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const options = {
    method,
    timeout: timeoutMs,
    rejectUnauthorized: !isUnverified,
    headers: { ...headersOf({ ...types, body }, token), 'User-Agent': connection.userAgent ?? `keelson/${version}` },
    ...(authority !== undefined && { ca: authority }),
    ...(certificate !== undefined && { cert: certificate }),
    ...(privateKey !== undefined && { key: privateKey }),
    ...(serverName !== undefined && { servername: serverName }),
  };
  const url = new URL(path, server);
  const ask = url.protocol === 'http:' ? plainRequest : request;
  return new Promise((resolve, reject) => {
    const asked = ask(url, options, (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > answerBytesLimit) asked.destroy(new Error(`the answer is larger than ${answerBytesLimit} bytes`));
        else chunks.push(chunk);
      });
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(chunks).toString('utf8'),
          retryAfterSeconds: secondsOf(response.headers['retry-after']),
        }),
      );
    });
    asked.on('timeout', () => asked.destroy(new Error(`${server} did not answer within ${timeoutMs / 1_000} seconds`)));
    asked.on('error', reject);
    asked.end(sent);
  });
}

function headersOf({ accept = json, contentType = json, body }: ServerRequest, token: string | undefined) {
  return {
    Accept: accept,
    ...(body !== undefined && { 'Content-Type': contentType }),
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
  };
}

/** The other form of the header, a date, is none that API servers send. */
function secondsOf(retryAfter: string | undefined): number | undefined {
  return retryAfter !== undefined && /^\d{1,4}$/.test(retryAfter) ? Number(retryAfter) : undefined;
}
