/** The outcome of a patch: a value, or a refusal in the words of the API. It does not know status codes. */

/**
 * `badRequest`: the patch cannot be read. `tooLarge`: it has too many parts. `unprocessable`: it can be read and does
 * not fit the object. `conflict`: it takes what others own. `internal`: what the API calls its own failure although the
 * patch is at fault.
 */
export type RefusalReason = 'badRequest' | 'tooLarge' | 'unprocessable' | 'conflict' | 'internal';

export interface Cause {
  readonly reason: 'FieldManagerConflict';
  readonly message: string;
  readonly field: string;
}

export interface Refusal {
  readonly ok: false;
  readonly reason: RefusalReason;
  readonly message: string;
  /** Detail for logs that the API's message does not contain. */
  readonly detail?: string;
  readonly causes?: readonly Cause[];
}

export type PatchOutcome<T> = { readonly ok: true; readonly value: T } | Refusal;

export function acceptPatch<T>(value: T): PatchOutcome<T> {
  return { ok: true, value };
}

export function refusePatch(reason: RefusalReason, message: string): Refusal {
  return { ok: false, reason, message };
}
