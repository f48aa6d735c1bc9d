/**
 * Posts a review to somebody else's server and hands back what came of it. Tries again
 * where that can help; what a review means is not known here.
 */
import { Agent, request } from 'node:https';
import { request as plainRequest } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** Where reviews are answered, and who we are there; keys and certificates in PEM. */
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

export type ReviewReply =
  { readonly ok: true; readonly body: unknown } | { readonly ok: false; readonly message: string };

/** Never rejects. */
export type PostReview = (review: unknown) => Promise<ReviewReply>;

export interface ReviewClientOptions {
  /** For each try. */
  readonly timeoutMs?: number;
  readonly firstRetryMs?: number;
  readonly maxTries?: number;
}

/** Longer than any answer to a review. */
const maxReplyBytes = 1024 * 1024;
const retryFactor = 1.5;

export function createReviewClient(server: ReviewServer, options: ReviewClientOptions = {}): PostReview {
  const post = createPatientPost(server, options, readJson);
  return (review) => post(JSON.stringify(review));
}

/** For JSON whose answer says all by its code. */
export type PostText = (json: string) => Promise<ReviewReply>;

export function createTextClient(server: ReviewServer, options: ReviewClientOptions = {}): PostText {
  return createPatientPost(server, options, () => ({ ok: true, body: undefined }));
}

type ReadBody = (bytes: Buffer) => Tried;

function createPatientPost(server: ReviewServer, options: ReviewClientOptions, readBody: ReadBody): PostText {
  const { timeoutMs = 30_000, firstRetryMs = 500, maxTries = 5 } = options;
  const post = createPost(server, timeoutMs, readBody);
  return async (body) => {
    let waitMs = firstRetryMs;
    for (let tries = 1; ; tries += 1) {
      const reply = await post(body);
      if (reply.ok || !reply.canRetry || tries >= maxTries) return reply;
      await delay(waitMs, undefined, { ref: false });
      waitMs *= retryFactor;
    }
  };
}

type Tried = { readonly ok: true; readonly body: unknown } | Failed;

interface Failed {
  readonly ok: false;
  readonly message: string;
  readonly canRetry: boolean;
}

function createPost(server: ReviewServer, timeoutMs: number, readBody: ReadBody): (body: string) => Promise<Tried> {
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
  return (body) =>
    new Promise((resolve) => {
      const settings = {
        method: 'POST',
        timeout: timeoutMs,
        headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
      };
      const sent = isSecure ? request(url, { ...settings, agent }) : plainRequest(url, settings);
      const fail = (message: string): void => resolve({ ok: false, message, canRetry: true });
      sent.on('response', (response) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > maxReplyBytes) sent.destroy(new Error('its answer is too long'));
          else chunks.push(chunk);
        });
        response.on('end', () => resolve(readReply(response.statusCode ?? 0, Buffer.concat(chunks), readBody)));
        response.on('error', (error) => fail(error.message));
      });
      // Whoever waits for the answer keeps the process alive; the other side does not.
      sent.on('socket', (socket) => socket.unref());
      sent.on('timeout', () => sent.destroy(new Error('it did not answer in time')));
      sent.on('error', (error) => fail(error.message));
      sent.end(body);
    });
}

const tooManyRequests = 429;
const serverError = 500;

function readReply(code: number, bytes: Buffer, readBody: ReadBody): Tried {
  if (code >= 200 && code <= 299) return readBody(bytes);
  return { ok: false, message: `it answered with ${code}`, canRetry: code === tooManyRequests || code >= serverError };
}

function readJson(bytes: Buffer): Tried {
  try {
    return { ok: true, body: JSON.parse(bytes.toString('utf8')) };
  } catch {
    return { ok: false, message: 'its answer is no JSON', canRetry: false };
  }
}
