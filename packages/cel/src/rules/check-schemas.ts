/** Checks the rules of several schemas, one after the other, as of all versions of a definition. */
import { when } from '@keelson/telemetry';
import type { Issue, StructuralSchema } from '@keelson/schema';
import type { MaybePromise } from '@keelson/telemetry';

import { checkRulesInTurns } from './check-rules.ts';

export interface SchemaAt {
  readonly schema: StructuralSchema;
  /** The path of the schema. */
  readonly at: string;
}

export function checkSchemasInTurns([first, ...others]: readonly SchemaAt[]): MaybePromise<readonly Issue[]> {
  if (first === undefined) return [];
  return when(checkRulesInTurns(first.schema, first.at), (issues) =>
    when(checkSchemasInTurns(others), (more) => [...issues, ...more]),
  );
}
