/** Refuses enumerated values that came with later releases than the one that is served. */
import { createReport, type Issue } from '@keelson/schema';

import type { ApiObject } from '../objects/api-object.ts';
import type { Writing } from './writing.ts';

export function refuseLaterValues({ parts, store }: Writing, object: ApiObject, old?: ApiObject): readonly Issue[] {
  const found = parts.gates.findLaterValues(store.message, object, old);
  if (found.length === 0) return [];
  const report = createReport();
  for (const { path, value, supported } of found) report.notSupported(path, value, supported);
  return report.issues;
}
