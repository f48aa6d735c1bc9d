/**
 * The last checks of an object, once its own rules allow it: the rules that take long, and then the validating plugins.
 */
import { invalid } from '@keelson/meta';
import type { FoundIssues, Issue } from '@keelson/schema';
import { when, type MaybePromise } from '@keelson/telemetry';

import type { Outcome } from '../contract.ts';
import type { ApiObject } from '../objects/api-object.ts';
import { groupKindOf } from '../objects/form.ts';
import { refused } from '../outcome.ts';
import { validateWrite, type AdmittedWrite } from './admit-write.ts';
import type { Writing } from './writing.ts';

export function validateFully(
  writing: Writing,
  write: AdmittedWrite,
  found: FoundIssues | undefined,
): MaybePromise<Outcome<void>> {
  if (found === undefined) return validateWrite(writing, write);
  return when(found, (issues) =>
    issues.length > 0 ? invalidObject(writing, write.object, issues) : validateWrite(writing, write),
  );
}

export function invalidObject({ store }: Writing, { metadata }: ApiObject, issues: readonly Issue[]): Outcome<never> {
  return refused(invalid(groupKindOf(store.stored), metadata.name ?? '', issues));
}
