/** Reviews and token requests: objects that are posted to be answered, and are stored nowhere. */
import type { ObjectMeta } from '@keelson/api';
import type { RequestTarget, Status, UserInfo } from '@keelson/meta';

/** In canonical form, in the version of the request. */
export interface ReviewObject {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  [field: string]: unknown;
}

/** The object with its status, or a refusal. */
export type ReviewOutcome =
  { readonly ok: true; readonly value: ReviewObject } | { readonly ok: false; readonly status: Status };

/** `undefined`: it is no review that is answered here. */
export type AnswerReview = (
  target: RequestTarget,
  object: ReviewObject,
  caller: { readonly user: UserInfo },
  options: ReviewOptions,
) => Promise<ReviewOutcome> | undefined;

/** Options of a review that are not part of its object. */
export interface ReviewOptions {
  /** The answer may explain itself at length. */
  readonly wantsReasons: boolean;
}
