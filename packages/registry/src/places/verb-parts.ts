/** The dependencies of the verbs that write. */
import type { AnswerPostedReview } from '../registry-options.ts';
import type { Stores } from '../resources/stores.ts';
import type { WriteParts } from '../write/writing.ts';

export interface VerbParts {
  readonly parts: WriteParts;
  readonly stores: Stores;
  readonly answerPostedReview: AnswerPostedReview | undefined;
}
