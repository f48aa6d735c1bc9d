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
  return badPatch(stringifyJson(inOrder(result)), message);
}

/** Clients know the fields of the whole in the order of their names. */
function inOrder(result: JsonValue): JsonValue {
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return result;
  const entries = Object.entries(result).sort(([a], [b]) => (a < b ? -1 : 1));
  const sorted: Record<string, JsonValue> = Object.create(null) as Record<string, JsonValue>;
  for (const [name, value] of entries) sorted[name] = value as JsonValue;
  return sorted;
}

export function badPatch(printed: string, message: string): Status {
  const report = createReport();
  report.invalid('patch', verbatim(quote(printed)), message);
  return invalid({ group: '', kind: '' }, '', report.issues);
}
