/** One POST to another server, from its beginning to the end of the answer. */
import { request as plainRequest } from 'node:http';
import type { ClientRequest } from 'node:http';
import { Agent, request } from 'node:https';

import { sendBodyPieces } from './send-pieces.ts';

/** The address of a server that answers reviews, and the credentials there; keys and certificates in PEM. */
export interface ReviewServer {
  readonly url: string;
  readonly authority?: string | undefined;
  readonly certificate?: string | undefined;
  readonly privateKey?: string | undefined;
  readonly token?: string | undefined;
  /** The name in its certificate, where it is not that of the address. */
  readonly serverName?: string | undefined;
  readonly skipsVerification?: boolean | undefined;
}

export type Tried = { readonly ok: true; readonly body: unknown } | Failed;

interface Failed {
  readonly ok: false;
  readonly message: string;
  readonly canRetry: boolean;
}

export type ReadAnswer = (bytes: Buffer) => Tried;

/** Longer than any answer to a review. */
const maxReplyBytes = 1024 * 1024;

/** Never rejects. */
export function createPost(
  server: ReviewServer,
  timeoutMs: number,
  readBody: ReadAnswer,
): (pieces: readonly Uint8Array[]) => Promise<Tried> {
  const open = createOpen(server);
  return (pieces) =>
    new Promise((resolve) => {
      const fail = (error: unknown): void => resolve({ ok: false, message: messageOf(error), canRetry: true });
      try {
        const sent = open(pieces.reduce((sum, { length }) => sum + length, 0));
        // From the beginning, and not since the last byte: a server that answers slowly for ever holds the body in memory.
        const timer = setTimeout(() => sent.destroy(new Error('it did not answer in time')), timeoutMs).unref();
        sent.on('close', () => clearTimeout(timer));
        sent.on('error', fail);
        const settle = (code: number, bytes: Buffer): void => {
          resolve(readReply(code, bytes, readBody));
          // Nobody reads the rest of the body.
          if (!sent.writableFinished) sent.destroy();
        };
        receive(sent, settle, fail);
        sendBodyPieces(sent, pieces);
      } catch (error) {
        // The request cannot be sent at all, as with a token that is invalid in a header.
        resolve({ ok: false, message: messageOf(error), canRetry: false });
      }
    });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function createOpen(server: ReviewServer): (bodyBytes: number) => ClientRequest {
  const url = new URL(server.url);
  const isSecure = url.protocol === 'https:';
  const agent = new Agent({
    keepAlive: true,
    maxSockets: 64,
    ...(server.authority !== undefined && { ca: server.authority }),
    ...(server.certificate !== undefined && { cert: server.certificate }),
    ...(server.privateKey !== undefined && { key: server.privateKey }),
    ...(server.serverName !== undefined && { servername: server.serverName }),
    rejectUnauthorized: server.skipsVerification !== true,
  });
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json',
    ...(server.token !== undefined && { Authorization: `Bearer ${server.token}` }),
  };
  return (bodyBytes) => {
    const settings = { method: 'POST', headers: { ...headers, 'Content-Length': bodyBytes } };
    return isSecure ? request(url, { ...settings, agent }) : plainRequest(url, settings);
  };
}

function receive(
  sent: ClientRequest,
  settle: (code: number, bytes: Buffer) => void,
  fail: (error: unknown) => void,
): void {
  sent.on('response', (response) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxReplyBytes) sent.destroy(new Error('its answer is too long'));
      else chunks.push(chunk);
    });
    response.on('end', () => settle(response.statusCode ?? 0, Buffer.concat(chunks)));
    response.on('error', fail);
  });
  // The socket does not keep the process alive; that is up to the caller that waits for the answer.
  sent.on('socket', (socket) => socket.unref());
}

const tooManyRequests = 429;
const serverError = 500;

function readReply(code: number, bytes: Buffer, readBody: ReadAnswer): Tried {
  if (code >= 200 && code <= 299) return readBody(bytes);
  return { ok: false, message: `it answered with ${code}`, canRetry: code === tooManyRequests || code >= serverError };
}
