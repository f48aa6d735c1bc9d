/**
 * Posts a review to another server and returns its answer. Tries again where that can
 * help; the meaning of a review is not known here.
 */
import { setTimeout as delay } from 'node:timers/promises';

import { createPost, type ReadAnswer, type ReviewServer, type Tried } from './post.ts';

export type { ReviewServer } from './post.ts';

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

const retryFactor = 1.5;

export function createReviewClient(server: ReviewServer, options: ReviewClientOptions = {}): PostReview {
  const post = createPatientPost(server, options, readJson);
  return (review) => post([Buffer.from(JSON.stringify(review))]);
}

/** Of a body of JSON, all pieces together, whose answer says all by its code. Never rejects. */
export type PostPieces = (pieces: readonly Uint8Array[]) => Promise<ReviewReply>;

export function createPiecesClient(server: ReviewServer, options: ReviewClientOptions = {}): PostPieces {
  return createPatientPost(server, options, () => ({ ok: true, body: undefined }));
}

function createPatientPost(server: ReviewServer, options: ReviewClientOptions, readBody: ReadAnswer): PostPieces {
  const { timeoutMs = 30_000, firstRetryMs = 500, maxTries = 5 } = options;
  const post = createPost(server, timeoutMs, readBody);
  return async (pieces) => {
    let waitMs = firstRetryMs;
    for (let tries = 1; ; tries += 1) {
      const reply = await post(pieces);
      if (reply.ok || !reply.canRetry || tries >= maxTries) return reply;
      await delay(waitMs, undefined, { ref: false });
      waitMs *= retryFactor;
    }
  };
}

function readJson(bytes: Buffer): Tried {
  try {
    return { ok: true, body: JSON.parse(bytes.toString('utf8')) };
  } catch {
    return { ok: false, message: 'its answer is no JSON', canRetry: false };
  }
}
