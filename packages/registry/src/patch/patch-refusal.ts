/** Why a patch was refused, as the answer to a client. */
import { applyConflict, badRequest, failure, invalid, unexplained, unprocessable, type Status } from '@keelson/meta';
import type { Refusal } from '@keelson/patch';
import { createReport, stringifyJson, verbatim, quote } from '@keelson/schema';
import type { JsonValue } from '@keelson/schema';

export function statusOfRefusal({ reason, message, causes }: Refusal): Status {
  switch (reason) {
    case 'badRequest':
      return badRequest(message);
    case 'tooLarge':
      return failure('RequestEntityTooLarge', message);
    case 'unprocessable':
      return unprocessable();
    case 'conflict':
      return applyConflict(message, causes ?? []);
    case 'internal':
      return unexplained(message);
  }
}

/** The patch itself was fine; what came of it is no object of the kind. */
export function badResult(result: JsonValue, message: string): Status {
  return badPatch(stringifyJson(result), message);
}

export function badPatch(printed: string, message: string): Status {
  const report = createReport();
  report.invalid('patch', verbatim(quote(printed)), message);
  return invalid({ group: '', kind: '' }, '', report.issues);
}
