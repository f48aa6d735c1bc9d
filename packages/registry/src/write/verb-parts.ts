/** What the verbs that write are made with. */
import type { AnswerQuestion } from '../registry-options.ts';
import type { Stores } from '../resources/stores.ts';
import type { WriteParts } from './writing.ts';

export interface VerbParts {
  readonly parts: WriteParts;
  readonly stores: Stores;
  readonly answerQuestion: AnswerQuestion | undefined;
}
