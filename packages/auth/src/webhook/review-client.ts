/**
 * Posts a review to another server and returns its answer. Tries again where that can
 * help; the meaning of a review is not known here.
 */
import { setTimeout as delay } from 'node:timers/promises';

import type { CalloutAnswer, CalloutFailure, Callouts, WholeRequest } from '@keelson/callouts';

import { reviewPlaceOf, type ReviewServer } from './review-server.ts';

export type ReviewReply =
  { readonly ok: true; readonly body: unknown } | { readonly ok: false; readonly message: string };

/** Never rejects. */
export type PostReview = (review: unknown) => Promise<ReviewReply>;

export interface ReviewClientOptions {
  /** For each try, from its beginning to the end of the answer. */
  readonly timeoutMs?: number;
  readonly firstRetryMs?: number;
  readonly maxTries?: number;
}

export interface ReviewClientParts extends ReviewClientOptions {
  readonly callouts: Pick<Callouts, 'call'>;
  readonly server: ReviewServer;
}

const retryFactor = 1.5;
/** Longer than any answer to a review. */
const maxAnswerBytes = 1024 * 1024;
const headers = Object.freeze({ 'content-type': 'application/json', accept: 'application/json' });

export function createReviewClient(parts: ReviewClientParts): PostReview {
  const post = createPatientPost(parts, readJson);
  return (review) => post([Buffer.from(JSON.stringify(review))]);
}

/** Of a body of JSON, all pieces together, whose answer says all by its code. Never rejects. */
export type PostPieces = (pieces: readonly Uint8Array[]) => Promise<ReviewReply>;

export function createPiecesClient(parts: ReviewClientParts): PostPieces {
  return createPatientPost(parts, () => ({ ok: true, body: undefined }));
}

type Tried = { readonly ok: true; readonly body: unknown } | Failed;

interface Failed {
  readonly ok: false;
  readonly message: string;
  readonly canRetry: boolean;
}

type ReadAnswer = (bytes: Buffer) => Tried;

function createPatientPost({ callouts, server, ...options }: ReviewClientParts, readBody: ReadAnswer): PostPieces {
  const { timeoutMs = 30_000, firstRetryMs = 500, maxTries = 5 } = options;
  const { target, path } = reviewPlaceOf(server);
  const common = { method: 'POST', path, headers, timeoutMs, maxAnswerBytes, isRepeatable: true };
  return async (body) => {
    const request: WholeRequest = { ...common, body };
    let waitMs = firstRetryMs;
    for (let tries = 1; ; tries += 1) {
      const reply = read(await callouts.call(target, request), readBody);
      if (reply.ok || !reply.canRetry || tries >= maxTries) return reply;
      await delay(waitMs, undefined, { ref: false });
      waitMs *= retryFactor;
    }
  };
}

const tooManyRequests = 429;
const serverError = 500;

function read(answer: CalloutAnswer | CalloutFailure, readBody: ReadAnswer): Tried {
  // A request that cannot be sent, as with a token that is invalid in a header, cannot be sent later either.
  if (!answer.ok) return { ok: false, message: answer.message, canRetry: answer.kind !== 'invalid' };
  const { status } = answer;
  if (status >= 200 && status <= 299) return readBody(answer.body);
  const canRetry = status === tooManyRequests || status >= serverError;
  return { ok: false, message: `it answered with ${status}`, canRetry };
}

function readJson(bytes: Buffer): Tried {
  try {
    return { ok: true, body: JSON.parse(bytes.toString('utf8')) };
  } catch {
    return { ok: false, message: 'its answer is no JSON', canRetry: false };
  }
}
